//! A game that is played shows in the archive and in the feed.

use corners_client::Found;
use corners_client::proto::archive::v1::{GameFilter, GameFinished, ListGamesRequest};
use corners_client::proto::game::v1::{CreateTableRequest, JoinTableRequest};
use corners_client::proto::io::cloudevents::v1::cloud_event::Data;
use prost::Message;

use super::support::{Archived, attribute, two_of_each};
use crate::support::{real_time, verdict, whole_game};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_played_is_read_listed_and_told_as_it_was() {
    let archived = Archived::on(two_of_each()).await;
    let (white, black) = (
        archived.corners.guest().await.unwrap(),
        archived.corners.guest().await.unwrap(),
    );
    let request = CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(real_time(30, 3)),
        ..Default::default()
    };
    let table = white.create_table(request).await.unwrap().id;
    let request = JoinTableRequest {
        table: table.clone(),
        ..Default::default()
    };
    black.join_table(request).await.unwrap();
    let line = whole_game("classic-3x3", "goal");
    for (ply, path) in line.moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &white } else { &black };
        mover.play(&table, path, None).await.unwrap();
    }
    let Found::Table(played) = white.find(&table).await.unwrap() else {
        panic!("the table is live for an hour");
    };

    let game = archived.game(&table).await;
    assert_eq!(game.moves, played.moves);
    assert_eq!(
        verdict(game.ending.as_ref()),
        (line.result.as_str(), line.reason.clone())
    );
    assert_eq!(game.final_position, line.r#final);
    assert_eq!(game.seats, played.state.as_ref().unwrap().seats);
    assert_eq!(
        (game.create_time, game.start_time),
        (played.create_time, played.start_time)
    );
    assert_eq!(game.finish_time, played.finish_time);
    assert!(game.finish_time.is_some() && game.white_ms.is_some());

    let filter = GameFilter {
        player: white.account().to_owned(),
        opponent: black.account().to_owned(),
        ..Default::default()
    };
    let request = ListGamesRequest {
        filter: Some(filter),
        ..Default::default()
    };
    let listed = archived.reader.list_games(request).await.unwrap().games;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].table.as_str(), listed[0].plies as usize),
        (table.as_str(), line.moves.len())
    );

    let mut feed = archived.feed();
    feed.until_all(std::slice::from_ref(&table)).await;
    let told = &feed.events[0];
    assert_eq!(attribute(told, "subject"), table);
    assert_eq!(attribute(told, "partitionkey"), table);
    let Some(Data::ProtoData(data)) = told.event.clone().unwrap().data else {
        panic!("no message");
    };
    let finished = GameFinished::decode(data.value.as_slice()).unwrap();
    assert_eq!(finished.seats, game.seats);
    assert_eq!((finished.ending, finished.plies), (game.ending, game.plies));
}

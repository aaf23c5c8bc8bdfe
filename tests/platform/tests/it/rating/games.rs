//! Rated games, however they end, change both ratings once.

use std::sync::Arc;

use corners_client::Session;
use corners_client::proto::game::v1::{AbortTableRequest, ClaimGameRequest, Side};
use corners_client::proto::rating::v1::rating_event::Outcome;
use corners_client::proto::rating::v1::rating_service_client::RatingServiceClient;
use corners_client::proto::rating::v1::{GetRatingsRequest, UnratedReason};
use futures::future::join_all;
use tokio::sync::Barrier;

use super::support::{Hall, Rated, changes, game, minutes, play, resign, two_of_each};

/// Tables whose games end at the same moments.
const TABLES: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resignation_flag_and_claim_at_one_moment_change_each_rating_once() {
    let rated = Rated::on(two_of_each()).await;
    let games = (0..TABLES).map(|number| {
        let hall = Arc::clone(&rated.hall);
        tokio::spawn(async move { end_in_every_way(&hall, number).await })
    });
    let tables: Vec<_> = join_all(games).await.into_iter().map(Result::unwrap).collect();
    let events = rated.hall.events(&tables).await;
    assert_eq!(events.len(), TABLES);
}

/// Both resign and claim until the flag has fallen or one of them was faster.
async fn end_in_every_way(hall: &Hall, number: usize) -> String {
    let players = hall.guests(2).await;
    let (white, black) = (&players[0], &players[1]);
    let table = hall.table(white, black, minutes(2)).await;
    // A flag may fall before all have moved, on a machine that is busy: that is an end like the others.
    let _ = play(&table, white, black).await;
    let mut watch = white.watch([&table]);
    let barrier = Barrier::new(2);
    let act = async |session: &Session, side: Side| {
        barrier.wait().await;
        let claim = ClaimGameRequest {
            table: table.clone(),
            side: side.into(),
            ..Default::default()
        };
        let _ = session.claim_game(claim).await;
        // Some wait until the flag falls by itself.
        if !number.is_multiple_of(3) {
            let _ = resign(&table, session, side).await;
        }
    };
    tokio::join!(act(white, Side::White), act(black, Side::Black));
    while let Some(update) = watch.next_in_log().await {
        update.unwrap();
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_same_players_that_end_at_once_make_one_chain_for_each() {
    let rated = Rated::on(two_of_each()).await;
    let players = rated.hall.guests(4).await;
    let mut running = Vec::new();
    for number in 0..TABLES {
        let (white, black) = (
            players[number % 4].clone(),
            players[(number + 1 + number / 8) % 4].clone(),
        );
        let table = rated.hall.table(&white, &black, minutes(300)).await;
        play(&table, &white, &black).await.unwrap();
        running.push((table, black));
    }
    let barrier = Arc::new(Barrier::new(TABLES));
    let ends = running.iter().map(|(table, black)| {
        let (table, black, barrier) = (table.clone(), black.clone(), Arc::clone(&barrier));
        tokio::spawn(async move {
            barrier.wait().await;
            resign(&table, &black, Side::Black).await.unwrap();
        })
    });
    for end in join_all(ends).await {
        end.unwrap();
    }
    let tables: Vec<_> = running.into_iter().map(|(table, _)| table).collect();
    let events = rated.hall.events(&tables).await;
    assert_eq!(
        events.iter().map(|event| changes(event).len()).sum::<usize>(),
        2 * TABLES
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rated_game_is_rated_or_says_why_not() {
    let rated = Rated::on(two_of_each()).await;
    let players = rated.hall.guests(2).await;
    let (white, black) = (&players[0], &players[1]);
    let whole = game(&rated.hall, white, black).await;
    let short = rated.hall.table(white, black, minutes(300)).await;
    white.play(&short, "c3-d3", None).await.unwrap();
    black.play(&short, "f6-e6", None).await.unwrap();
    resign(&short, white, Side::White).await.unwrap();
    let aborted = rated.hall.table(white, black, minutes(300)).await;
    white.play(&aborted, "c3-d3", None).await.unwrap();
    let request = AbortTableRequest {
        table: aborted.clone(),
        ..Default::default()
    };
    black.abort_table(request).await.unwrap();

    let tables = [whole, short, aborted];
    let events = rated.hall.events(&tables).await;
    let outcome = |table: &String| {
        events
            .iter()
            .find(|event| event.table == *table)
            .unwrap()
            .outcome
            .clone()
    };
    assert!(matches!(outcome(&tables[0]), Some(Outcome::Rated(_))));
    assert_eq!(
        outcome(&tables[1]),
        Some(Outcome::UnratedReason(UnratedReason::TooShort.into()))
    );
    assert_eq!(
        outcome(&tables[2]),
        Some(Outcome::UnratedReason(UnratedReason::NoResult.into()))
    );
    // What each seat was rated when the game was agreed is in the archive, and who asks by the table hears the same.
    let archived = rated.hall.reader.get_game(&tables[0]).await.unwrap();
    assert!(archived.rated && archived.seats.iter().all(|seat| seat.rating.unwrap().rating == 1500.0));
    let asked = rated.hall.reader.game_rating(&tables[0]).await.unwrap();
    assert_eq!(asked.event.unwrap().outcome, outcome(&tables[0]));
    let aborted = rated.hall.reader.get_game(&tables[2]).await.unwrap().ending.unwrap();
    assert_eq!((aborted.by(), aborted.no_show), (Side::Black, false));
    for replica in 0..rated.stage.ratings.len() {
        let channel = rated.stage.inside(rated.stage.rating_internal_address(replica)).await;
        let request = GetRatingsRequest {
            players: vec![white.account().to_owned()],
            variant: "classic-3x3".to_owned(),
        };
        let told = RatingServiceClient::new(channel).get_ratings(request).await.unwrap();
        let told = told.into_inner().players.remove(0).ratings.remove(0);
        assert_eq!(told.games, 1, "another service reads ratings at any replica");
    }
}

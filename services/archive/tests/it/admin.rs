//! What operators do with finished games.

use corners_proto::archive::v1::{
    AnnulGameRequest, Game, GameAnnulled, GetFeedRequest, GetGameRequest, ListGamesRequest, StreamResultsRequest,
};
use corners_proto::error::reason_of;
use corners_proto::ids::{RequestId, TableId};
use corners_proto::io::cloudevents::v1::cloud_event::Data;
use prost::Message;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::rig::{Finished, Rig, finished_table, new_game};

fn annul(table: &str, note: &str) -> AnnulGameRequest {
    AnnulGameRequest {
        request_id: RequestId::random().to_string(),
        table: table.to_owned(),
        note: note.to_owned(),
    }
}

async fn annulled(rig: &Rig, request: AnnulGameRequest) -> Result<Game, Status> {
    let answer = rig.admin().annul_game(request).await?;
    Ok(answer.into_inner().game.unwrap())
}

async fn last_sequence(rig: &Rig) -> u64 {
    let feed = rig.admin().get_feed(GetFeedRequest {}).await.unwrap().into_inner().feed;
    feed.unwrap().last_sequence
}

#[tokio::test(start_paused = true)]
async fn an_annulled_game_stays_says_so_and_is_told_once() {
    let rig = Rig::new();
    let games: Vec<_> = (0..3)
        .map(|seed| new_game(&finished_table(Finished::short(seed))))
        .collect();
    let finished = corners_archive::convert::finished(&games[1].game);
    let table = games[1].game.table.to_string();
    rig.store.inner().record(games, 1_000).await.unwrap();
    rig.start();
    let answered = annulled(&rig, annul(&table, "engine use")).await.unwrap();
    let annulment = answered.annulment.clone().unwrap();
    assert_eq!(annulment.note, "engine use");
    assert!(answered.moves.is_empty() && answered.plies > 0);
    let again = annulled(&rig, annul(&table, "once more")).await.unwrap();
    assert_eq!(again, answered, "annulling again changes nothing");
    assert_eq!(last_sequence(&rig).await, 4);

    let found = rig
        .games()
        .get_game(GetGameRequest { table: table.clone() })
        .await
        .unwrap()
        .into_inner();
    let found = found.game.unwrap();
    assert_eq!(found.annulment, Some(annulment.clone()));
    assert!(!found.moves.is_empty());
    let page = rig
        .games()
        .list_games(ListGamesRequest::default())
        .await
        .unwrap()
        .into_inner();
    let listed: Vec<_> = page.games.iter().filter(|game| game.annulment.is_some()).collect();
    assert_eq!(listed.len(), 1);

    let stream = rig.games().stream_results(StreamResultsRequest { start: None }).await;
    let mut stream = stream.unwrap().into_inner();
    let mut events = Vec::new();
    while events.len() < 4 {
        events.extend(stream.message().await.unwrap().unwrap().events);
    }
    let told = events[3].event.clone().unwrap();
    assert_eq!(told.r#type, "corners.game.annulled.v1");
    assert_eq!(told.id, format!("{table}-annulled"));
    let Some(Data::ProtoData(any)) = told.data else {
        panic!("no message")
    };
    assert_eq!(any.type_url, "type.googleapis.com/corners.archive.v1.GameAnnulled");
    let expected = GameAnnulled {
        game: Some(finished),
        finished_sequence: 2,
        annul_time: annulment.time,
    };
    assert_eq!(GameAnnulled::decode(any.value.as_slice()).unwrap(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_not_there_cannot_be_annulled() {
    let rig = Rig::new();
    let table = TableId::from_bytes([5; 16]).to_string();
    let status = annulled(&rig, annul(&table, "why")).await.unwrap_err();
    assert_eq!(status.code(), Code::NotFound);
    assert_eq!(reason_of(&status).as_deref(), Some("GAME_NOT_FOUND"));
}

#[tokio::test(start_paused = true)]
async fn everything_that_is_wrong_with_an_annulment_is_named_at_once() {
    let rig = Rig::new();
    for note in [String::new(), "x".repeat(501)] {
        let request = AnnulGameRequest {
            request_id: "1".to_owned(),
            table: "t".to_owned(),
            note,
        };
        let status = annulled(&rig, request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        let bad = status.get_details_bad_request().unwrap();
        let named: Vec<_> = bad
            .field_violations
            .iter()
            .map(|violation| violation.field.as_str())
            .collect();
        assert_eq!(named, ["request_id", "table", "note"]);
    }
}

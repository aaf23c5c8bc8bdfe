//! A game that was rated when it was agreed is so wherever it is told.

use corners_client::Session;
use corners_client::proto::archive::v1::GameFinished;
use corners_client::proto::game::v1::{AccountKind, EndReason, ResignRequest, Seat, SeatRating, Side};
use corners_client::proto::io::cloudevents::v1::cloud_event::Data;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::archive::v1::{ResultEvent, StreamResultsRequest};
use corners_proto::error::reason_of;
use corners_proto::game::internal::v1::CreateTableRequest;
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::ids::RequestId;
use prost::Message;

use super::support::{Archived, two_of_each};
use crate::support::real_time;

fn seat(side: Side, session: &Session, rating: f64) -> Seat {
    Seat {
        side: side.into(),
        account: session.account().to_owned(),
        kind: AccountKind::Guest.into(),
        rating: Some(SeatRating {
            rating,
            deviation: 70.5,
        }),
    }
}

/// What the first event of the feed tells, as another service reads it at a replica of the archive.
async fn first_result(archived: &Archived, replica: usize) -> GameFinished {
    let channel = archived
        .stage
        .inside(archived.stage.archive_internal_address(replica))
        .await;
    let mut service = ArchiveServiceClient::new(channel);
    let stream = service.stream_results(StreamResultsRequest::default()).await;
    let mut stream = stream.unwrap().into_inner();
    let first: ResultEvent = loop {
        let message = stream.message().await.unwrap().unwrap();
        if let Some(first) = message.events.into_iter().next() {
            break first;
        }
    };
    let Some(Data::ProtoData(data)) = first.event.unwrap().data else {
        panic!("no message");
    };
    GameFinished::decode(data.value.as_slice()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_is_made_once_at_any_replica_and_told_with_both_ratings() {
    let archived = Archived::on(two_of_each()).await;
    let stage = &archived.stage;
    let (white, black) = (
        archived.corners.guest().await.unwrap(),
        archived.corners.guest().await.unwrap(),
    );
    let seats = vec![seat(Side::White, &white, 1_500.25), seat(Side::Black, &black, 1_623.5)];
    let request = CreateTableRequest {
        request_id: RequestId::random().to_string(),
        variant: "classic-3x3".to_owned(),
        time_control: Some(real_time(5, 3)),
        rated: true,
        seats: seats.clone(),
        ..Default::default()
    };
    let mut made = Vec::new();
    for replica in [0, 1, 0] {
        let channel = stage.inside(stage.authority_internal_address(replica)).await;
        let mut service = GameInternalServiceClient::new(channel);
        let answer = service.create_table(request.clone()).await.unwrap().into_inner();
        made.push(answer.table.unwrap());
        let other = CreateTableRequest {
            time_control: Some(real_time(1, 3)),
            ..request.clone()
        };
        let refused = service.create_table(other).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("REQUEST_ID_REUSED"));
    }
    assert!(made.iter().all(|table| *table == made[0]), "{made:?}");
    let table = made[0].id.clone();
    assert!(made[0].rated);

    for (mover, path) in [(&white, "c3-d3"), (&black, "f6-e6")] {
        mover.play(&table, path, None).await.unwrap();
    }
    let request = ResignRequest {
        table: table.clone(),
        ..Default::default()
    };
    white.resign(request).await.unwrap();
    let game = archived.game(&table).await;
    assert!(game.rated);
    assert_eq!(game.seats, seats);
    assert_eq!(game.creator, white.account());
    for replica in [0, 1] {
        let told = first_result(&archived, replica).await;
        assert!(told.rated);
        assert_eq!(told.seats, seats);
        assert_eq!(told.ending.unwrap().reason(), EndReason::Resignation);
    }
}

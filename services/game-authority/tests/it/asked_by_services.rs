//! What other services are told of a table.

use corners_game_authority::table::Action;
use corners_proto::error::reason_of;
use corners_proto::game::internal::v1::GetTableRequest;
use corners_proto::game::v1 as proto;
use corners_proto::ids::TableId;
use tonic::{Code, Status};

use crate::rated::{casual_request, make, rated_request};
use crate::rig::{BLACK, Rig};

async fn get(rig: &Rig, table: &str) -> Result<proto::Table, Status> {
    let table = table.to_owned();
    let got = rig.service().get_table(GetTableRequest { table }).await?;
    Ok(got.into_inner().table.unwrap())
}

#[tokio::test]
async fn a_service_sees_who_sits_at_a_table_what_was_agreed_and_whether_it_is_over() {
    let rig = Rig::start().await;
    for request in [rated_request(), casual_request()] {
        let made = make(&rig, &request).await.unwrap();
        assert_eq!(get(&rig, &made.id).await.unwrap(), made);

        let table: TableId = made.id.parse().unwrap();
        rig.play(table, "c3-d3").await.unwrap();
        let on = get(&rig, &made.id).await.unwrap();
        let state = on.state.clone().unwrap();
        assert_eq!(state.status(), proto::TableStatus::Playing);
        assert_eq!((on.moves.len(), state.seats), (1, request.seats.clone()));
        assert_eq!(state.legal_moves, [], "they are Black's to see");
        assert_eq!(on.presence, None);

        rig.act(table, BLACK, None, Action::Resign { side: None })
            .await
            .unwrap();
        let over = get(&rig, &made.id).await.unwrap();
        assert_eq!(over.variant, made.variant);
        assert_eq!((over.time_control, over.rated), (made.time_control, request.rated));
        assert_eq!(over.state.unwrap().ending.unwrap().result(), proto::Result::WhiteWins);
    }
}

#[tokio::test]
async fn a_service_is_told_that_there_is_no_such_table() {
    let rig = Rig::start().await;
    let unknown = get(&rig, &TableId::from_bytes([7; 16]).to_string()).await.unwrap_err();
    assert_eq!(unknown.code(), Code::NotFound);
    assert_eq!(reason_of(&unknown).as_deref(), Some("TABLE_NOT_LIVE"));
    let malformed = get(&rig, "17").await.unwrap_err();
    assert_eq!(reason_of(&malformed).as_deref(), Some("INVALID_ARGUMENT"));
}

//! Pairings of organisers.

use std::time::Duration;

use corners_proto::error::Reason;
use corners_proto::matchmaking::v1::watch_account_response::Message as News;
use corners_proto::matchmaking::v1::{
    BulkGameStatus as Status, BulkPair, BulkPairing, CancelBulkPairingRequest, CreateBulkPairingRequest,
    GetBulkPairingRequest, Origin,
};
use corners_proto::time::timestamp;
use corners_service::time::wall_clock_ms;
use tonic_types::StatusExt;

use crate::rig::{CASUAL, Client, Does, RATED, Rig, account, is_refused, request_id, terms};

fn pair(white: u64, black: u64) -> BulkPair {
    BulkPair {
        white: account(white).to_string(),
        black: account(black).to_string(),
    }
}

fn wanted(pairs: Vec<BulkPair>, in_seconds: Option<u64>) -> CreateBulkPairingRequest {
    CreateBulkPairingRequest {
        request_id: request_id(1),
        pairs,
        terms: Some(terms(RATED)),
        start_time: in_seconds.map(|seconds| timestamp(wall_clock_ms() + seconds * 1_000)),
    }
}

async fn create(client: &mut Client, wanted: CreateBulkPairingRequest) -> BulkPairing {
    client
        .calls
        .create_bulk_pairing(wanted)
        .await
        .unwrap()
        .into_inner()
        .pairing
        .unwrap()
}

async fn told(client: &mut Client, pairing: &str) -> BulkPairing {
    let pairing = pairing.to_owned();
    let told = client.calls.get_bulk_pairing(GetBulkPairingRequest { pairing }).await;
    told.unwrap().into_inner().pairing.unwrap()
}

fn statuses(pairing: &BulkPairing, status: Status) -> usize {
    pairing.games.iter().filter(|game| game.status() == status).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_pairs_start_one_by_one() {
    let rig = Rig::redis().await;
    rig.tables().does(|request| {
        if request.seats[0].account == account(20).to_string() {
            Does::TooMany(account(20))
        } else {
            Does::Makes
        }
    });
    let mut organiser = rig.one.player(5_000);
    let pairs: Vec<_> = (0..500).map(|number| pair(2 * number, 2 * number + 1)).collect();
    let made = create(&mut organiser, wanted(pairs.clone(), None)).await;
    assert_eq!(made.games.len(), 500);
    assert_eq!(create(&mut organiser, wanted(pairs.clone(), None)).await.id, made.id);
    rig.tables().until_made(499).await;
    let told = loop {
        let told = told(&mut organiser, &made.id).await;
        if statuses(&told, Status::Started) == 499 && statuses(&told, Status::Refused) == 1 {
            break told;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(told.games[10].reason, "TOO_MANY");
    for (game, pair) in told.games.iter().zip(&pairs) {
        assert_eq!((&game.white, &game.black), (&pair.white, &pair.black));
    }
    for made in rig.tables().made() {
        assert!(told.games.iter().any(|game| game.table == made.table));
    }
    is_refused(
        rig.one
            .player(1)
            .calls
            .get_bulk_pairing(GetBulkPairingRequest { pairing: made.id })
            .await,
        Reason::PairingNotFound,
        &[],
    );
}

#[tokio::test]
async fn pairs_are_refused_as_a_whole() {
    let rig = Rig::embedded().await;
    let mut organiser = rig.one.player(100);
    let wrong = CreateBulkPairingRequest {
        request_id: "x".to_owned(),
        pairs: vec![
            pair(1, 2),
            pair(2, 3),
            pair(4, 4),
            BulkPair {
                white: "nobody".to_owned(),
                black: account(5).to_string(),
            },
        ],
        terms: None,
        start_time: Some(timestamp(wall_clock_ms() + 8 * 24 * 60 * 60 * 1_000)),
    };
    let status = organiser.calls.create_bulk_pairing(wrong).await.unwrap_err();
    let fields: Vec<_> = status.get_details_bad_request().unwrap().field_violations;
    let fields: Vec<_> = fields.into_iter().map(|violation| violation.field).collect();
    assert_eq!(
        fields,
        [
            "request_id",
            "start_time",
            "pairs[1].white",
            "pairs[2].black",
            "pairs[3].white",
            "terms"
        ]
    );
    rig.people().world().gone.push(account(4).to_string());
    let refused = organiser
        .calls
        .create_bulk_pairing(wanted(vec![pair(1, 2), pair(3, 4)], None))
        .await;
    assert_eq!(
        is_refused(refused, Reason::AccountNotFound, &["account"])["account"],
        account(4).to_string()
    );
    rig.people()
        .is_a(account(2), corners_proto::game::v1::AccountKind::Guest);
    let refused = organiser
        .calls
        .create_bulk_pairing(wanted(vec![pair(1, 2)], None))
        .await;
    assert_eq!(
        is_refused(refused, Reason::GuestNotAllowed, &["account"])["account"],
        account(2).to_string()
    );
    let casual = CreateBulkPairingRequest {
        terms: Some(terms(CASUAL)),
        ..wanted(vec![pair(1, 2)], None)
    };
    create(&mut organiser, casual).await;
    rig.tables().until_made(1).await;
    let none = organiser.calls.create_bulk_pairing(wanted(Vec::new(), None)).await;
    is_refused(none, Reason::InvalidArgument, &[]);
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn games_start_at_their_time_and_end_what_else_their_players_have() {
    let rig = Rig::embedded().await;
    let mut organiser = rig.one.player(100);
    let mut one = rig.other.player(1);
    let mut news = one.watch("").await.unwrap();
    news.next().await;
    let made = create(&mut organiser, wanted(vec![pair(1, 2), pair(3, 4)], Some(600))).await;
    let scheduled = match news.next().await {
        News::GameScheduled(scheduled) => scheduled,
        other => panic!("{other:?}"),
    };
    assert_eq!(scheduled.pairing, made.id);
    assert_eq!(statuses(&made, Status::Scheduled), 2);
    let seek = one.seek(RATED, 1).await.unwrap();
    assert!(rig.tables().made().is_empty());
    rig.pass(Duration::from_secs(601));
    rig.tables().until_made(2).await;
    let game = news.game().await;
    assert_eq!((game.origin(), &game.source), (Origin::Bulk, &made.id));
    assert_eq!(Some(game.table), scheduled.game.map(|game| game.table));
    is_refused(
        rig.one.player(7).accept_seek(&seek.id, 2).await,
        Reason::SeekNotFound,
        &[],
    );
}

#[tokio::test]
async fn what_has_not_started_can_be_called_off() {
    let rig = Rig::embedded().await;
    let mut organiser = rig.one.player(100);
    let mut one = rig.other.player(1);
    let made = create(&mut organiser, wanted(vec![pair(1, 2), pair(3, 4)], Some(600))).await;
    let mut news = one.watch("").await.unwrap();
    news.next().await;
    let cancel = CancelBulkPairingRequest {
        request_id: request_id(2),
        pairing: made.id.clone(),
    };
    let cancelled = organiser
        .calls
        .cancel_bulk_pairing(cancel.clone())
        .await
        .unwrap()
        .into_inner()
        .pairing
        .unwrap();
    assert_eq!(statuses(&cancelled, Status::Cancelled), 2);
    assert!(matches!(news.next().await, News::GameCalledOff(off) if off.reason == "CANCELLED"));
    organiser.calls.cancel_bulk_pairing(cancel.clone()).await.unwrap();
    let other = rig.one.player(101).calls.cancel_bulk_pairing(cancel).await;
    is_refused(other, Reason::PairingNotFound, &[]);
    rig.pass(Duration::from_secs(601));
    // Whatever is due by then comes before this.
    let mut seek = rig.one.player(5).watch("").await.unwrap();
    seek.next().await;
    assert!(rig.tables().made().is_empty());
}

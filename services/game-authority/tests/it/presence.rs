//! Who is at a table, and games that a player has left.

use std::time::Duration;

use corners_clockwork::GameTime;
use corners_game_authority::AuthorityError;
use corners_game_authority::table::{AWAY_AFTER, Action, EndReason, Rejection, Verdict};
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;
use tokio::time::{Instant, sleep, timeout};
use tokio_stream::{Stream, StreamExt};

use crate::rig::{BLACK, Rig, WHITE, blitz, untimed};

const STRANGER: AccountId = AccountId::from_bytes([3; 16]);
const CLAIM: Action = Action::Claim { side: None };

type Messages = std::pin::Pin<Box<dyn Stream<Item = Message>>>;

async fn watch(rig: &Rig, account: AccountId, table: TableId) -> (Option<proto::Presence>, Messages) {
    let watched = proto::WatchedTable {
        table: table.to_string(),
        resume_after: None,
    };
    let request = proto::WatchTablesRequest { tables: vec![watched] };
    let stream = rig.client(account).watch_tables(request).await.unwrap().into_inner();
    let mut messages: Messages = Box::pin(stream.map(|message| message.unwrap().message.unwrap()));
    let Some(Message::Snapshot(snapshot)) = messages.next().await else {
        panic!("a stream starts with a snapshot")
    };
    (snapshot.presence, messages)
}

async fn next_presence(messages: &mut Messages) -> proto::Presence {
    loop {
        if let Message::Presence(presence) = messages.next().await.unwrap() {
            return presence;
        }
    }
}

/// Whether White and Black are here.
fn here(presence: &proto::Presence) -> [bool; 2] {
    [proto::Side::White, proto::Side::Black].map(|side| {
        let mut seats = presence.seats.iter();
        seats.find(|seat| seat.side() == side).unwrap().present
    })
}

async fn a_game(rig: &Rig, time_control: proto::TimeControl) -> TableId {
    let table = rig.table(time_control).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    table
}

async fn claimable_at(rig: &Rig, table: TableId) -> Option<GameTime> {
    match rig.act(table, WHITE, None, CLAIM).await {
        Err(AuthorityError::Rejected(Rejection::NotClaimable { from })) => from,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn players_who_come_and_go_are_seen_by_all_who_watch() {
    let rig = Rig::start().await;
    let table = a_game(&rig, untimed()).await;
    let (presence, mut white) = watch(&rig, WHITE, table).await;
    assert_eq!(here(&presence.unwrap()), [true, true], "who has just moved is here");

    let began = Instant::now();
    let gone = next_presence(&mut white).await;
    assert_eq!(here(&gone), [true, false]);
    assert!(
        began.elapsed() >= AWAY_AFTER - Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
    let black = gone.seats[1];
    let patience = black.claimable_at_ms.unwrap() - black.away_since_ms.unwrap();
    assert_eq!(patience, 300_000, "an untimed game is the slowest");

    let (presence, black) = watch(&rig, BLACK, table).await;
    assert_eq!(here(&presence.unwrap()), [true, true]);
    assert_eq!(here(&next_presence(&mut white).await), [true, true]);
    let (_, stranger) = watch(&rig, STRANGER, table).await;
    let (_, twice) = watch(&rig, STRANGER, table).await;
    assert_eq!(next_presence(&mut white).await.spectators, 1, "an account counts once");
    drop((stranger, twice));
    assert_eq!(next_presence(&mut white).await.spectators, 0);
    drop(black);
    assert_eq!(here(&next_presence(&mut white).await), [true, false]);
}

#[tokio::test(start_paused = true)]
async fn a_game_is_claimed_when_the_other_has_been_gone_for_a_minute() {
    let rig = Rig::start().await;
    let table = a_game(&rig, blitz(600)).await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(claimable_at(&rig, table).await, None, "the other is here");
    sleep(Duration::from_secs(10)).await;
    let from = claimable_at(&rig, table).await.unwrap();
    sleep(Duration::from_secs(40)).await;
    assert_eq!(
        claimable_at(&rig, table).await,
        Some(from),
        "staying away moves nothing"
    );
    sleep(Duration::from_secs(6)).await;
    let claimed = rig.act(table, WHITE, None, CLAIM).await.unwrap();
    assert_eq!(
        claimed.verdict(),
        Some(Verdict::lost_by(Side::Black, EndReason::Abandonment))
    );
    assert!(claimed.last_reading() >= from);
    assert!(matches!(
        rig.act(table, WHITE, None, CLAIM).await,
        Err(AuthorityError::Rejected(Rejection::GameOver))
    ));
}

#[tokio::test(start_paused = true)]
async fn who_watches_has_not_left_and_who_returns_is_not_lost() {
    let rig = Rig::start().await;
    let table = a_game(&rig, blitz(1_200)).await;
    let (_, black) = watch(&rig, BLACK, table).await;
    sleep(Duration::from_secs(300)).await;
    assert_eq!(claimable_at(&rig, table).await, None);
    drop(black);
    sleep(Duration::from_secs(100)).await;
    assert!(
        claimable_at(&rig, table).await.is_some(),
        "a slow game takes longer: two minutes here"
    );
    let (_, black) = watch(&rig, BLACK, table).await;
    assert_eq!(claimable_at(&rig, table).await, None);
    drop(black);
    sleep(Duration::from_secs(140)).await;
    rig.act(table, WHITE, None, CLAIM).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn some_games_cannot_be_claimed() {
    let rig = Rig::start().await;
    let too_early = rig.table(untimed()).await;
    rig.play(too_early, "c3-d3").await.unwrap();
    let correspondence = proto::TimeControl {
        kind: Some(proto::time_control::Kind::Correspondence(proto::Correspondence {
            days_per_move: 1,
        })),
    };
    let by_mail = a_game(&rig, correspondence).await;
    let against_oneself = proto::CreateTableRequest {
        seats: proto::CreatorSeats::Both.into(),
        ..crate::rig::create_request()
    };
    let alone: TableId = rig.make(WHITE, against_oneself).await.id.parse().unwrap();
    for path in ["c3-d3", "f6-e6"] {
        rig.act(alone, WHITE, None, crate::rig::play(path)).await.unwrap();
    }
    sleep(Duration::from_secs(400)).await;
    for (table, side) in [(too_early, None), (by_mail, None), (alone, Some(Side::White))] {
        let claimed = rig.act(table, WHITE, None, Action::Claim { side }).await;
        let refused = matches!(
            claimed,
            Err(AuthorityError::Rejected(Rejection::NotClaimable { from: None }))
        );
        assert!(refused, "{claimed:?}");
    }
    let stranger = rig.act(by_mail, STRANGER, None, CLAIM).await;
    assert!(matches!(stranger, Err(AuthorityError::Rejected(Rejection::NotSeated))));
}

#[tokio::test(start_paused = true)]
async fn a_finished_table_tells_of_nobody() {
    let rig = Rig::start().await;
    let table = a_game(&rig, untimed()).await;
    rig.act(table, WHITE, None, Action::Resign { side: None })
        .await
        .unwrap();
    let (presence, mut white) = watch(&rig, WHITE, table).await;
    assert_eq!(presence, None);
    let told = timeout(Duration::from_secs(60), next_presence(&mut white)).await;
    assert!(told.is_err(), "{told:?}");
}

//! Finished tables that cannot be recorded, from the archive's call to the operator's, over a Redis whose clock is set.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::{GameTime, TimeControl};
use corners_game_authority::store::{Append, Appended, IndexEntry, TableStore};
use corners_game_authority::table::{
    AccountKind, Action, Agreement, BySide, Event, EventId, EventKind, Seat, Status, Takebacks, Verdict,
};
use corners_game_authority::{AuthorityError, Options};
use corners_proto::error::reason_of;
use corners_proto::game::internal::v1 as internal;
use corners_proto::game::v1 as proto;
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_redis::Mode;
use corners_rules::{Game, Path, Square, Variant};
use corners_test_redis::{Durability, Options as ServerOptions, Server, Step};
use prost::Message;
use tonic::Status as Refused;

use crate::redis_store::connect;
use crate::rig::{BLACK, Rig, WHITE, untimed};

const OPERATOR: AccountId = AccountId::from_bytes([9; 16]);

/// A little more than a table must have been over to be handed out.
pub(crate) const SETTLED: Duration = Duration::from_millis(2_100);

/// A little more than a table that was handed out is hidden.
const SHOWN_AGAIN: Duration = Duration::from_millis(30_100);

/// A replica over a Redis with a clock of its own.
pub(crate) struct World {
    server: Server,
    store: Arc<dyn TableStore>,
    pub(crate) rig: Rig,
}

impl World {
    pub(crate) async fn start() -> Self {
        let options = ServerOptions::of(Durability::Always).own_clock();
        let server = Server::with(options).await.unwrap();
        let store = connect(Mode::Single, [&server]).await;
        let rig = Rig::over(Arc::clone(&store), Options::default()).await;
        Self { server, store, rig }
    }

    /// Another replica, which has seen none of the tables.
    async fn other_replica(&self) -> Rig {
        Rig::over(connect(Mode::Single, [&self.server]).await, Options::default()).await
    }

    /// Plays a table to its end.
    async fn finish(&self) -> TableId {
        let table = self.rig.table(untimed()).await;
        self.rig.play(table, "c3-d3").await.unwrap();
        let resign = Action::Resign { side: None };
        self.rig.act(table, WHITE, None, resign).await.unwrap();
        table
    }

    /// Lets time go by for Redis. Who shall know of it at once asks it.
    pub(crate) async fn wait(&self, time: Duration, asked_by: &Rig, tables: &[TableId]) {
        self.server.step_clock(Step::Forward(time)).unwrap();
        for table in tables {
            // What became of the table is of no interest here.
            let _ = asked_by.game.authority().store().load(*table, None).await;
        }
    }

    fn key(what: &str, table: TableId) -> String {
        let partition = table.as_bytes()[0];
        format!("game:{{p{partition:03}}}:{what}:{table}")
    }
}

pub(crate) async fn try_take(rig: &Rig) -> Result<Vec<proto::Table>, Refused> {
    let request = internal::TakeFinishedRequest { limit: 256 };
    Ok(rig.service().take_finished(request).await?.into_inner().tables)
}

/// The ids of the tables that are handed out, in order.
async fn take(rig: &Rig) -> Vec<TableId> {
    let tables = try_take(rig).await.unwrap();
    let mut ids: Vec<TableId> = tables.iter().map(|table| table.id.parse().unwrap()).collect();
    ids.sort_unstable();
    ids
}

async fn reject(rig: &Rig, table: &str, reason: &str) -> Result<(), Refused> {
    let request = internal::RejectFinishedRequest {
        table: table.to_owned(),
        reason: reason.to_owned(),
    };
    rig.service().reject_finished(request).await.map(drop)
}

async fn acknowledge(rig: &Rig, tables: &[TableId]) -> Result<u32, Refused> {
    let tables = tables.iter().map(ToString::to_string).collect();
    let request = internal::AckFinishedRequest { tables };
    Ok(rig.service().ack_finished(request).await?.into_inner().acknowledged)
}

async fn page(
    rig: &Rig,
    page_size: i32,
    page_token: impl Into<String>,
) -> Result<proto::ListDeadLettersResponse, Refused> {
    let request = proto::ListDeadLettersRequest {
        page_size,
        page_token: page_token.into(),
    };
    Ok(rig.admin(OPERATOR).list_dead_letters(request).await?.into_inner())
}

async fn dead_letters(rig: &Rig) -> Vec<proto::DeadLetter> {
    page(rig, 0, "").await.unwrap().dead_letters
}

async fn requeue(rig: &Rig, table: impl ToString, request_id: impl ToString) -> Result<(), Refused> {
    let request = proto::RequeueDeadLetterRequest {
        request_id: request_id.to_string(),
        table: table.to_string(),
    };
    rig.admin(OPERATOR).requeue_dead_letter(request).await.map(drop)
}

fn reason<T: std::fmt::Debug>(refused: Result<T, Refused>) -> String {
    reason_of(&refused.unwrap_err()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_table_waits_for_an_operator_and_is_handed_out_again_when_it_is_put_back() {
    let world = World::start().await;
    let rig = &world.rig;
    let table = world.finish().await;
    assert_eq!(take(rig).await, [], "its end may still be lost");
    world.wait(SETTLED, rig, &[table]).await;
    assert_eq!(take(rig).await, [table]);

    for why in ["its moves are too many", "a second time"] {
        reject(rig, &table.to_string(), why).await.unwrap();
    }
    let letters = dead_letters(rig).await;
    let [letter] = &letters[..] else {
        panic!("one dead letter was expected: {letters:?}");
    };
    assert_eq!(
        (&letter.table, &*letter.reason),
        (&table.to_string(), "its moves are too many")
    );
    assert!(letter.time.is_some());
    assert_eq!(world.store.backlog().await.unwrap(), 0);
    world.wait(SHOWN_AGAIN, rig, &[table]).await;
    assert_eq!(take(rig).await, []);
    let seen = proto::GetTableRequest {
        table: table.to_string(),
    };
    assert!(rig.client(BLACK).get_table(seen).await.is_ok(), "it can be looked at");

    let request = RequestId::random();
    for request in [request, request, RequestId::random()] {
        requeue(rig, table, request).await.unwrap();
    }
    assert_eq!(dead_letters(rig).await, []);
    world.wait(SETTLED, rig, &[table]).await;
    assert_eq!(take(rig).await, [table]);
    assert_eq!(acknowledge(rig, &[table]).await.unwrap(), 1);
    reject(rig, &table.to_string(), "too late").await.unwrap();
    requeue(rig, table, request).await.unwrap();
    assert_eq!(
        (dead_letters(rig).await, world.store.backlog().await.unwrap()),
        (vec![], 0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_becomes_a_dead_letter_and_holds_no_other_up() {
    let world = World::start().await;
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(world.finish().await);
    }
    let [garbled, unfit, gone, good, other] = tables[..] else {
        panic!("five tables were expected");
    };
    let server = &world.server;
    let log = |table| World::key("log", table);
    server
        .ask::<()>(&["LSET", &log(garbled), "1", "no event"])
        .await
        .unwrap();
    // The second seat is taken, and then taken before the table is made.
    server
        .ask::<u64>(&["LREM", &log(unfit), "1", "no event"])
        .await
        .unwrap();
    server.ask::<Vec<u8>>(&["LPOP", &log(unfit)]).await.unwrap();
    server.ask::<u64>(&["DEL", &log(gone)]).await.unwrap();

    let rig = world.other_replica().await;
    world.wait(SETTLED, &rig, &tables).await;
    let mut handed_out = vec![good, other];
    handed_out.sort_unstable();
    assert_eq!(take(&rig).await, handed_out);
    let letters = dead_letters(&rig).await;
    for (table, part) in [
        (garbled, "cannot be read at event 2"),
        (unfit, "event 1 of the log does not fit"),
        (gone, "its log is gone"),
    ] {
        let letter = letters.iter().find(|letter| letter.table == table.to_string());
        assert!(letter.unwrap().reason.contains(part), "{part} in {letters:?}");
    }
    assert_eq!((letters.len(), world.store.backlog().await.unwrap()), (3, 2));
    assert_eq!(acknowledge(&rig, &handed_out).await.unwrap(), 2);

    // Put back as it is, it dies again; without a log there is nothing else to put back.
    requeue(&rig, gone, RequestId::random()).await.unwrap();
    world.wait(SETTLED, &rig, &tables).await;
    assert_eq!(take(&rig).await, []);
    assert_eq!(dead_letters(&rig).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_now_is_no_dead_letter() {
    let world = World::start().await;
    let table = world.finish().await;
    let rig = world.other_replica().await;
    world.wait(SETTLED, &rig, &[table]).await;
    world
        .server
        .ask::<()>(&["ACL", "SETUSER", "default", "-lrange"])
        .await
        .unwrap();
    assert_eq!(take(&rig).await, []);
    world
        .server
        .ask::<()>(&["ACL", "SETUSER", "default", "+lrange"])
        .await
        .unwrap();
    assert_eq!(dead_letters(&rig).await, []);
    world.wait(SHOWN_AGAIN, &rig, &[table]).await;
    assert_eq!(take(&rig).await, [table]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_handed_out_and_not_acknowledged_is_handed_out_again_after_thirty_seconds() {
    let world = World::start().await;
    let table = world.finish().await;
    world.wait(SETTLED, &world.rig, &[table]).await;
    let other = world.other_replica().await;
    assert_eq!(take(&world.rig).await, [table]);
    assert_eq!(take(&other).await, []);
    world.wait(Duration::from_secs(29), &other, &[table]).await;
    assert_eq!(take(&other).await, []);
    world.wait(Duration::from_millis(1_100), &other, &[table]).await;
    assert_eq!(take(&other).await, [table]);
    assert_eq!(acknowledge(&world.rig, &[table]).await.unwrap(), 1);
    world.wait(SHOWN_AGAIN, &other, &[table]).await;
    assert_eq!(take(&other).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_redis_is_away_nothing_is_taken_or_lost_and_then_it_goes_on() {
    let mut world = World::start().await;
    let table = world.finish().await;
    world.wait(SETTLED, &world.rig, &[table]).await;
    assert_eq!(take(&world.rig).await, [table]);
    world.server.kill();
    assert_eq!(reason(try_take(&world.rig).await), "STORE_UNAVAILABLE");
    assert_eq!(reason(acknowledge(&world.rig, &[table]).await), "STORE_UNAVAILABLE");
    let rejected = reject(&world.rig, &table.to_string(), "a reason").await;
    assert_eq!(reason(rejected), "STORE_UNAVAILABLE");
    assert_eq!(reason(page(&world.rig, 0, "").await), "STORE_UNAVAILABLE");
    let put_back = requeue(&world.rig, table, RequestId::random()).await;
    assert_eq!(reason(put_back), "STORE_UNAVAILABLE");
    world.server.restart().await.unwrap();

    let acknowledged = loop {
        match acknowledge(&world.rig, &[table]).await {
            Ok(acknowledged) => break acknowledged,
            Err(away) => assert_eq!(reason_of(&away).as_deref(), Some("STORE_UNAVAILABLE")),
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(acknowledged, 1);
    assert_eq!(dead_letters(&world.rig).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_table_whose_log_has_lost_its_end_is_played_on_until_it_ends_again() {
    let world = World::start().await;
    let table = world.finish().await;
    let log = World::key("log", table);
    world.server.ask::<Vec<u8>>(&["RPOP", &log]).await.unwrap();
    let rig = world.other_replica().await;
    world.wait(SETTLED, &rig, &[table]).await;
    assert_eq!(take(&rig).await, []);
    assert_eq!(
        (world.store.backlog().await.unwrap(), dead_letters(&rig).await),
        (0, vec![])
    );
    let events = rig.game.authority().log(table).await.unwrap();
    assert!(matches!(events.last().unwrap().kind, EventKind::TailLost { .. }));

    // Also where its end was seen.
    for (replica, path) in [(&world.rig, "f6-e6"), (&rig, "d3-e3")] {
        let played = replica.play(table, path).await.unwrap();
        assert_eq!(played.status(), Status::Playing);
    }
    rig.act(table, BLACK, None, Action::Resign { side: None })
        .await
        .unwrap();
    world.wait(SETTLED, &rig, &[table]).await;
    let taken = try_take(&rig).await.unwrap();
    assert_eq!((taken.len(), taken[0].moves.len()), (1, 3));
}

/// The longest game with the longest chains that a log can hold.
fn largest(table: TableId) -> Append {
    let variant = Variant::find("halma-16x16").unwrap();
    let seat = Some(Seat {
        account: WHITE,
        kind: AccountKind::Guest,
        rating: None,
    });
    let agreement = Agreement {
        variant,
        set_up: None,
        time_control: TimeControl::Untimed,
        takebacks: Takebacks::Off,
        rated: false,
        creator: WHITE,
        seats: BySide {
            white: seat,
            black: seat,
        },
        request_digest: [0; 32],
    };
    let mut kinds = vec![EventKind::TableCreated(Box::new(agreement))];
    let mut game = Game::new(variant);
    for ply in 0..320_u64 {
        // To and fro, by way of all corners.
        let path = game.position().legal_paths()[0];
        let far = Square::new(15, 15).unwrap();
        let mut squares = [far; 64];
        squares[0] = path.origin();
        squares[63] = path.destination();
        let path = Path::new(&squares).unwrap();
        game.replay(&path).unwrap();
        kinds.push(EventKind::MovePlayed {
            path,
            remaining: Duration::from_hours(24 * 14),
            next_turn_started: GameTime::from_millis(u64::from(u32::MAX) + ply),
            think_time: Some(Duration::from_millis(86_399_999)),
            lag_credit: Duration::from_millis(999),
        });
    }
    kinds.push(EventKind::GameEnded(Verdict::CLOSED));
    let event = |(number, kind)| Event {
        id: EventId(number),
        recorded_at_ms: u64::MAX / 2_000_000,
        at: GameTime::from_millis(u64::from(u32::MAX)),
        outage_credit: Duration::ZERO,
        call: None,
        kind,
    };
    let events: Vec<Event> = (1..).zip(kinds).map(event).collect();
    Append {
        table,
        expected: None,
        alarm: None,
        alarm_order: events.len() as u64,
        events,
        entry: IndexEntry {
            created_at_ms: 5,
            variant: variant.id(),
            status: Status::Finished,
            seated: vec![WHITE],
        },
        was: None,
        not_after: None,
        unless_seen: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_stays_below_a_mebibyte_and_what_does_not_fit_comes_next() {
    let world = World::start().await;
    let ids: Vec<TableId> = (0..30).map(|number| TableId::from_bytes([number; 16])).collect();
    for id in &ids {
        assert_eq!(world.store.append(largest(*id)).await.unwrap(), Appended::Stored);
    }
    world.wait(SETTLED, &world.rig, &ids).await;
    let mut taken: Vec<TableId> = Vec::new();
    while taken.len() < ids.len() {
        let tables = try_take(&world.rig).await.unwrap();
        assert!(!tables.is_empty(), "after {} tables nothing comes", taken.len());
        let answer = internal::TakeFinishedResponse { tables };
        assert!(answer.encoded_len() < 1 << 20, "{} bytes", answer.encoded_len());
        taken.extend(
            answer
                .tables
                .into_iter()
                .map(|table| table.id.parse::<TableId>().unwrap()),
        );
    }
    taken.sort_unstable();
    assert_eq!(taken, ids, "each comes once");
    assert_eq!(take(&world.rig).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_letters_are_paged_by_tokens_of_their_own() {
    let world = World::start().await;
    let rig = &world.rig;
    let mut tables = Vec::new();
    for _ in 0..5 {
        let table = world.finish().await;
        reject(rig, &table.to_string(), "a reason").await.unwrap();
        tables.push(table.to_string());
    }
    let (mut listed, mut token) = (Vec::new(), String::new());
    loop {
        let page = page(rig, 2, token).await.unwrap();
        assert!(page.dead_letters.len() <= 2);
        listed.extend(page.dead_letters.into_iter().map(|letter| letter.table));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    // Those of one millisecond come in any order.
    listed.sort_unstable();
    tables.sort_unstable();
    assert_eq!(listed, tables);

    let first = page(rig, 2, "").await.unwrap().next_page_token;
    let live = proto::ListLiveTablesRequest {
        page_token: first.clone(),
        ..proto::ListLiveTablesRequest::default()
    };
    let refused = rig.client(WHITE).list_live_tables(live).await;
    assert_eq!(reason(refused), "INVALID_PAGE_TOKEN");
    rig.table(untimed()).await;
    rig.table(untimed()).await;
    let live = proto::ListLiveTablesRequest {
        page_size: 1,
        ..proto::ListLiveTablesRequest::default()
    };
    let live = rig.client(WHITE).list_live_tables(live).await.unwrap().into_inner();
    assert!(!live.next_page_token.is_empty());
    for token in [&*live.next_page_token, &first[1..], "garbage", "a+b"] {
        assert_eq!(reason(page(rig, 2, token).await), "INVALID_PAGE_TOKEN", "{token}");
    }
    assert_eq!(reason(page(rig, -1, "").await), "INVALID_ARGUMENT");
    assert_eq!(page(rig, i32::MAX, "").await.unwrap().dead_letters.len(), 5);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_what_is_missing_said() {
    let rig = Rig::start().await;
    let missing = TableId::from_bytes([7; 16]);
    for limit in [0, 257] {
        let request = internal::TakeFinishedRequest { limit };
        let refused = rig.service().take_finished(request).await;
        assert_eq!(reason(refused), "INVALID_ARGUMENT", "{limit}");
    }
    let long = "\u{e9}".repeat(501);
    for (table, why) in [
        ("nonsense", "x"),
        (&*missing.to_string(), ""),
        (&*missing.to_string(), &long),
    ] {
        assert_eq!(
            reason(reject(&rig, table, why).await),
            "INVALID_ARGUMENT",
            "{table} {why}"
        );
    }
    reject(&rig, &missing.to_string(), &"\u{e9}".repeat(500)).await.unwrap();
    for (table, request) in [
        ("nonsense", &*RequestId::random().to_string()),
        (&*missing.to_string(), "1"),
    ] {
        assert_eq!(reason(requeue(&rig, table, request).await), "INVALID_ARGUMENT");
    }
    let refused = requeue(&rig, missing, RequestId::random()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("TABLE_NOT_LIVE"));
    assert!(refused.message().contains("the archive has it"), "{refused}");
    let gone = rig.game.authority().table(missing).await;
    assert!(matches!(gone, Err(AuthorityError::TableNotLive(_))));
}

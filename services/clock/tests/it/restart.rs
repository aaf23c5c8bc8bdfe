//! The embedded store over the end of its process.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use corners_clock::store::{ClockStore, EmbeddedClockStore};
use corners_clock::{Alarm, Clock, Options, Ring};
use corners_clockwork::GameTime;
use corners_embedded::Location;
use corners_proto::clock::v1::clock_service_client::ClockServiceClient;
use corners_proto::clock::v1::{GetGameTimeRequest, GetGameTimeResponse};
use corners_service::internal::InternalChannel;

use crate::platform::table;

const START_MS: u64 = 1_700_000_000_000;

/// The machine's clock, moved by hand.
fn machine() -> Arc<AtomicU64> {
    Arc::new(AtomicU64::new(START_MS))
}

async fn open(folder: &Path, machine: &Arc<AtomicU64>) -> EmbeddedClockStore {
    let machine = Arc::clone(machine);
    let own_time = Arc::new(move || machine.load(Ordering::SeqCst));
    EmbeddedClockStore::open(Location::File(folder.join("clock.db")), own_time)
        .await
        .unwrap()
}

async fn beat(store: &EmbeddedClockStore) {
    let own_now_ms = store.read().await.unwrap().own_now_ms;
    store.beat(own_now_ms).await.unwrap();
}

async fn game_time(store: EmbeddedClockStore) -> GetGameTimeResponse {
    let clock = Clock::new(Arc::new(store), Options::default()).await.unwrap();
    let channel = InternalChannel::in_process(clock.server());
    ClockServiceClient::new(channel)
        .get_game_time(GetGameTimeRequest {})
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test(start_paused = true)]
async fn game_time_stands_still_while_no_process_runs() {
    for (down_ms, set_back_ms, cost_ms) in [
        (0, 0, 0),
        (300, 0, 300),
        (60_000, 0, 1_000),
        (10_000_000_000, 0, 1_000),
        (2_000, 3_600_000, 1_000),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine();
        let store = open(folder.path(), &machine).await;
        for _ in 0..50 {
            machine.fetch_add(200, Ordering::SeqCst);
            beat(&store).await;
        }
        drop(store);
        machine.fetch_add(down_ms, Ordering::SeqCst);
        machine.fetch_sub(set_back_ms, Ordering::SeqCst);
        let time = game_time(open(folder.path(), &machine).await).await;
        let expected = GetGameTimeResponse {
            game_time_ms: 10_000 + cost_ms,
            last_stall_end_ms: 10_000 + cost_ms,
        };
        assert_eq!(
            time, expected,
            "what has passed, a second at most; the most when the clock was set back"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_process_that_fails_to_start_again_and_again_costs_a_second_once() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine();
    let store = open(folder.path(), &machine).await;
    machine.fetch_add(800, Ordering::SeqCst);
    beat(&store).await;
    drop(store);
    for _ in 0..20 {
        machine.fetch_add(5_000, Ordering::SeqCst);
        drop(open(folder.path(), &machine).await);
    }
    assert_eq!(game_time(open(folder.path(), &machine).await).await.game_time_ms, 1_800);
}

#[tokio::test(start_paused = true)]
async fn time_that_ran_ahead_because_the_clock_was_set_back_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine();
    drop(open(folder.path(), &machine).await);
    machine.fetch_sub(5_000, Ordering::SeqCst);
    let store = open(folder.path(), &machine).await;
    let mut readings = Vec::new();
    for _ in 0..6 {
        beat(&store).await;
        let pair = store.read().await.unwrap();
        readings.push(pair.beat.reading(pair.own_now_ms).millis());
        machine.fetch_add(300, Ordering::SeqCst);
    }
    assert_eq!(readings, [1_000, 1_000, 1_000, 1_000, 1_200, 1_500]);
}

#[tokio::test(start_paused = true)]
async fn alarms_outlive_the_process_and_what_it_had_claimed_can_be_claimed_again_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine();
    let store = open(folder.path(), &machine).await;
    let due = GameTime::from_millis(500);
    let ring = Ring {
        table: table(1),
        version: 3,
        due,
    };
    store
        .arm(vec![Alarm {
            table: table(1),
            version: 3,
            due: Some(due),
        }])
        .await
        .unwrap();
    assert_eq!(store.claim(due, 10).await.unwrap().rings, [ring]);
    assert_eq!(store.claim(due, 10).await.unwrap().rings, []);
    drop(store);
    let store = open(folder.path(), &machine).await;
    assert_eq!(store.claim(due, 10).await.unwrap().rings, [ring]);
}

#[tokio::test]
async fn two_processes_do_not_share_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine();
    let _open = open(folder.path(), &machine).await;
    let again = EmbeddedClockStore::open(Location::File(folder.path().join("clock.db")), Arc::new(|| 0)).await;
    let error = again.err().unwrap();
    assert_eq!(error.to_string(), "cannot open the clock's store");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("clock.db"), "{cause}");
}

use std::sync::atomic::Ordering;
use std::time::Duration;

use corners_proto::clock::internal::v1::PunchRequest;
use corners_proto::error::reason_of;

use crate::authority::Health;
use crate::platform::{Platform, pass, settle};

#[tokio::test(start_paused = true)]
async fn game_time_runs_while_moves_can_be_taken() {
    let platform = Platform::start().await;
    pass(10_000).await;
    let time = platform.replica.get_game_time().await;
    assert_eq!((time.game_time_ms, time.last_stall_end_ms), (10_000, 0));
}

#[tokio::test(start_paused = true)]
async fn a_reading_asks_the_store_nothing() {
    let platform = Platform::start().await;
    let reads = platform.store.reads.load(Ordering::SeqCst);
    for _ in 0..1_000 {
        platform.replica.get_game_time().await;
    }
    assert_eq!(platform.store.reads.load(Ordering::SeqCst), reads);
}

#[tokio::test(start_paused = true)]
async fn game_time_stands_still_within_a_second_when_moves_cannot_be_taken() {
    for health in [Health::Down, Health::Hanging] {
        let platform = Platform::start().await;
        pass(10_000).await;
        platform.authority.world().health = health;
        pass(60_000).await;
        let standing = platform.replica.get_game_time().await;
        assert!((10_800..=11_000).contains(&standing.game_time_ms), "{standing:?}");
        assert_eq!(
            standing.last_stall_end_ms, standing.game_time_ms,
            "the stall is not over"
        );
        pass(60_000).await;
        assert_eq!(platform.replica.get_game_time().await, standing);

        platform.authority.world().health = Health::Well;
        pass(2_000).await;
        let again = platform.replica.get_game_time().await;
        assert_eq!(again.last_stall_end_ms, standing.game_time_ms);
        let since = again.game_time_ms - standing.game_time_ms;
        assert!((1_800..=2_000).contains(&since), "runs again within a beat: {since}");
    }
}

#[tokio::test(start_paused = true)]
async fn slow_probes_cost_nothing() {
    let platform = Platform::start().await;
    platform.authority.world().delay = Duration::from_millis(750);
    pass(60_000).await;
    let time = platform.replica.get_game_time().await;
    assert_eq!(time.game_time_ms, 60_000);
    assert!(time.last_stall_end_ms < 1_000, "only until the first one: {time:?}");
}

#[tokio::test(start_paused = true)]
async fn probes_that_hang_do_not_pile_up() {
    let platform = Platform::start().await;
    platform.authority.world().health = Health::Hanging;
    pass(60_000).await;
    let most = platform.authority.world().most_probes_at_once;
    assert!((1..=5).contains(&most), "{most}");
}

#[tokio::test(start_paused = true)]
async fn game_time_stands_still_while_the_store_is_away_and_is_not_told_by_who_cannot_see_it() {
    let platform = Platform::start().await;
    pass(10_000).await;
    platform.store.failing.store(true, Ordering::SeqCst);
    pass(32_000).await;
    let blind = platform
        .replica
        .internal()
        .punch(PunchRequest::default())
        .await
        .unwrap_err();
    assert_eq!(reason_of(&blind).as_deref(), Some("STORE_UNAVAILABLE"));
    let reads = platform.store.reads.load(Ordering::SeqCst);
    for _ in 0..100 {
        let asking = platform.replica.internal().punch(PunchRequest::default()).await;
        assert!(asking.is_err());
    }
    assert_eq!(
        platform.store.reads.load(Ordering::SeqCst),
        reads,
        "whoever asks is not kept waiting for a store that does not answer"
    );
    platform.store.failing.store(false, Ordering::SeqCst);
    pass(1_000).await;
    let again = platform.replica.game_ms().await;
    assert!((10_800 + 800..=11_000 + 1_000).contains(&again), "{again}");
}

#[tokio::test(start_paused = true)]
async fn a_machine_clock_that_is_set_moves_game_time_by_at_most_a_second_and_never_back() {
    for step_ms in [3_600_000, 700, 30, -30, -700, -3_600_000] {
        let platform = Platform::start().await;
        pass(10_070).await;
        platform.machine.step(step_ms);
        let mut last = platform.replica.game_ms().await;
        for passed in (10..5_000).step_by(10) {
            pass(10).await;
            let now = platform.replica.game_ms().await;
            assert!(now >= last, "{now} after {last}, {step_ms}");
            let fair = 10_070 + passed;
            assert!(now.abs_diff(fair) <= 1_000, "{now}, not {fair}, {step_ms}");
            last = now;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn replicas_agree_and_count_no_time_twice() {
    let platform = Platform::start().await;
    pass(130).await;
    let other = platform.another_replica().await;
    pass(59_870).await;
    assert_eq!(platform.replica.game_ms().await, 60_000);
    assert_eq!(other.game_ms().await, 60_000);
}

#[tokio::test(start_paused = true)]
async fn one_replica_keeps_time_running_when_the_other_dies() {
    let platform = Platform::start().await;
    let other = platform.another_replica().await;
    pass(10_000).await;
    platform.replica.kill();
    platform.authority.use_clock(other.internal());
    pass(50_000).await;
    let time = other.get_game_time().await;
    assert_eq!((time.game_time_ms, time.last_stall_end_ms), (60_000, 0));
}

#[tokio::test(start_paused = true)]
async fn the_loops_end_when_the_drain_is_over() {
    let platform = Platform::start().await;
    pass(1_000).await;
    platform.replica.drain.start();
    pass(5_000).await;
    assert_eq!(
        platform.replica.game_ms().await,
        6_000,
        "calls that are still under way have their time"
    );
    assert!(platform.replica.drain.finish(Duration::from_secs(1)).await);
    settle().await;
    assert!(platform.replica.loops.is_finished());
}

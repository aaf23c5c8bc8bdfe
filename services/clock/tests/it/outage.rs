//! Hazard 21: an outage costs no player a game, nor more than a second.

use std::sync::atomic::Ordering;

use crate::authority::Health;
use crate::platform::{Platform, pass, table};

#[derive(Clone, Copy, Debug)]
enum Outage {
    AuthorityDown,
    AuthorityHanging,
    StoreAway,
    ClockKilled,
    AllAtOnce,
}

const OUTAGES: [Outage; 5] = [
    Outage::AuthorityDown,
    Outage::AuthorityHanging,
    Outage::StoreAway,
    Outage::ClockKilled,
    Outage::AllAtOnce,
];

async fn go_through(platform: &mut Platform, outage: Outage, millis: u64) {
    let health = match outage {
        Outage::AuthorityDown | Outage::AllAtOnce => Health::Down,
        Outage::AuthorityHanging => Health::Hanging,
        Outage::StoreAway | Outage::ClockKilled => Health::Well,
    };
    platform.authority.world().health = health;
    platform.store.failing.store(
        matches!(outage, Outage::StoreAway | Outage::AllAtOnce),
        Ordering::SeqCst,
    );
    let killed = matches!(outage, Outage::ClockKilled | Outage::AllAtOnce);
    if killed {
        platform.replica.kill();
    }
    pass(millis).await;
    platform.authority.world().health = Health::Well;
    platform.store.failing.store(false, Ordering::SeqCst);
    if killed {
        platform.replica = platform.another_replica().await;
        platform.authority.use_clock(platform.replica.internal());
    }
}

#[tokio::test(start_paused = true)]
async fn an_outage_costs_a_clock_at_most_a_second() {
    for outage in OUTAGES {
        for millis in [500, 1_100, 5_000, 60_000, 600_000] {
            let mut platform = Platform::start().await;
            pass(3_070).await;
            platform.authority.seat(table(1), 180_000).await;
            pass(20_000).await;
            go_through(&mut platform, outage, millis).await;
            pass(10_000).await;
            let left = platform.authority.left(table(1)).await;
            assert!(
                (149_000..=150_300).contains(&left),
                "{left} ms left after {outage:?} of {millis} ms"
            );
            assert!(platform.authority.play(table(1)).await.is_some());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_had_little_time_left_has_two_seconds_after_an_outage() {
    for outage in OUTAGES {
        for millis in [1_500, 5_000, 60_000] {
            let mut platform = Platform::start().await;
            pass(3_070).await;
            platform.authority.seat(table(1), 20_100).await;
            pass(20_000).await;
            go_through(&mut platform, outage, millis).await;
            for _ in 0..18 {
                pass(100).await;
                assert_eq!(
                    platform.authority.table(table(1)).flag,
                    None,
                    "after {outage:?} of {millis} ms"
                );
            }
            let credit = platform.authority.left(table(1)).await;
            assert!((1..2_000).contains(&credit), "{credit}");
            pass(2_000).await;
            let flag = platform.authority.table(table(1)).flag.unwrap();
            assert!(
                flag.reading_ms - flag.due_ms.unwrap() <= 250,
                "late after {outage:?} of {millis} ms: {flag:?}"
            );
            assert!(flag.outage_credit_ms > 1_000, "the credit is told");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_loses_by_a_machine_clock_that_is_set() {
    for step_ms in [3_600_000, -3_600_000, 5_000, -5_000] {
        let platform = Platform::start().await;
        pass(3_070).await;
        platform.authority.seat(table(1), 600).await;
        platform.authority.seat(table(2), 60_000).await;
        pass(500).await;
        platform.machine.step(step_ms);
        pass(50).await;
        assert!(
            platform.authority.play(table(1)).await.is_some(),
            "50 ms before its time is up, {step_ms}"
        );
        pass(9_450).await;
        let left = platform.authority.left(table(2)).await;
        assert!((49_000..=51_000).contains(&left), "{left}, {step_ms}");
        assert!(platform.authority.table(table(1)).flag.is_some(), "flags go on falling");
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_outage_right_after_the_first_costs_no_game_either() {
    let mut platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    pass(4_900).await;
    for _ in 0..10 {
        go_through(&mut platform, Outage::AllAtOnce, 10_000).await;
        pass(1_500).await;
        assert_eq!(platform.authority.table(table(1)).flag, None);
    }
    pass(3_000).await;
    assert!(platform.authority.table(table(1)).flag.is_some(), "in the end it falls");
}

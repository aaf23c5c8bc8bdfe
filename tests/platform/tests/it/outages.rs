//! Outages in the middle of running games, and flags that fall while a clock is killed.

use std::time::Duration;

use corners_platform_tests::outages::{Campaign, Fault, Outage, report, stage};
use corners_platform_tests::{Stage, deadlines};
use corners_test_redis::Durability;

const GAMES: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_ends_no_game_costs_no_clock_more_than_a_second_and_flags_fall_after_it_in_their_time() {
    let mut stage = stage().await;
    let campaign = Campaign::prepare(&stage, GAMES).await;
    let mut verdicts = Vec::new();
    for (fault, length_ms) in [
        (Fault::RedisPaused, 500),
        (Fault::AuthoritiesKilled, 1_000),
        (Fault::ClocksKilled, 500),
        (Fault::AllAtOnce, 2_500),
        (Fault::SteppedForward, 0),
        (Fault::SteppedBack, 0),
    ] {
        let length = Duration::from_millis(length_ms);
        verdicts.push(campaign.outage(&mut stage, Outage { fault, length }).await);
    }
    for verdict in &verdicts {
        assert!(verdict.violations.is_empty(), "{}", report(&verdicts));
        assert!(verdict.moves > 0 && verdict.flags > 0, "{}", report(&verdicts));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_flag_falls_once_and_none_early_while_a_clock_is_killed() {
    let campaign = deadlines::Campaign {
        tables: 300,
        within: Duration::from_secs(3),
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    let verdict = campaign.run(&mut stage).await;
    assert!(verdict.violations.is_empty(), "{}", deadlines::report(&verdict));
    assert_eq!(verdict.fallen, campaign.tables);
}

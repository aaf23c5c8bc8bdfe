//! `kill -9` while games are on.

use corners_platform_tests::kill_nine::{Campaign, Deploy, Outcome, ReplicasCampaign, report};
use corners_platform_tests::{Stage, seed};
use corners_test_redis::Durability;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twelve_kills_lose_no_acknowledged_move_no_second_and_no_game() {
    let campaign = Campaign {
        first_seed: seed().unwrap_or(1),
        kills: 12,
        tables: 50,
    };
    let folder = tempfile::tempdir().unwrap();
    assert_that_promises_were_kept(&campaign.run(folder.path()).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_replica_of_any_service_and_redis_can_die_while_games_are_on() {
    let campaign = ReplicasCampaign {
        first_seed: seed().unwrap_or(1),
        kills: 12,
        redis_kills: 2,
        tables: 50,
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    assert_that_promises_were_kept(&campaign.run(&mut stage).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deploy_of_every_service_in_the_middle_of_blitz_games_loses_no_game_and_no_move() {
    let deploy = Deploy {
        seed: seed().unwrap_or(1),
        tables: 50,
        most_charged: None,
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    assert_that_promises_were_kept(&deploy.run(&mut stage).await);
}

fn assert_that_promises_were_kept(outcome: &Outcome) {
    assert!(
        outcome.violations.is_empty(),
        "{}\nAgain: {}={} cargo test -p corners-platform-tests kill",
        report(outcome),
        corners_platform_tests::SEED,
        outcome.first_seed,
    );
}

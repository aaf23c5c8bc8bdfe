//! `kill -9` while games are on.

use corners_platform_tests::kill_nine::{Campaign, report};
use corners_platform_tests::seed;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twelve_kills_lose_no_acknowledged_move_no_second_and_no_game() {
    let campaign = Campaign {
        first_seed: seed().unwrap_or(1),
        kills: 12,
        tables: 50,
    };
    let folder = tempfile::tempdir().unwrap();
    let outcome = campaign.run(folder.path()).await;
    assert!(
        outcome.violations.is_empty(),
        "{}\nAgain: {}={} cargo test -p corners-platform-tests kill",
        report(&outcome),
        corners_platform_tests::SEED,
        campaign.first_seed,
    );
}

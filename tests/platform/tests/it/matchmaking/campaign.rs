//! Matchers are killed while hundreds queue.

use corners_platform_tests::matchers::{MatchersCampaign, report};
use corners_platform_tests::{SEED, seed};

use super::support::two_matchers;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_matcher_can_die_in_any_step_while_everybody_queues() {
    let campaign = MatchersCampaign {
        first_seed: seed().unwrap_or(1),
        kills: 8,
        tickets: 200,
    };
    let mut stage = two_matchers().start().await;
    let outcome = campaign.run(&mut stage).await;
    assert!(
        outcome.violations.is_empty(),
        "{}\nAgain: {SEED}={} cargo test -p corners-platform-tests any_matcher",
        report(&outcome),
        campaign.first_seed,
    );
    let waited = outcome.rounds.iter().filter(|ends| ends.died_while_somebody_waited);
    assert!(
        waited.count() > 0,
        "no matcher died while somebody waited: {}",
        report(&outcome)
    );
}

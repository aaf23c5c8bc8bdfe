//! Hazard 22, in short: two matchers, one of which dies in the middle. The long version is a bench: `benches/kills.rs`.

use futures::StreamExt;

use crate::campaign::run;

#[tokio::test(flavor = "multi_thread")]
async fn a_matcher_that_dies_in_the_middle_leaves_nobody_without_an_end_nor_at_two_tables() {
    let runs = futures::stream::iter(0..12).map(async |seed| (seed, run(seed, 300).await));
    let mut runs = runs.buffer_unordered(4);
    let mut deaths = 0;
    while let Some((seed, ended)) = runs.next().await {
        let ended = ended.unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        assert_eq!(
            ended.matched + ended.cancelled + ended.expired,
            300,
            "seed {seed}: {ended:?}"
        );
        assert_eq!(2 * ended.tables, ended.matched, "seed {seed}: {ended:?}");
        deaths += usize::from(ended.has_died);
    }
    assert!(deaths > 6, "only {deaths} died");
}

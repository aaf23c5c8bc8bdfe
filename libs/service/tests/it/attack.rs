//! An attack with tokens. `cargo bench -p corners-service --bench forgeries` is the same with 100,000 of them.

use crate::support::forgeries::attack;

/// Enough of them that anything that is kept of each would show.
const FORGERIES: usize = 20_000;

/// What an allocator may keep for itself, whatever the number of calls.
const SLACK_BYTES: u64 = 8 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread")]
async fn every_forgery_is_refused_and_memory_stays_flat() {
    let grown = attack(FORGERIES).await;
    assert!(grown < SLACK_BYTES, "{grown} bytes more after {FORGERIES} forgeries");
}

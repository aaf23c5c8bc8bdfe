//! An attack with tokens. `cargo bench -p corners-service --bench forgeries` is the same with 100,000 of them.

use std::process::Command;

use crate::support::forgeries::attack;

/// Enough of them that anything that is kept of each would show.
const FORGERIES: usize = 20_000;

/// What an allocator may keep for itself, whatever the number of calls.
const SLACK_BYTES: u64 = 16 * 1024 * 1024;

/// Says to the test that it has the process to itself, so that all memory is its own.
const ALONE: &str = "CORNERS_TEST_ATTACK_ALONE";

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "says what a test does, and is no setting of the platform"
)]
fn every_forgery_is_refused_and_memory_stays_flat() {
    if std::env::var_os(ALONE).is_some() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let grown = runtime.block_on(attack(FORGERIES));
        assert!(grown < SLACK_BYTES, "{grown} bytes more after {FORGERIES} forgeries");
        return;
    }
    let myself = "attack::every_forgery_is_refused_and_memory_stays_flat";
    let alone = Command::new(std::env::current_exe().unwrap())
        .args([myself, "--exact"])
        .env(ALONE, "yes")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && said.contains("1 passed"), "{said}");
}

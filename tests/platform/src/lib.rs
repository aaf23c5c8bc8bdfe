//! The harness: the platform as real processes that tests can kill, stop and start again, all in one or as services.
//!
//! ```no_run
//! # async fn test() {
//! use corners_platform_tests::Platform;
//!
//! let folder = tempfile::tempdir().unwrap();
//! let mut platform = Platform::start(folder.path());
//! let guest = platform.guest().await;
//! platform.kill();
//! platform.restart();
//! guest.list_my_tables(Default::default()).await.unwrap();
//! platform.stop();
//! # }
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of tests are tests"
)]

mod crowd;
pub mod deadlines;
pub mod kill_nine;
mod loopback;
pub mod matchers;
pub mod outages;
mod platform;
mod proxy;
mod search;
mod stage;

use std::fmt::Debug;
use std::str::FromStr;

pub use corners_test_invariants as invariants;
pub use loopback::Loopback;
pub use platform::{Kill, Platform, program};
pub use proxy::Proxy;
pub use search::{Found, Search, minutes_and_seconds};
pub use stage::{
    AsPlayer, AsService, Certificates, Links, Matchmaking, Player, Service, ServiceChannel, Stage, StageBuilder,
};

/// The environment variable that chooses the seed of the random tests; a failure prints the seed it had.
pub const SEED: &str = "CORNERS_TEST_SEED";

/// Settings without which one account of a test could not do what hundreds of players do together.
const FOR_ONE_CALLER: [(&str, &str); 5] = [
    ("CORNERS_LIMITS__CALLS_PER_SECOND_BY_ACCOUNT", "1000000"),
    ("CORNERS_LIMITS__CALLS_BURST_BY_ACCOUNT", "1000000"),
    ("CORNERS_LIMITS__MOVES_PER_SECOND_BY_ACCOUNT", "1000000"),
    ("CORNERS_LIMITS__MOVES_BURST_BY_ACCOUNT", "1000000"),
    ("CORNERS_LIMITS__STREAMS_BY_ACCOUNT", "1000000"),
];

/// The same for a process that tables are at.
const FOR_ONE_PLAYER: (&str, &str) = ("CORNERS_GAME__TABLES_PER_ACCOUNT", "10000");

/// A time control without clocks.
#[must_use]
pub fn untimed() -> corners_proto::game::v1::TimeControl {
    use corners_proto::game::v1::{TimeControl, Untimed, time_control::Kind};
    TimeControl {
        kind: Some(Kind::Untimed(Untimed {})),
    }
}

/// The seed that the environment chooses, if it does.
#[must_use]
pub fn seed() -> Option<u64> {
    chosen(SEED)
}

/// How many of something a test has, if the environment chooses: an environment variable that the test names.
#[must_use]
pub fn size(variable: &str) -> Option<usize> {
    chosen(variable)
}

fn chosen<T: FromStr<Err: Debug>>(variable: &str) -> Option<T> {
    #[allow(
        clippy::disallowed_methods,
        reason = "chooses what a test does, and is no setting of the platform"
    )]
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap())
}

//! Outages in the middle of many running games, and what they cost.
//!
//! A stage with two authorities and two clocks over a Redis that syncs every write; players at many tables, most of them
//! with little time left; and then the platform is away for a while, or somebody sets the clock of Redis's machine. No
//! clock may lose more than a second by it, no game may end by it, and a game at which nobody moves still ends by its flag,
//! in its time.

mod campaign;
mod facts;
mod fault;
mod judge;
mod plan;
mod probe;
mod report;

pub use campaign::{Campaign, stage};
pub use fault::{Fault, Outage};
pub use judge::Verdict;
pub use report::report;

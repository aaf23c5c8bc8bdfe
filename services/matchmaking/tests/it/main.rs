//! Statements about matchmaking.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod bulk;
mod campaign;
mod decisions;
mod hazards;
mod kills;
mod model;
mod offers;
mod others;
mod redis;
mod redis_faults;
mod rig;
mod samples;
mod store;
mod streams;
mod tickets;

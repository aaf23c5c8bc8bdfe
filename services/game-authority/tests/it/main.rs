//! What game-authority promises.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod asked_by_services;
mod closing;
mod codec;
mod dead_letters;
mod fair_time;
mod lag;
mod presence;
mod rated;
mod redis_faults;
mod redis_store;
mod rig;
mod seats;
mod store;
mod table;
mod watching;

//! The rating service from the outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod calls;
mod postgres;
mod rig;
mod services;
mod store;
mod taking;
mod verify;

//! What the stores may rely on, in memory and on a file.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod batch;
mod open;
mod process;
mod store;
mod support;

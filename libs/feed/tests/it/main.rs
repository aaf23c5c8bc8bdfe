//! A feed of a service of its own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod feed;
mod source;

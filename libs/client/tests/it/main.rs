//! The SDK against a peer that the test drives by hand, over connections in memory and on a paused clock.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod archive;
mod keepalive;
mod matchmaking;
mod peer;
mod rating;
mod retries;
mod sessions;
mod watching;

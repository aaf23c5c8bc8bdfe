//! The kit of the Postgres stores on real servers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod calls;
mod config;
mod connections;
mod logs;
mod migrations;
mod outage;
mod start;
mod support;
mod tls;

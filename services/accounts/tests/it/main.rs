//! Accounts from the outside: over gRPC, through its files, as a program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod admin;
mod copies;
mod grpc;
mod identity;
mod key;
mod personal_data;
mod players;
mod postgres;
mod program;
mod programs;
mod sessions;
mod store;
mod support;

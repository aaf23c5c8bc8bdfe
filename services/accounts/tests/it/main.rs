//! Accounts from the outside: over gRPC, through its files, as a program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod grpc;
mod key;
mod postgres;
mod program;
mod store;
mod support;

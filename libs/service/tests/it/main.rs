//! The server from the outside, over real sockets.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod attack;
mod auth;
mod calls;
mod channel;
mod client_address;
mod drain;
mod half_open;
mod infrastructure;
mod internal;
mod limits;
mod metrics;
mod process;
mod publish;
mod rates;
mod replicas;
mod shut_windows;
mod streams;
mod support;
mod tls;
mod web;

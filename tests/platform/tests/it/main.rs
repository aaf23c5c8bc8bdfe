//! The platform as real processes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod access;
mod archive;
mod bad_input;
mod fuzz;
mod game;
mod impossible_tables;
mod kill;
mod matchmaking;
mod outages;
mod proxy;
mod rating;
mod replicas;
mod separate;
mod squares;
mod streams;
mod support;
mod terminals;
mod tls;
mod tokens;
mod tools;
mod vectors;

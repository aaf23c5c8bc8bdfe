//! The program as a person or a script meets it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod admin;
mod games;
mod load;
mod meeting;
mod platform;
mod play;
mod program;
mod ratings;
mod rules;
mod rules_lines;
mod seats;
mod tls;
mod up;

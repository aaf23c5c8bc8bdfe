//! The platform as real processes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod bad_input;
mod kill;
mod separate;
mod streams;
mod support;
mod tokens;
mod vectors;

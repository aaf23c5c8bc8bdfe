//! The simulation as tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests without libtest's harness are tests all the same"
)]

mod harness;
mod hazards;
mod seeds;
mod stage;

use std::process::ExitCode;

fn main() -> ExitCode {
    let tests = [seeds::TESTS, hazards::TESTS].concat();
    harness::run(&tests)
}

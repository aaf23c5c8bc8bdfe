//! The ratings as statements about the product, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod expectation;
mod extremes;
mod golden;
mod idle;
mod oracle;
mod parameters;
mod period;
mod play;
mod strategies;
mod vectors;
mod weights;

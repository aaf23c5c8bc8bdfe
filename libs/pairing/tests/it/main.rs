//! Pairing as statements about the product, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod crowds;
mod day;
mod estimate;
mod exact;
mod fairness;
mod rules;
mod strategies;
mod windows;

#[path = "../../examples/day/mod.rs"]
mod site_day;

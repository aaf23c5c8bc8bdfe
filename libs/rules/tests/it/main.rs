//! The rules as statements about the product, in one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod enclosing;
mod endings;
mod games;
mod moves;
mod notation;
mod oracle;
mod parsers;
mod refusals;
mod strategies;
mod variants;
mod vectors;

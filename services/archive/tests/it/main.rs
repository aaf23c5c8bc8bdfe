//! The archive from the outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

mod admin;
mod convert;
mod export;
mod feed;
mod games;
mod generated;
mod generator;
mod postgres;
mod program;
mod rig;
mod services;
mod sizes;
mod store;
mod taking;

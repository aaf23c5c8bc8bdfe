//! Statements about matchmaking.

#![allow(clippy::unwrap_used, unreachable_pub, reason = "helpers of tests are tests")]

mod model;
mod redis;
mod redis_faults;
mod samples;
mod store;

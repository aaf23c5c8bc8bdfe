//! Statements about the clock as a service: game time, punches, alarms and outages.
//!
//! Time is paused and moves only when everything waits, the store is in memory and game-authority is played by the test:
//! every run is the same to the millisecond.

#![allow(clippy::unwrap_used, unreachable_pub, reason = "helpers of tests are tests")]

mod alarms;
mod authority;
mod delivery;
mod outage;
mod platform;
mod program;
mod punch;
mod redis;
mod replicas;
mod restart;
mod store;
mod time;

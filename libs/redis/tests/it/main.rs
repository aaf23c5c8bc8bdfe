//! The kit against real servers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

mod calls;
mod connections;
mod failover;
mod logs;
mod outage;
mod start;
mod subscription;
mod support;

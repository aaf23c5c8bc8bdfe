//! The kit against real servers.

mod calls;
mod connections;
mod failover;
mod logs;
mod outage;
mod start;
mod subscription;
mod support;

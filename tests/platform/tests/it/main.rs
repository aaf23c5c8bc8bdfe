//! The platform as real processes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

mod streams;

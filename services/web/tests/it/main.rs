//! What browsers get, over real sockets.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests are tests"
)]

mod answers;
mod calls;
mod encodings;
mod not_built;
mod program;
mod support;
mod traversal;

//! The rating service from the outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    reason = "helpers of tests are tests"
)]

<<<<<<< HEAD
mod postgres;
mod store;
=======
mod calls;
mod rig;
mod taking;
mod verify;
>>>>>>> 1f44dbb (Rating: epochs as libs/feed has them)

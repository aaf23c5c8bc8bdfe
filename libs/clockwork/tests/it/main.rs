//! Statements about time at the tables.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod beat;
mod control;
mod game_time;
mod lag;
mod outage;
mod turn;
mod vectors;

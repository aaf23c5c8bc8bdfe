//! What becomes of games that are over: one row and one event each, whatever breaks on the way. On real Postgres.

mod endings;
mod faults;
mod games;
mod rated;
mod support;

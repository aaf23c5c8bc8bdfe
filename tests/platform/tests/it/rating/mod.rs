//! Rated games, from the first move to both ratings.

mod faults;
mod games;
mod support;

pub(crate) use support::play;

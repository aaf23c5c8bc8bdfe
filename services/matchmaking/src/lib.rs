//! Matchmaking: pools, seeks, challenges, rematches, and the account's own stream.

pub mod store;

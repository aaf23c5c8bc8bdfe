//! Matchmaking: pools, seeks, challenges, rematches, and the account's own stream.

pub mod acts;
pub mod desk;
pub mod domain;
pub mod draft;
pub mod store;

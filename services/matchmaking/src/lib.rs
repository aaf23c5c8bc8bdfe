//! Matchmaking: pools, seeks, challenges, rematches, and the account's own stream.
//!
//! What can be done are pure decisions ([`acts`]) on what was read ([`draft`]); [`desk`] makes them: read, decide, store in one
//! step, and again when somebody was quicker. Everything that an account has here is guarded by the revision of its one record
//! ([`domain::player::Player`]), so that whatever starts a game ends all else of its players in the same step, and nobody is at
//! two new tables. Around that are streams, waves of pairing, and loops that finish what a dead replica has begun.

pub mod acts;
mod completing;
mod config;
pub mod desk;
pub mod domain;
pub mod draft;
mod due;
mod grpc;
mod hub;
mod leases;
mod meters;
mod peers;
mod render;
mod results;
mod service;
pub mod store;
mod streams;
mod waves;

pub use config::{DEFAULTS, Options};
pub use grpc::MatchmakingCalls;
pub use peers::Peers;
pub use service::Matchmaking;

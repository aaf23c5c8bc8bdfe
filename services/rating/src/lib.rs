//! Rating: Glicko-2 ratings, their history, and leaderboards.
//!
//! `domain` is pure: which games are rated, and what they do to ratings. `store` keeps ratings, changes and events, in Postgres
//! or in one file. Around them: `taking` follows the `results` of the archive into the store, `events` is the stream of what
//! became of rated games, `grpc` answers calls, `convert` reads results and writes messages, and `verify` makes all ratings a
//! second time to compare them.

mod config;
mod convert;
pub mod domain;
mod events;
mod grpc;
mod in_force;
mod meters;
mod results;
mod service;
pub mod store;
mod taking;
mod verify;

pub use config::{DEFAULTS, Options};
pub use grpc::{RatingAdmin, Ratings};
pub use service::Rating;

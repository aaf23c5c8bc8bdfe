//! Archive: finished games, kept for good, and the feed of their results.
//!
//! `domain` is pure: what a finished game is, which games a list means, what the feed tells of a game. `store` keeps games
//! and events, in Postgres or in one file. Around them: `taking` brings finished tables from game-authority into the store,
//! `feed` makes the store's events a feed, `grpc` answers calls, and `convert` turns messages into
//! games and games into messages, text and JSON.

mod config;
pub mod convert;
pub mod domain;
mod feed;
mod grpc;
mod meters;
mod service;
pub mod store;
mod taking;

pub use config::{DEFAULTS, Options};
pub use grpc::{ArchiveAdmin, Games};
pub use service::Archive;

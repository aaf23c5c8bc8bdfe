//! Rating: Glicko-2 ratings, their history, and leaderboards.
//!
//! `domain` is pure: which games are rated, and what they do to ratings. `store` keeps ratings, changes and events, in Postgres
//! or in one file. Around them: `taking` follows the result feed into the store, `events` is the stream of what became of rated
//! games, `grpc` answers calls, and `verify` makes all ratings a second time and compares them.

pub mod domain;
pub mod store;

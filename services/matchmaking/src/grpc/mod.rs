//! The edge: requests are parsed into what matchmaking is about, all violations at once.

mod bulk;
mod challenges;
mod find;
mod parse;
mod people;
pub(crate) mod refuse;
mod seeks;
mod service;
mod tools;

pub use service::MatchmakingCalls;
pub(crate) use tools::Tools;

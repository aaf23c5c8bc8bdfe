//! The edge: requests become questions to the store, standings become answers, errors become refusals.

mod admin;
mod boards;
mod history;
mod parse;
mod prospects;
mod ratings;
mod refuse;
mod service;

pub use admin::RatingAdmin;
pub use service::Ratings;

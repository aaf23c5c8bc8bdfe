//! The edge: requests become commands, tables become answers, errors become refusals.

mod admin;
mod create;
mod dead_letters;
mod internal;
mod list;
mod matched;
mod moves;
mod parse;
mod refuse;
mod rules;
mod service;
mod watch;

pub use admin::GameAdmin;
use corners_service::failure::fault;
pub use internal::GameInternal;
pub(crate) use refuse::refusal;
pub use service::Game;

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
pub use internal::GameInternal;
use refuse::fault;
pub(crate) use refuse::refusal;
pub use service::Game;

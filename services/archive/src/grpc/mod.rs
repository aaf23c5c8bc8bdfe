//! The edge: requests become questions to the store, games become answers, errors become refusals.

mod admin;
mod export;
mod export_stream;
mod filter;
mod games;
mod list;
mod pack;
mod refuse;

pub use admin::ArchiveAdmin;
pub use games::Games;

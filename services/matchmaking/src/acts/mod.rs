//! What can be done in matchmaking: decisions on [drafts](crate::draft::Draft).

pub mod begin;
pub mod blocks;
pub mod bulks;
pub mod calls;
pub mod challenges;
pub mod ending;
pub mod matches;
pub mod misconduct;
pub mod rematches;
pub mod seeks;
pub mod tickets;

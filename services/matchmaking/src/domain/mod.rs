//! What matchmaking is about: pure, without clock, store and network.

pub mod bulk;
pub mod ledger;
pub mod matched;
pub mod news;
pub mod offers;
pub mod person;
pub mod player;
pub mod terms;
pub mod ticket;

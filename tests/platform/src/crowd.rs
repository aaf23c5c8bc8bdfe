//! Many games at once, with real players, and everything that their streams told them.
//!
//! Players sit in groups: two accounts on one connection share a few tables, each with one stream over all of them.
//! Every game is begun with the same three moves, as far as it gets; what matters here is the clocks.

mod game;
mod hall;
mod reading;
mod seen;

pub(crate) use game::{FIRST_MOVES, Game};
pub(crate) use hall::{AT_ONCE, Hall};
pub(crate) use reading::{Clock, Reading, patient};
#[cfg(test)]
pub(crate) use seen::Credit;
pub(crate) use seen::{Seen, What, unexplained_rises};

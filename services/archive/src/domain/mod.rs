//! What the archive is about, without clock, store or network.

mod event;
mod filter;
mod game;

pub use event::{EventKind, FeedEvent};
pub use filter::{Filter, GamePoint};
pub use game::{Annulment, ArchivedGame, Blame, Ending, Game, Player, Ply, Rating, TimeControl};

//! What ratings are made of, without store, clock or network.

mod board;
mod change;
mod fold;
mod policy;
mod result;
mod standing;
#[cfg(test)]
mod tests;
mod unrated;

pub use board::{Board, Placement, points};
pub use change::{Cause, Change, Happened, RatingEvent};
pub use fold::{Known, PairDay, PlayerIn, Wanted, fold, wanted};
pub use policy::{InvalidPolicy, Policy, Rulebook};
pub use result::{FinishedGame, Player, Told};
pub use standing::Standing;
pub use unrated::UnratedReason;

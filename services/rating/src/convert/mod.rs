//! Between the contract's messages and what ratings are made of.

mod tell;
mod told;

pub(crate) use tell::{change, event, player_rating, rating};
pub(crate) use told::{Unreadable, told};

use corners_proto::game::v1 as game;
use corners_rules::Side;

/// A side as the contract has it.
const fn side(side: Side) -> game::Side {
    match side {
        Side::White => game::Side::White,
        Side::Black => game::Side::Black,
    }
}

//! Moves, on one kind of bits and one set of directions.
//!
//! The central fact: a jump changes file and rank by 0 or 2, so that a chain only ever lands on squares of its origin's
//! parity, while the square jumped over has another parity. So a mover is never in its own way, the same jumps are open
//! to whichever piece comes by, and no landing of a chain is a neighbour of its origin.

mod chain;
mod count;
mod enclosing;
mod generate;
mod jumps;
mod validate;

pub(crate) use jumps::Jumps;

use crate::board::{Bits, for_each_direction};

/// A placement as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<B, const DIAGONAL: bool> {
    /// The mover's pieces.
    pub(crate) own: B,
    /// The other side's pieces.
    pub(crate) rival: B,
    /// The empty squares of the board.
    pub(crate) empty: B,
    /// Whether the mover may not enclose the rival's pieces.
    pub(crate) enclosing_forbidden: bool,
}

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// The neighbours of a set of squares in the directions of the variant.
    #[inline]
    pub(crate) fn neighbours(set: B) -> B {
        let mut neighbours = B::NONE;
        for_each_direction!(DIAGONAL, D => { neighbours |= set.shift::<D>(); });
        neighbours
    }

    /// The placement after a move, as the rival sees it.
    #[inline]
    pub(crate) fn after(&self, from: B, to: B) -> Self {
        View {
            own: self.rival,
            rival: self.own ^ from ^ to,
            empty: self.empty ^ from ^ to,
            enclosing_forbidden: self.enclosing_forbidden,
        }
    }
}

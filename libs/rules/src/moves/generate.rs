//! All legal moves, piece by piece, without allocation.

use std::ops::ControlFlow;

use crate::board::Bits;

use super::{Jumps, View};

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// Calls back with each of the mover's pieces, by file, then rank, and the squares it may move to (none, for some).
    #[inline]
    pub(crate) fn try_for_each_piece(&self, mut visit: impl FnMut(B, B) -> ControlFlow<()>) -> ControlFlow<()> {
        let jumps = Jumps::of(self);
        let last_breaths = self.guarded_last_breaths();
        self.own
            .singles()
            .try_for_each(|piece| visit(piece, self.destinations(piece, &jumps, last_breaths)))
    }

    /// The squares that one of the mover's pieces may move to.
    #[inline]
    pub(crate) fn destinations(&self, piece: B, jumps: &Jumps<B, DIAGONAL>, last_breaths: B) -> B {
        let steps = Self::neighbours(piece) & self.empty;
        let destinations = steps | jumps.reach(piece);
        if last_breaths.is_empty() {
            return destinations;
        }
        destinations & !self.enclosing_destinations(piece, destinations, last_breaths)
    }

    /// Those of a piece's destinations where it would enclose a rival's piece.
    pub(crate) fn enclosing_destinations(&self, piece: B, destinations: B, last_breaths: B) -> B {
        let suspects = (destinations & Self::surroundings(last_breaths)).singles();
        suspects
            .filter(|suspect| !Self::enclosed_by(last_breaths, piece, *suspect).is_empty())
            .fold(B::NONE, |enclosing, suspect| enclosing | suspect)
    }

    /// The rival's pieces that the enclosing rule protects right now: none in variants without it.
    #[inline]
    pub(crate) fn guarded_last_breaths(&self) -> B {
        if self.enclosing_forbidden {
            self.last_breaths()
        } else {
            B::NONE
        }
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        self.try_for_each_piece(|_, destinations| {
            if destinations.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }
}

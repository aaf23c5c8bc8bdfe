//! The jumps that a placement offers, and the squares that chains of them reach.

use crate::board::{Bits, for_each_direction, opposite};

use super::View;

/// For each direction, the squares from which a piece standing there could jump: a piece next to it, the square behind
/// that one empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumps<B, const DIAGONAL: bool> {
    open: [B; 8],
    /// All squares from which a jump is open, whoever stands there or might land there.
    starts: B,
}

impl<B: Bits, const DIAGONAL: bool> Jumps<B, DIAGONAL> {
    /// The jumps of a placement.
    #[inline]
    pub(crate) fn of(view: &View<B, DIAGONAL>) -> Self {
        let occupied = view.own | view.rival;
        let (mut open, mut starts) = ([B::NONE; 8], B::NONE);
        for_each_direction!(DIAGONAL, D => {
            let over = view.empty.shift::<{ opposite(D) }>() & occupied;
            open[D] = over.shift::<{ opposite(D) }>();
            starts |= open[D];
        });
        Jumps { open, starts }
    }

    /// The squares from which a jump in this direction is open.
    #[inline]
    pub(crate) fn open<const DIRECTION: usize>(&self) -> B {
        self.open[DIRECTION]
    }

    /// The squares from which any jump is open.
    #[inline]
    pub(crate) fn starts(&self) -> B {
        self.starts
    }

    /// The landings of single jumps from a set of squares.
    #[inline]
    pub(crate) fn landings(&self, from: B) -> B {
        let mut landings = B::NONE;
        for_each_direction!(DIAGONAL, D => { landings |= (from & self.open[D]).leap::<D>(); });
        landings
    }

    /// Every square that a chain from this square can land on. The origin is occupied and therefore never among them.
    #[inline]
    pub(crate) fn reach(&self, origin: B) -> B {
        let mut reached = self.landings(origin);
        let mut frontier = self.starts & reached;
        while !frontier.is_empty() {
            let landings = self.landings(frontier);
            frontier = landings & !reached;
            reached |= landings;
        }
        reached
    }

    /// The squares from which a single jump lands in a set.
    #[inline]
    pub(crate) fn sources(&self, landings: B) -> B {
        let mut sources = B::NONE;
        for_each_direction!(DIAGONAL, D => { sources |= landings.leap::<{ opposite(D) }>() & self.open[D]; });
        sources
    }

    /// The empty squares that chains connect with an empty square, itself among them: its island.
    #[inline]
    pub(crate) fn island(&self, seed: B) -> B {
        let mut island = seed;
        let mut frontier = seed;
        while !frontier.is_empty() {
            let landings = self.landings(frontier);
            frontier = landings & !island;
            island |= landings;
        }
        island
    }
}

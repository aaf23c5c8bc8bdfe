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

    /// The squares of a set from which at least one jump is open.
    #[inline]
    pub(crate) fn starts_among(&self, set: B) -> B {
        self.starts & set
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
}

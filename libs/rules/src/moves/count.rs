//! Counting the leaves of the game tree, in bulk at the last ply.
//!
//! - Steps are counted for all pieces at once, a direction at a time.
//! - Empty squares that jumps connect form *islands*: whoever lands on one of an island's squares can go on to all of
//!   them, and the same islands serve every piece. So an island is flooded once and counts for each of its visitors.
//! - Most landings lead nowhere else. They are counted together with the steps: in any one direction a piece has an
//!   empty neighbour or one to jump over, never both.
//! - Under the enclosing rule only squares that are some piece's last breath can be forbidden: those moves are looked at
//!   one by one and taken off the count.

use std::ops::ControlFlow;

use crate::board::{Bits, for_each_direction, opposite};

use super::{Jumps, View};

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let jumps = Jumps::of(self);
        let last_breaths = self.guarded_last_breaths();
        let gaps = if last_breaths.is_empty() {
            B::NONE
        } else {
            Self::surroundings(last_breaths) & self.empty
        };
        let (mut count, mut ashore) = self.count_single_hops(&jumps, gaps);
        while !ashore.is_empty() {
            let island = jumps.island(ashore ^ ashore.without_first());
            let visitors = self.own & jumps.sources(island);
            count += island.count() * visitors.count();
            if island.meets(gaps) {
                count -= self.count_enclosing(visitors, island & gaps, last_breaths);
            }
            ashore &= !island;
        }
        if !gaps.is_empty() {
            count -= self.count_enclosing_steps(gaps, last_breaths);
        }
        u64::from(count)
    }

    /// The count of all steps, and of the jumps to squares from which no jump leads on; and the landings of all other
    /// jumps, to which gaps always belong.
    #[inline]
    fn count_single_hops(&self, jumps: &Jumps<B, DIAGONAL>, gaps: B) -> (u32, B) {
        let special = jumps.starts() | gaps;
        let (mut count, mut ashore) = (0, B::NONE);
        for_each_direction!(DIAGONAL, D => {
            let steppers = self.own & self.empty.shift::<{ opposite(D) }>();
            let landings = (self.own & jumps.open::<D>()).leap::<D>();
            let jumpers = (landings & !special).leap::<{ opposite(D) }>();
            count += (steppers | jumpers).count();
            ashore |= landings & special;
        });
        (count, ashore)
    }

    /// How many steps would enclose a rival's piece.
    fn count_enclosing_steps(&self, gaps: B, last_breaths: B) -> u32 {
        let suspects = (self.own & Self::neighbours(gaps)).singles();
        let enclosing = |piece| self.enclosing_destinations(piece, Self::neighbours(piece) & gaps, last_breaths);
        suspects.map(|piece| enclosing(piece).count()).sum()
    }

    /// How many moves of these pieces to these gaps would enclose a rival's piece.
    fn count_enclosing(&self, pieces: B, gaps: B, last_breaths: B) -> u32 {
        pieces
            .singles()
            .map(|piece| self.enclosing_destinations(piece, gaps, last_breaths).count())
            .sum()
    }

    /// How many sequences of `depth` legal moves there are, endings of games ignored.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut leaves = 0;
                let _ = self.try_for_each_piece(|piece, destinations| {
                    leaves += destinations
                        .singles()
                        .map(|to| self.after(piece, to).perft(depth - 1))
                        .sum::<u64>();
                    ControlFlow::Continue(())
                });
                leaves
            }
        }
    }
}

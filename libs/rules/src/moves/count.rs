//! Counting the leaves of the game tree, in bulk at the last ply.
//!
//! Steps are counted for all pieces at once, a direction at a time. Jumps are followed only for pieces that have one. No
//! square is both a step and a landing away from the same piece, so that the counts add up. Under the enclosing rule
//! only the squares that are some piece's last breath can be forbidden: destinations among them are looked at one by
//! one, all others stay counted in bulk.

use std::ops::ControlFlow;

use crate::board::{Bits, for_each_direction, opposite};

use super::{Jumps, View};

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let last_breaths = self.guarded_last_breaths();
        let free = self.count_steps() + self.count_jumps(last_breaths);
        if last_breaths.is_empty() {
            return u64::from(free);
        }
        u64::from(free - self.count_enclosing_steps(last_breaths))
    }

    #[inline]
    fn count_steps(&self) -> u32 {
        let mut count = 0;
        for_each_direction!(DIAGONAL, D => {
            count += (self.empty.shift::<{ opposite(D) }>() & self.own).count();
        });
        count
    }

    /// Landings of chains, without those that would enclose.
    #[inline]
    fn count_jumps(&self, last_breaths: B) -> u32 {
        let jumps = Jumps::of(self);
        let mut count = 0;
        let mut jumpers = jumps.starts_among(self.own);
        while !jumpers.is_empty() {
            let rest = jumpers.without_first();
            let piece = jumpers ^ rest;
            let mut reach = jumps.reach(piece);
            if !last_breaths.is_empty() {
                reach &= !self.enclosing_destinations(piece, reach, last_breaths);
            }
            count += reach.count();
            jumpers = rest;
        }
        count
    }

    /// Steps that would enclose.
    fn count_enclosing_steps(&self, last_breaths: B) -> u32 {
        let gaps = Self::surroundings(last_breaths) & self.empty;
        let mut count = 0;
        let mut suspects = self.own & Self::neighbours(gaps);
        while !suspects.is_empty() {
            let rest = suspects.without_first();
            let piece = suspects ^ rest;
            count += self
                .enclosing_destinations(piece, Self::neighbours(piece) & gaps, last_breaths)
                .count();
            suspects = rest;
        }
        count
    }

    /// How many sequences of `depth` legal moves there are, endings of games ignored.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut leaves = 0;
                let _ = self.try_for_each_piece(|piece, destinations| {
                    let mut rest = destinations;
                    while !rest.is_empty() {
                        let lower = rest.without_first();
                        leaves += self.after(piece, rest ^ lower).perft(depth - 1);
                        rest = lower;
                    }
                    ControlFlow::Continue(())
                });
                leaves
            }
        }
    }
}

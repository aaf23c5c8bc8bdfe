//! Counting the leaves of the game tree.

use std::ops::ControlFlow;

use crate::board::Bits;

use super::View;

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.try_for_each_piece(|_, destinations| {
            count += u64::from(destinations.count());
            ControlFlow::Continue(())
        });
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

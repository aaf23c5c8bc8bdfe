//! Enclosing: rulings 4, 5 and 7.
//!
//! Let the *surroundings* of a piece be its neighbours in the directions of the variant and the landing squares behind
//! them. A piece is enclosed exactly when none of its surroundings is empty. A move fills one square and empties
//! another, so it newly encloses a rival's piece exactly when
//!
//! - the square it fills was the piece's last empty one: the piece has its *last breath*, and
//! - the square it empties is not one of the piece's surroundings.
//!
//! The mover then stands in the surroundings and so takes part; and before the move the piece was not enclosed. A piece
//! that its own side alone encloses has no empty surroundings left to fill: it can never come into it.

use crate::board::{Bits, for_each_direction, opposite};

use super::View;

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// The surroundings of a set of squares. Being in someone's surroundings is mutual.
    #[inline]
    pub(crate) fn surroundings(set: B) -> B {
        let mut surroundings = B::NONE;
        for_each_direction!(DIAGONAL, D => {
            let neighbours = set.shift::<D>();
            surroundings |= neighbours | neighbours.shift::<D>();
        });
        surroundings
    }

    /// The rival's pieces that have exactly one empty square in their surroundings.
    #[inline]
    pub(crate) fn last_breaths(&self) -> B {
        let (mut one, mut more) = (B::NONE, B::NONE);
        for_each_direction!(DIAGONAL, D => {
            let next = self.empty.shift::<{ opposite(D) }>();
            let behind = next.shift::<{ opposite(D) }>();
            more |= (one & (next | behind)) | (next & behind);
            one |= next | behind;
        });
        self.rival & one & !more
    }

    /// The rival's pieces that a move would newly enclose, given those with one last breath.
    #[inline]
    pub(crate) fn enclosed_by(last_breaths: B, from: B, to: B) -> B {
        Self::surroundings(to) & last_breaths & !Self::surroundings(from)
    }

    /// The mover's own pieces that are enclosed with the rival taking part (ruling 7).
    pub(crate) fn enclosed_with_rival(&self) -> B {
        self.own & !Self::surroundings(self.empty) & Self::surroundings(self.rival)
    }
}

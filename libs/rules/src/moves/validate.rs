//! Validation of what a client sent, hop by hop, with the precise reason why not.
//!
//! The work is linear in the squares sent, however many chains the position has.

use crate::board::Bits;
use crate::illegal::IllegalMove;
use crate::path::Path;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

use super::View;

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// The canonical path of the move that these squares describe: origin and destination, or a whole path.
    pub(crate) fn resolve(&self, variant: &Variant, to_move: Side, squares: &[Square]) -> Result<Path, IllegalMove> {
        let [from, .., to] = *squares else {
            return Err(IllegalMove::TooFewSquares { given: squares.len() });
        };
        if let Some(&square) = squares.iter().find(|square| !variant.contains(**square)) {
            let last = Square::from_file_rank(variant.files() - 1, variant.ranks() - 1);
            return Err(IllegalMove::OutOfBoard { square, last });
        }
        if self.rival.contains(from) {
            return Err(IllegalMove::NotYourPiece { square: from, to_move });
        }
        if !self.own.contains(from) {
            return Err(IllegalMove::NoPiece { square: from });
        }
        if squares.len() == 2 {
            self.check_ends(from, to)?;
        } else {
            self.check_chain(squares)?;
        }
        let Some(path) = self.canonical_path(from, to) else {
            return Err(IllegalMove::BlockedPath { from, to });
        };
        self.check_enclosing(from, to)?;
        Ok(path)
    }

    /// Two squares: everything but whether a way connects them.
    fn check_ends(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        if from == to {
            return Err(IllegalMove::ReturnsToOrigin { square: from });
        }
        if !self.empty.contains(to) {
            return Err(IllegalMove::Occupied { square: to });
        }
        Ok(())
    }

    /// Three squares or more: each hop has to be a jump to a square not landed on before.
    fn check_chain(&self, squares: &[Square]) -> Result<(), IllegalMove> {
        let origin = squares[0];
        let mut landed = B::NONE;
        for (index, hop) in squares.windows(2).enumerate() {
            let (from, to) = (hop[0], hop[1]);
            if to == origin {
                return Err(IllegalMove::ReturnsToOrigin { square: origin });
            }
            if landed.contains(to) {
                return Err(IllegalMove::LandsTwice { square: to });
            }
            let is_last = index + 2 == squares.len();
            self.check_jump(from, to, is_last)?;
            landed |= B::of(to);
        }
        Ok(())
    }

    fn check_jump(&self, from: Square, to: Square, is_last: bool) -> Result<(), IllegalMove> {
        let distances = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
        match distances {
            (1, 1) | (2, 2) if !DIAGONAL => return Err(IllegalMove::WrongDirection { from, to }),
            (0, 1) | (1, 0) | (1, 1) => return Err(IllegalMove::MixedStepAndJump { from, to }),
            (0, 2) | (2, 0) | (2, 2) => {}
            _ => return Err(IllegalMove::NotAStepOrJump { from, to }),
        }
        let over = Square::from_file_rank((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2);
        if !self.empty.contains(to) {
            return Err(match is_last {
                true => IllegalMove::Occupied { square: to },
                false => IllegalMove::BlockedPath { from, to },
            });
        }
        if self.empty.contains(over) {
            return Err(IllegalMove::NothingToJump { from, over, to });
        }
        Ok(())
    }

    fn check_enclosing(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        let last_breaths = self.guarded_last_breaths();
        match Self::enclosed_by(last_breaths, B::of(from), B::of(to)).first() {
            Some(square) => Err(IllegalMove::Encloses { square }),
            None => Ok(()),
        }
    }
}

//! Set-up positions (ruling 12).

use crate::position::Position;
use crate::side::Side;

/// Why a game cannot start from a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SetUpError {
    /// A side has no piece.
    #[error("{side} has no piece: each side needs at least one")]
    NoPieces {
        /// The side without pieces.
        side: Side,
    },
    /// A side has more pieces than the variant gives it.
    #[error("{side} has {count} pieces: this variant has at most {most} a side")]
    TooManyPieces {
        /// The side with too many pieces.
        side: Side,
        /// How many it has.
        count: u32,
        /// How many it may have.
        most: u8,
    },
    /// The move number is not one that the variant can have.
    #[error("the move number is {number}: this variant is played from move 1 to move {limit}")]
    MoveNumber {
        /// The number given.
        number: u16,
        /// The variant's move limit.
        limit: u16,
    },
    /// A side already stands on every square of its goal.
    #[error("{side} already fills its goal: there is nothing left to play for")]
    GoalFilled {
        /// The side that has arrived.
        side: Side,
    },
    /// The side to move has no legal move.
    #[error("it is {side}'s move and {side} has no legal move")]
    NoLegalMove {
        /// The side to move.
        side: Side,
    },
}

impl SetUpError {
    /// A name for programs, stable across versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SetUpError::NoPieces { .. } => "NO_PIECES",
            SetUpError::TooManyPieces { .. } => "TOO_MANY_PIECES",
            SetUpError::MoveNumber { .. } => "MOVE_NUMBER",
            SetUpError::GoalFilled { .. } => "GOAL_FILLED",
            SetUpError::NoLegalMove { .. } => "NO_LEGAL_MOVE",
        }
    }
}

impl Position {
    /// Whether a game can start here (ruling 12): one to the variant's number of pieces a side, a move number from 1
    /// to the limit, neither side in full possession of its goal, and a legal move for the side to move.
    ///
    /// # Errors
    /// The first of these that does not hold.
    pub fn check_set_up(&self) -> Result<(), SetUpError> {
        let variant = self.variant();
        for side in [Side::White, Side::Black] {
            let count = self.piece_count(side);
            if count == 0 {
                return Err(SetUpError::NoPieces { side });
            }
            if count > u32::from(variant.pieces()) {
                return Err(SetUpError::TooManyPieces {
                    side,
                    count,
                    most: variant.pieces(),
                });
            }
        }
        let (number, limit) = (self.move_number(), variant.move_limit());
        if number == 0 || number > limit {
            return Err(SetUpError::MoveNumber { number, limit });
        }
        for side in [Side::White, Side::Black] {
            if self.fills_goal(side) {
                return Err(SetUpError::GoalFilled { side });
            }
        }
        if !self.has_legal_move() {
            return Err(SetUpError::NoLegalMove {
                side: self.side_to_move(),
            });
        }
        Ok(())
    }
}

//! Why a move is refused.

use crate::side::Side;
use crate::square::Square;

/// Why a move is not legal, with the squares that make it so.
///
/// [`code`](IllegalMove::code) is stable and for programs; the message is for people.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over: no move can be played any more")]
    GameOver,
    /// Fewer than two squares were given.
    #[error("{given} square(s) make no move: give origin and destination, or the whole path")]
    TooFewSquares {
        /// How many there were.
        given: usize,
    },
    /// A square is not on the board of the variant.
    #[error("{square} is not on this board, whose last square is {last}")]
    OutOfBoard {
        /// The square beyond the board.
        square: Square,
        /// The board's last square, by file and rank.
        last: Square,
    },
    /// The origin is empty.
    #[error("there is no piece on {square} to move")]
    NoPiece {
        /// The empty origin.
        square: Square,
    },
    /// The piece on the origin is the rival's.
    #[error("the piece on {square} is not yours: it is {to_move}'s move")]
    NotYourPiece {
        /// Where the rival's piece stands.
        square: Square,
        /// The side to move.
        to_move: Side,
    },
    /// The path lands on its own origin (ruling 1).
    #[error("a piece may not land on {square}, where it came from: that would be a pass")]
    ReturnsToOrigin {
        /// The origin.
        square: Square,
    },
    /// The path lands on one square twice (ruling 1).
    #[error("a chain may not land on {square} twice")]
    LandsTwice {
        /// The square landed on again.
        square: Square,
    },
    /// The destination is occupied.
    #[error("{square} is occupied: a piece lands on an empty square")]
    Occupied {
        /// The occupied destination.
        square: Square,
    },
    /// The way is blocked: a landing on the way is occupied, or, with origin and destination given, no step and no
    /// chain of jumps connects them.
    #[error("there is no way from {from} to {to} for this piece")]
    BlockedPath {
        /// Where the piece would start.
        from: Square,
        /// Where it cannot land.
        to: Square,
    },
    /// A jump over an empty square.
    #[error("there is no piece on {over} to jump over on the way from {from} to {to}")]
    NothingToJump {
        /// Where the jump starts.
        from: Square,
        /// The empty square between.
        over: Square,
        /// Where the jump would land.
        to: Square,
    },
    /// A diagonal step or jump in a variant without them.
    #[error("{from} to {to} is diagonal: in this variant pieces move along files and ranks only")]
    WrongDirection {
        /// Where the step or jump starts.
        from: Square,
        /// Where it would end.
        to: Square,
    },
    /// A part of the path is neither a step nor a jump on any board.
    #[error("{from} to {to} is neither a step to a neighbour nor a jump over one")]
    NotAStepOrJump {
        /// Where the part starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A step in a path of several parts.
    #[error("{from} to {to} is a step: a step is a whole move and is never joined to jumps or other steps")]
    MixedStepAndJump {
        /// Where the step starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// The move would enclose a rival's piece (ruling 5).
    #[error("this would enclose the rival's piece on {square}, which is forbidden in this variant")]
    Encloses {
        /// The piece that would be enclosed: the first by file, then rank, if they are several.
        square: Square,
    },
}

impl IllegalMove {
    /// A name for programs, stable across versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalMove::GameOver => "GAME_OVER",
            IllegalMove::TooFewSquares { .. } => "TOO_FEW_SQUARES",
            IllegalMove::OutOfBoard { .. } => "OUT_OF_BOARD",
            IllegalMove::NoPiece { .. } => "NO_PIECE",
            IllegalMove::NotYourPiece { .. } => "NOT_YOUR_PIECE",
            IllegalMove::ReturnsToOrigin { .. } => "RETURNS_TO_ORIGIN",
            IllegalMove::LandsTwice { .. } => "LANDS_TWICE",
            IllegalMove::Occupied { .. } => "OCCUPIED",
            IllegalMove::BlockedPath { .. } => "BLOCKED_PATH",
            IllegalMove::NothingToJump { .. } => "NOTHING_TO_JUMP",
            IllegalMove::WrongDirection { .. } => "WRONG_DIRECTION",
            IllegalMove::NotAStepOrJump { .. } => "NOT_A_STEP_OR_JUMP",
            IllegalMove::MixedStepAndJump { .. } => "MIXED_STEP_AND_JUMP",
            IllegalMove::Encloses { .. } => "ENCLOSES",
        }
    }

    /// The squares that make it so, in the order of the path.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            IllegalMove::GameOver | IllegalMove::TooFewSquares { .. } => Vec::new(),
            IllegalMove::OutOfBoard { square, .. }
            | IllegalMove::NoPiece { square }
            | IllegalMove::NotYourPiece { square, .. }
            | IllegalMove::ReturnsToOrigin { square }
            | IllegalMove::LandsTwice { square }
            | IllegalMove::Occupied { square }
            | IllegalMove::Encloses { square } => vec![square],
            IllegalMove::BlockedPath { from, to }
            | IllegalMove::WrongDirection { from, to }
            | IllegalMove::NotAStepOrJump { from, to }
            | IllegalMove::MixedStepAndJump { from, to } => vec![from, to],
            IllegalMove::NothingToJump { from, over, to } => vec![from, over, to],
        }
    }
}

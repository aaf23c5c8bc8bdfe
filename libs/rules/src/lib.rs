//! The rules of Corners.

mod board;
mod ending;
mod game;
mod illegal;
mod judge;
mod moves;
mod notation;
mod path;
mod perft;
mod placement;
mod position;
mod set_up;
mod side;
mod square;
mod variant;

pub use ending::{EndReason, Ending, UnknownEnding};
pub use game::{Game, Played, ReplayError};
pub use illegal::IllegalMove;
pub use notation::*;
pub use path::{Move, Path, PathError};
pub use perft::perft;
pub use position::Position;
pub use set_up::SetUpError;
pub use side::Side;
pub use square::{ParseSquareError, Square};
pub use variant::{Directions, Enclosing, Variant};

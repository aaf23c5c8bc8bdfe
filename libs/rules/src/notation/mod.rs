//! Texts: positions, movetext, whole games; each read and written.

mod clock_comment;
mod game_text;
mod lexer;
mod movetext;
mod position_text;
mod result;
mod tags;

pub use game_text::{GameText, GameTextError};
pub use movetext::{Movetext, MovetextError, RecordedPly};
pub use position_text::PositionError;
pub use result::{GameResult, Termination, UnknownResult};
pub use tags::{TagError, Tags};

//! The rules of the board game Corners (Ugolki), in all variants that the platform plays: boards, moves, endings,
//! notation. Pure: no clock, no store, no network, and no allocation while moves are generated.
//!
//! # Playing a game
//!
//! A [`Game`] takes the squares that somebody sent, answers the canonical path that is recorded, and judges each ply by
//! the endings of the rules in their order.
//!
//! ```
//! use corners_rules::{Game, Square, Variant};
//!
//! let variant = Variant::find("classic-3x3").ok_or("unknown variant")?;
//! let mut game = Game::new(variant);
//!
//! // Origin and destination are enough; three squares or more are read as the whole path.
//! let (c1, c3, b2, b4): (Square, Square, Square, Square) = ("c1".parse()?, "c3".parse()?, "b2".parse()?, "b4".parse()?);
//! let played = game.play(&[b2, b4])?;
//! assert_eq!(played.path.to_string(), "b2-b4");
//! assert_eq!(played.ending, None);
//!
//! // What is not legal is refused with a code for programs, the squares that make it so and a sentence for people.
//! let refused = game.play(&[c1, c3]).unwrap_err();
//! assert_eq!(refused.code(), "NOT_YOUR_PIECE");
//! assert_eq!(refused.squares(), [c1]);
//! assert_eq!(refused.to_string(), "the piece on c1 is not yours: it is black's move");
//!
//! // Nothing was changed by that; and a ply can be taken back.
//! assert_eq!(game.plies().len(), 1);
//! assert_eq!(game.take_back(), Some(played.path));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Looking at a position
//!
//! A [`Position`] is read from its text and knows its legal moves, with or without their paths.
//!
//! ```
//! use corners_rules::{Position, Variant};
//!
//! let variant = Variant::find("diagonal-3x3").ok_or("unknown variant")?;
//! let position = Position::parse(variant, "8/8/8/8/3b4/2b5/1w6/b7 w 12")?;
//! let paths: Vec<String> = position.legal_paths().iter().map(ToString::to_string).collect();
//! assert_eq!(paths, ["b2-a2", "b2-a3", "b2-b1", "b2-b3", "b2-c1", "b2-c2"]);
//!
//! // Whether a game can be set up there is a question of its own.
//! assert!(position.check_set_up().is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading and writing games
//!
//! [`GameText`] is tag pairs, movetext with clock comments, and the result. Reading checks the form;
//! [`GameText::play_out`] holds it to the rules.
//!
//! ```
//! use corners_rules::GameText;
//!
//! let text = "[Variant \"halma-16x16\"]\n[Result \"*\"]\n\n1. e1-f1 {[%clk 0:04:58]} l16-k16 2. d3-e3 *\n";
//! let game_text: GameText = text.parse()?;
//! let game = game_text.play_out()?;
//! assert_eq!(game.position().move_number(), 2);
//! assert_eq!(game_text.to_string(), text);
//! # Ok::<(), corners_rules::GameTextError>(())
//! ```
//!
//! # Where things are
//!
//! | module | what it is about |
//! |---|---|
//! | `variant` | the table of variants: adding one is adding a row |
//! | `board` | sets of squares as bits, 64 or 256 of them, numbered so that counting up is the order of ruling 2 |
//! | `moves` | on one kind of bits: jumps and their islands, the enclosing rule, generation, validation, canonical paths, bulk counts |
//! | `position`, `placement` | the one public type over both kinds of bits |
//! | `judge`, `ending` | the endings, in the order in which they are judged |
//! | `game`, `set_up` | a game in progress with the memory for repetition; where one may start |
//! | `notation` | position text, movetext, game text |
//!
//! Numbered rulings are those of the rules page. The tests hold all of it to a second program that states the rulings
//! word by word (`tests/it/oracle`), and to vectors made by a third (`tests/vectors`).

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
pub use notation::{
    GameResult, GameText, GameTextError, Movetext, MovetextError, PositionError, RecordedPly, TagError, Tags,
    Termination, UnknownResult,
};
pub use path::{Move, Path, PathError};
pub use perft::perft;
pub use position::Position;
pub use set_up::SetUpError;
pub use side::Side;
pub use square::{ParseSquareError, Square};
pub use variant::{Directions, Enclosing, Variant};

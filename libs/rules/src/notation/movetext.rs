//! Movetext: `12. c3-e3-e5 {[%clk 0:04:58]} f6-e6 {[%clk 0:03:10]} 13. a1-a2 *`.

use std::fmt::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use crate::path::{Path, PathError};
use crate::side::Side;

use super::clock_comment::{clock_comment, find_clock};
use super::lexer::{Lexer, Token, TokenKind};
use super::position_text::parse_number;
use super::result::GameResult;

/// Lines of movetext are broken before this many characters.
const LINE_LENGTH: usize = 80;

/// The most plies that are read: more than any game of any variant has.
const MOST_PLIES: usize = 2048;

/// A ply as movetext records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    /// The path as written.
    pub path: Path,
    /// The mover's time left after the ply, in whole milliseconds, where the text has it.
    pub clock: Option<Duration>,
}

impl From<Path> for RecordedPly {
    fn from(path: Path) -> RecordedPly {
        RecordedPly { path, clock: None }
    }
}

/// A listing of plies, with its first number and side, and the result at its end if it has one.
///
/// Writing puts a number before each of White's plies, and `12...` before Black's if the listing begins with it. Reading
/// takes any white space, any comments (those with a clock reading are kept, others dropped), and numbers where they
/// are right; they may be left out after the first. A listing without plies counts as beginning at White's first move.
///
/// ```
/// use corners_rules::{Movetext, Side};
/// let movetext: Movetext = "12... f6-e6 {[%clk 0:04:58]} 13. c3-e3-e5 1/2-1/2".parse()?;
/// assert_eq!((movetext.first_number, movetext.first_side), (12, Side::Black));
/// assert_eq!(movetext.plies[0].clock.map(|left| left.as_secs()), Some(298));
/// assert_eq!(movetext.to_string(), "12... f6-e6 {[%clk 0:04:58]} 13. c3-e3-e5 1/2-1/2");
/// # Ok::<(), corners_rules::MovetextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movetext {
    /// The move number of the first ply.
    pub first_number: u16,
    /// The side of the first ply.
    pub first_side: Side,
    /// The plies.
    pub plies: Vec<RecordedPly>,
    /// The result at the end.
    pub result: Option<GameResult>,
}

/// Why a text is no movetext. Places are byte offsets from its beginning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovetextError {
    /// The first ply has no number before it.
    #[error("the listing has to begin with a move number such as \"1.\" or \"12...\"")]
    NoFirstNumber,
    /// A number that is not the one whose turn it is.
    #[error("at byte {at}: the number here should be \"{expected}\"")]
    WrongNumber {
        /// Where it stands.
        at: usize,
        /// What belongs there.
        expected: String,
    },
    /// A number with no ply after it.
    #[error("at byte {at}: a move belongs after the number")]
    NumberWithoutPly {
        /// Where the number stands.
        at: usize,
    },
    /// A word that is neither path nor result.
    #[error("at byte {at}: this is no move")]
    Path {
        /// Where it stands.
        at: usize,
        /// What is wrong with it.
        #[source]
        reason: PathError,
    },
    /// A comment without its closing brace.
    #[error("at byte {at}: this comment is never closed with a brace")]
    OpenComment {
        /// Where it begins.
        at: usize,
    },
    /// A clock command that is no reading.
    #[error("at byte {at}: a clock reading is written [%clk h:mm:ss]")]
    Clock {
        /// Where the comment begins.
        at: usize,
    },
    /// Something after the result.
    #[error("at byte {at}: nothing may follow the result")]
    AfterResult {
        /// Where it begins.
        at: usize,
    },
    /// More plies than any game has.
    #[error("at byte {at}: no game has more than {MOST_PLIES} plies")]
    TooLong {
        /// Where the first ply too many stands.
        at: usize,
    },
}

impl FromStr for Movetext {
    type Err = MovetextError;

    fn from_str(text: &str) -> Result<Movetext, MovetextError> {
        let mut reader = Reader::default();
        for token in Lexer::new(text) {
            reader.take(token)?;
        }
        reader.finish()
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    first: Option<(u16, Side)>,
    plies: Vec<RecordedPly>,
    result: Option<GameResult>,
    pending_number_at: Option<usize>,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) -> Result<(), MovetextError> {
        let at = token.at;
        match token.kind {
            TokenKind::OpenComment => Err(MovetextError::OpenComment { at }),
            TokenKind::Comment(comment) => self.take_comment(at, comment),
            _ if self.result.is_some() => Err(MovetextError::AfterResult { at }),
            TokenKind::Number { digits, is_black } => self.take_number(at, digits, is_black),
            TokenKind::Word(word) => match word.parse::<GameResult>() {
                Ok(result) => {
                    self.result = Some(result);
                    Ok(())
                }
                Err(_) => self.take_path(at, word),
            },
        }
    }

    fn take_comment(&mut self, at: usize, comment: &str) -> Result<(), MovetextError> {
        if !comment.contains("[%clk") {
            return Ok(());
        }
        let reading = find_clock(comment).ok_or(MovetextError::Clock { at })?;
        if let Some(ply) = self.plies.last_mut() {
            ply.clock = Some(reading);
        }
        Ok(())
    }

    fn take_number(&mut self, at: usize, digits: &str, is_black: bool) -> Result<(), MovetextError> {
        let side = if is_black { Side::Black } else { Side::White };
        let number = parse_number(digits);
        match (self.first, number) {
            (None, Some(number)) => self.first = Some((number, side)),
            (None, None) => {
                return Err(MovetextError::WrongNumber {
                    at,
                    expected: "1.".to_owned(),
                });
            }
            (Some(first), number) => {
                let expected = turn_after(first, self.plies.len());
                if number != Some(expected.0) || side != expected.1 || self.pending_number_at.is_some() {
                    return Err(MovetextError::WrongNumber {
                        at,
                        expected: number_text(expected),
                    });
                }
            }
        }
        self.pending_number_at = Some(at);
        Ok(())
    }

    fn take_path(&mut self, at: usize, word: &str) -> Result<(), MovetextError> {
        let path = word.parse().map_err(|reason| MovetextError::Path { at, reason })?;
        if self.first.is_none() {
            return Err(MovetextError::NoFirstNumber);
        }
        if self.plies.len() >= MOST_PLIES {
            return Err(MovetextError::TooLong { at });
        }
        self.plies.push(RecordedPly { path, clock: None });
        self.pending_number_at = None;
        Ok(())
    }

    fn finish(self) -> Result<Movetext, MovetextError> {
        if let Some(at) = self.pending_number_at {
            return Err(MovetextError::NumberWithoutPly { at });
        }
        let (first_number, first_side) = self.first.unwrap_or((1, Side::White));
        Ok(Movetext {
            first_number,
            first_side,
            plies: self.plies,
            result: self.result,
        })
    }
}

/// The number and side of the ply that comes so many plies after the first.
fn turn_after((number, side): (u16, Side), plies: usize) -> (u16, Side) {
    let half_moves = plies + usize::from(side == Side::Black);
    let side = if half_moves.is_multiple_of(2) {
        Side::White
    } else {
        Side::Black
    };
    (number.saturating_add((half_moves / 2) as u16), side)
}

fn number_text((number, side): (u16, Side)) -> String {
    match side {
        Side::White => format!("{number}."),
        Side::Black => format!("{number}..."),
    }
}

impl fmt::Display for Movetext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = 0;
        let mut write_word = |word: &str| {
            let is_first = line == 0;
            if !is_first && line + 1 + word.len() >= LINE_LENGTH {
                formatter.write_char('\n')?;
                line = word.len();
            } else {
                if !is_first {
                    formatter.write_char(' ')?;
                }
                line += usize::from(!is_first) + word.len();
            }
            formatter.write_str(word)
        };
        for (index, ply) in self.plies.iter().enumerate() {
            let turn = turn_after((self.first_number, self.first_side), index);
            if index == 0 || turn.1 == Side::White {
                write_word(&number_text(turn))?;
            }
            write_word(&ply.path.to_string())?;
            if let Some(reading) = ply.clock {
                write_word(&clock_comment(reading))?;
            }
        }
        match self.result {
            Some(result) => write_word(result.as_str()),
            None => Ok(()),
        }
    }
}

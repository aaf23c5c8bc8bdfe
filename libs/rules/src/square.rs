//! Squares by file and rank, the same type on every board.

use std::fmt;
use std::str::FromStr;

/// The number of files, and of ranks, of the largest board.
pub(crate) const LARGEST_SIDE: u8 = 16;

/// A square of the largest board, a1 to p16. Whether it lies on the board of a variant is for the variant to say.
///
/// Squares are ordered by file, then rank: the order in which ruling 2 compares paths.
///
/// ```
/// use corners_rules::Square;
/// let square: Square = "c11".parse()?;
/// assert_eq!((square.file(), square.rank()), (2, 10));
/// assert_eq!(square.to_string(), "c11");
/// assert!(square < "d1".parse()?);
/// # Ok::<(), corners_rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// a1, White's own corner.
    pub const A1: Square = Square(0);

    /// The square on a file and a rank, both counted from zero; `None` beyond the largest board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < LARGEST_SIDE && rank < LARGEST_SIDE {
            Some(Square(file * LARGEST_SIDE + rank))
        } else {
            None
        }
    }

    /// The square with an index that is already known to be below 256.
    pub(crate) const fn from_file_rank(file: u8, rank: u8) -> Square {
        Square((file % LARGEST_SIDE) * LARGEST_SIDE + rank % LARGEST_SIDE)
    }

    /// The file, 0 for a to 15 for p.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / LARGEST_SIDE
    }

    /// The rank, 0 for the first to 15 for the sixteenth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % LARGEST_SIDE
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no square: write a file letter a to p and a rank number 1 to 16, such as c3")]
pub struct ParseSquareError(pub(crate) String);

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a lower-case file letter and a rank number without a leading zero.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let refused = || ParseSquareError(text.chars().take(16).collect());
        let (file, rank) = match text.as_bytes() {
            [file, rank @ b'1'..=b'9'] => (file, rank - b'0'),
            [file, b'1', rank @ b'0'..=b'6'] => (file, 10 + rank - b'0'),
            _ => return Err(refused()),
        };
        match file {
            b'a'..=b'p' => Square::new(file - b'a', rank - 1).ok_or_else(refused),
            _ => Err(refused()),
        }
    }
}

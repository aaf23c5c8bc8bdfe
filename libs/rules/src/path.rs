//! A move and the path it takes.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::square::{ParseSquareError, Square};

/// The most squares a path can have: jumps keep the parity of file and rank, so that one chain sees at most a quarter
/// of the 256 squares of the largest board, its origin among them.
pub(crate) const LONGEST_PATH: usize = 64;

/// The identity of a move (ruling 2): where the piece stands and where it lands, whatever the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square the piece lands on last.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.from, self.to)
    }
}

/// The squares of a piece's path: its origin, then every landing. Two squares to 64, held without a heap.
///
/// A path says nothing about legality; [`Position::resolve`](crate::Position::resolve) does.
///
/// ```
/// use corners_rules::Path;
/// let path: Path = "c3-e3-e5".parse()?;
/// assert_eq!(path.len(), 3);
/// assert_eq!(path.destination().to_string(), "e5");
/// assert!(!path.is_step());
/// # Ok::<(), corners_rules::PathError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    /// Squares beyond the length stay a1, so that equal paths are equal bytes.
    squares: [Square; LONGEST_PATH],
    length: u8,
}

impl Path {
    /// A path of these squares.
    ///
    /// # Errors
    /// [`PathError::TooShort`] below two squares, [`PathError::TooLong`] above 64.
    pub fn new(squares: &[Square]) -> Result<Path, PathError> {
        if squares.len() < 2 {
            return Err(PathError::TooShort);
        }
        let mut held = [Square::A1; LONGEST_PATH];
        let Some(room) = held.get_mut(..squares.len()) else {
            return Err(PathError::TooLong);
        };
        room.copy_from_slice(squares);
        Ok(Path {
            squares: held,
            length: squares.len() as u8,
        })
    }

    /// The path straight from one square to another.
    pub(crate) fn direct(from: Square, to: Square) -> Path {
        let mut squares = [Square::A1; LONGEST_PATH];
        squares[0] = from;
        squares[1] = to;
        Path { squares, length: 2 }
    }

    /// The square the piece leaves.
    #[must_use]
    pub fn origin(&self) -> Square {
        self.squares[0]
    }

    /// The last landing.
    #[must_use]
    pub fn destination(&self) -> Square {
        self.squares[usize::from(self.length) - 1]
    }

    /// The move this path makes.
    #[must_use]
    pub fn as_move(&self) -> Move {
        Move {
            from: self.origin(),
            to: self.destination(),
        }
    }

    /// Whether this is one step to a neighbouring square, not a chain of jumps.
    #[must_use]
    pub fn is_step(&self) -> bool {
        let (from, to) = (self.origin(), self.destination());
        self.length == 2 && from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) == 1
    }
}

impl Deref for Path {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Path) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Path {
    /// Square by square, by file, then rank; a path comes before those it begins.
    fn cmp(&self, other: &Path) -> std::cmp::Ordering {
        self.deref().cmp(other.deref())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.origin())?;
        self.iter()
            .skip(1)
            .try_for_each(|square| write!(formatter, "-{square}"))
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Why squares or a text are no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Fewer than two squares.
    #[error("a path has an origin and at least one landing: give two squares or more")]
    TooShort,
    /// More than 64 squares.
    #[error("no chain has more than 64 squares: it would land twice on one of them")]
    TooLong,
    /// A part between hyphens is no square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
}

impl FromStr for Path {
    type Err = PathError;

    /// Reads squares with hyphens between them, such as `c3-e3-e5`.
    fn from_str(text: &str) -> Result<Path, PathError> {
        let mut squares = [Square::A1; LONGEST_PATH];
        let mut length = 0;
        for part in text.split('-') {
            *squares.get_mut(length).ok_or(PathError::TooLong)? = part.parse()?;
            length += 1;
        }
        Path::new(&squares[..length])
    }
}

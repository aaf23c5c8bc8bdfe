//! The two sides.

use std::fmt;

/// One of the two sides. White moves first and starts in the corner of a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Starts in the corner of a1 and moves first.
    White,
    /// Starts in the opposite corner.
    Black,
}

impl Side {
    /// The rival of this side.
    ///
    /// ```
    /// use corners_rules::Side;
    /// assert_eq!(Side::White.other(), Side::Black);
    /// ```
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Side::White => "white",
            Side::Black => "black",
        })
    }
}

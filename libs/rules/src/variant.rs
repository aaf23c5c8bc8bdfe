//! The variants, as data: adding one is adding a row to the table.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::board::{Bits, Bits64, Bits256};
use crate::side::Side;
use crate::square::Square;

/// The seven variants of rules.md, a row each. Homes are written rank by rank from the first: how many files from a.
static TABLE: [Variant; 7] = {
    use Directions::{Eight, Orthogonal};
    use Enclosing::{Allowed, Forbidden};
    [
        row("classic-3x3", 8, &[3, 3, 3], Orthogonal, 40, 80, Forbidden, true),
        row("classic-3x4", 8, &[4, 4, 4], Orthogonal, 40, 80, Forbidden, true),
        row("diagonal-3x3", 8, &[3, 3, 3], Eight, 30, 80, Allowed, true),
        row("diagonal-3x4", 8, &[4, 4, 4], Eight, 30, 80, Allowed, false),
        row("triangle", 8, &[4, 3, 2, 1], Orthogonal, 40, 80, Forbidden, false),
        row("square-4x4", 8, &[4, 4, 4, 4], Orthogonal, 40, 80, Forbidden, false),
        row("halma-16x16", 16, &[5, 5, 4, 3, 2], Eight, 60, 160, Allowed, false),
    ]
};

/// The directions in which pieces step and jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Along files and ranks.
    Orthogonal,
    /// Along files, ranks and diagonals.
    Eight,
}

impl Directions {
    /// How many they are: 4 or 8.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Directions::Orthogonal => 4,
            Directions::Eight => 8,
        }
    }
}

/// Whether a move may enclose a rival's piece (rulings 4 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enclosing {
    /// A move that newly encloses a rival's piece, with the mover taking part, is illegal.
    Forbidden,
    /// Enclosing is legal, and exempts the enclosed piece from the home deadline.
    Allowed,
}

/// A variant of the game: board, homes, directions, limits.
///
/// Variants are compared by their id.
///
/// ```
/// use corners_rules::{Side, Variant};
/// let triangle = Variant::find("triangle").ok_or("unknown variant")?;
/// assert_eq!(triangle.pieces(), 10);
/// assert_eq!(triangle.home(Side::White).map(|square| square.to_string()).next().as_deref(), Some("a1"));
/// assert!(triangle.goal(Side::White).eq(triangle.home(Side::Black)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    id: &'static str,
    files: u8,
    ranks: u8,
    pieces: u8,
    directions: Directions,
    home_deadline: u16,
    move_limit: u16,
    enclosing: Enclosing,
    rated: bool,
    pub(crate) small: Grounds<Bits64>,
    pub(crate) large: Grounds<Bits256>,
}

/// The fixed sets of squares of a variant, as one kind of bits.
#[derive(Debug)]
pub(crate) struct Grounds<B> {
    pub(crate) board: B,
    white_home: B,
    black_home: B,
}

impl<B: Bits> Grounds<B> {
    #[inline]
    pub(crate) fn home(&self, side: Side) -> B {
        match side {
            Side::White => self.white_home,
            Side::Black => self.black_home,
        }
    }

    #[inline]
    pub(crate) fn goal(&self, side: Side) -> B {
        self.home(side.other())
    }
}

impl Variant {
    /// All variants, in the order of rules.md.
    #[must_use]
    pub fn all() -> &'static [Variant] {
        &TABLE
    }

    /// The variant of this id, such as `classic-3x3`.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Variant> {
        TABLE.iter().find(|variant| variant.id == id)
    }

    /// The name by which programs know it.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// How many files the board has.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// How many ranks the board has.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// How many pieces a side starts with: the squares of a home.
    #[must_use]
    pub const fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The directions of steps and jumps.
    #[must_use]
    pub const fn directions(&self) -> Directions {
        self.directions
    }

    /// The move number after which a piece left in its own home loses (rulings 7 and 8).
    #[must_use]
    pub const fn home_deadline(&self) -> u16 {
        self.home_deadline
    }

    /// The move number after which the pieces in the goals are counted.
    #[must_use]
    pub const fn move_limit(&self) -> u16 {
        self.move_limit
    }

    /// Whether a move may enclose a rival's piece.
    #[must_use]
    pub const fn enclosing(&self) -> Enclosing {
        self.enclosing
    }

    /// Whether games of it can count for a rating.
    #[must_use]
    pub const fn rated(&self) -> bool {
        self.rated
    }

    /// The squares on which a side starts, by file, then rank.
    pub fn home(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        self.large.home(side).squares()
    }

    /// The squares that a side has to fill: the rival's home.
    pub fn goal(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        self.home(side.other())
    }

    /// Whether a square is on the board.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Whether the board fits the smaller set of bits.
    pub(crate) const fn is_small(&self) -> bool {
        self.files <= 8 && self.ranks <= 8
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.id == other.id
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.id)
    }
}

#[expect(clippy::too_many_arguments, reason = "the columns of the table")]
const fn row(
    id: &'static str,
    side_length: u8,
    home_rows: &[u8],
    directions: Directions,
    home_deadline: u16,
    move_limit: u16,
    enclosing: Enclosing,
    rated: bool,
) -> Variant {
    let mut small = Grounds {
        board: Bits64(0),
        white_home: Bits64(0),
        black_home: Bits64(0),
    };
    let mut large = Grounds {
        board: Bits256([0; 4]),
        white_home: Bits256([0; 4]),
        black_home: Bits256([0; 4]),
    };
    let mut pieces = 0;
    let mut rank = 0;
    while rank < side_length {
        let mut file = 0;
        while file < side_length {
            small.board.insert(file, rank);
            large.board.insert(file, rank);
            if (rank as usize) < home_rows.len() && file < home_rows[rank as usize] {
                // Black's home is White's turned by 180 degrees.
                let (turned_file, turned_rank) = (side_length - 1 - file, side_length - 1 - rank);
                pieces += 1;
                small.white_home.insert(file, rank);
                large.white_home.insert(file, rank);
                small.black_home.insert(turned_file, turned_rank);
                large.black_home.insert(turned_file, turned_rank);
            }
            file += 1;
        }
        rank += 1;
    }
    Variant {
        id,
        files: side_length,
        ranks: side_length,
        pieces,
        directions,
        home_deadline,
        move_limit,
        enclosing,
        rated,
        small,
        large,
    }
}

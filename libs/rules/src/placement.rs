//! Where the pieces stand, as bits of the size that the board needs.

use crate::board::{Bits, Bits64, Bits256, Squares};
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// The pieces of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pieces<B> {
    pub(crate) white: B,
    pub(crate) black: B,
}

impl<B: Bits> Pieces<B> {
    pub(crate) const NONE: Pieces<B> = Pieces {
        white: B::NONE,
        black: B::NONE,
    };

    #[inline]
    pub(crate) fn of(&self, side: Side) -> B {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    #[inline]
    fn in_goal(&self, variant: &Variant, side: Side) -> B {
        B::grounds(variant).goal(side) & self.of(side)
    }

    #[inline]
    fn missing_in_goal(&self, variant: &Variant, side: Side) -> B {
        B::grounds(variant).goal(side) & !self.of(side)
    }

    #[inline]
    fn of_mut(&mut self, side: Side) -> &mut B {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// Pieces on a board of either size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Placement {
    Small(Pieces<Bits64>),
    Large(Pieces<Bits256>),
}

/// Runs an expression on the pieces of a placement, whatever their kind of bits.
macro_rules! with_pieces {
    ($placement:expr, $pieces:ident => $body:expr) => {
        match $placement {
            $crate::placement::Placement::Small($pieces) => $body,
            $crate::placement::Placement::Large($pieces) => $body,
        }
    };
}

impl Placement {
    pub(crate) fn empty(variant: &Variant) -> Placement {
        if variant.is_small() {
            Placement::Small(Pieces::NONE)
        } else {
            Placement::Large(Pieces::NONE)
        }
    }

    pub(crate) fn start(variant: &Variant) -> Placement {
        let mut placement = Placement::empty(variant);
        for side in [Side::White, Side::Black] {
            variant.home(side).for_each(|square| placement.put(side, square));
        }
        placement
    }

    pub(crate) fn put(&mut self, side: Side, square: Square) {
        with_pieces!(self, pieces => *pieces.of_mut(side) |= Bits::of(square));
    }

    /// Moves a piece; doing it with the squares exchanged undoes it.
    #[inline]
    pub(crate) fn relocate(&mut self, side: Side, from: Square, to: Square) {
        with_pieces!(self, pieces => {
            let own = pieces.of_mut(side);
            *own ^= Bits::of(from);
            *own ^= Bits::of(to);
        });
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Side> {
        with_pieces!(self, pieces => {
            if pieces.white.contains(square) {
                Some(Side::White)
            } else if pieces.black.contains(square) {
                Some(Side::Black)
            } else {
                None
            }
        })
    }

    pub(crate) fn count(&self, side: Side) -> u32 {
        with_pieces!(self, pieces => pieces.of(side).count())
    }

    /// The squares of a side's pieces, by file, then rank.
    pub(crate) fn pieces(&self, side: Side) -> PlacedSquares {
        match self {
            Placement::Small(pieces) => PlacedSquares::Small(pieces.of(side).squares()),
            Placement::Large(pieces) => PlacedSquares::Large(pieces.of(side).squares()),
        }
    }

    /// Whether a side stands on every square of its goal.
    #[inline]
    pub(crate) fn fills_goal(&self, variant: &Variant, side: Side) -> bool {
        with_pieces!(self, pieces => pieces.missing_in_goal(variant, side).is_empty())
    }

    /// How many pieces a side has in its goal.
    pub(crate) fn count_in_goal(&self, variant: &Variant, side: Side) -> u32 {
        with_pieces!(self, pieces => pieces.in_goal(variant, side).count())
    }

    /// Sixty-four bits that are equal for equal placements with the same side to move, and rarely for others.
    #[inline]
    pub(crate) fn digest(&self, to_move: Side) -> u64 {
        let digest = with_pieces!(self, pieces => {
            pieces.white.digest() ^ pieces.black.digest().rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        });
        match to_move {
            Side::White => digest,
            Side::Black => !digest,
        }
    }
}

/// The squares of one side's pieces, by file, then rank.
#[derive(Clone, Debug)]
pub(crate) enum PlacedSquares {
    Small(Squares<Bits64>),
    Large(Squares<Bits256>),
}

impl Iterator for PlacedSquares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        match self {
            PlacedSquares::Small(squares) => squares.next(),
            PlacedSquares::Large(squares) => squares.next(),
        }
    }
}

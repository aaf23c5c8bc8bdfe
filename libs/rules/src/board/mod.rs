//! Sets of squares as bits: 64 of them for boards up to 8x8, 256 for boards up to 16x16.
//!
//! Bits are numbered file by file, so that counting bits upwards meets squares in the order of ruling 2: by file, then
//! rank. A smaller board takes the low files and ranks of the next larger set.

mod bits256;
mod bits64;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

pub(crate) use bits64::Bits64;
pub(crate) use bits256::Bits256;

use crate::square::Square;
use crate::variant::{Grounds, Variant};

/// The eight directions as (files, ranks), in the order of the squares they lead to.
pub(crate) const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The index of the direction opposite to one of [`DIRECTIONS`].
pub(crate) const fn opposite(direction: usize) -> usize {
    7 - direction
}

/// Runs a block once per direction of a variant with the direction as a constant, so that every shift is by a constant.
macro_rules! for_each_direction {
    ($diagonal:expr, $direction:ident => $body:block) => {{
        {
            const $direction: usize = 1;
            $body
        }
        {
            const $direction: usize = 3;
            $body
        }
        {
            const $direction: usize = 4;
            $body
        }
        {
            const $direction: usize = 6;
            $body
        }
        if $diagonal {
            {
                const $direction: usize = 0;
                $body
            }
            {
                const $direction: usize = 2;
                $body
            }
            {
                const $direction: usize = 5;
                $body
            }
            {
                const $direction: usize = 7;
                $body
            }
        }
    }};
}
pub(crate) use for_each_direction;

/// A set of squares.
pub(crate) trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const NONE: Self;

    /// The fixed sets of a variant.
    fn grounds(variant: &Variant) -> &Grounds<Self>;

    /// The set of one square, which must lie within the set's files and ranks.
    fn of(square: Square) -> Self;

    /// Every square one further in a direction; those that would leave the set are dropped.
    fn shift<const DIRECTION: usize>(self) -> Self;

    /// Every square two further in a direction; only for squares that have such a square.
    fn leap<const DIRECTION: usize>(self) -> Self;

    fn is_empty(self) -> bool;

    fn count(self) -> u32;

    /// The lowest square by file, then rank.
    fn first(self) -> Option<Square>;

    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// Sixty-four bits that depend on the whole set, to compare sets quickly (not to tell them apart for certain).
    fn digest(self) -> u64;

    #[inline]
    fn contains(self, square: Square) -> bool {
        self.meets(Self::of(square))
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Each square as a set of its own, by file, then rank.
    #[inline]
    fn singles(self) -> Singles<Self> {
        Singles(self)
    }

    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, by file, then rank.
#[derive(Clone, Debug)]
pub(crate) struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

/// The squares of a set, each as a set of its own.
#[derive(Clone, Debug)]
pub(crate) struct Singles<B>(B);

impl<B: Bits> Iterator for Singles<B> {
    type Item = B;

    #[inline]
    fn next(&mut self) -> Option<B> {
        if self.0.is_empty() {
            return None;
        }
        let rest = self.0.without_first();
        let first = self.0 ^ rest;
        self.0 = rest;
        Some(first)
    }
}

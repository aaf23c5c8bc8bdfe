//! Sixty-four squares in one word: bit = 8 x file + rank.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Bits, DIRECTIONS};
use crate::square::Square;
use crate::variant::{Grounds, Variant};

/// A set of squares of a board up to 8x8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits64(pub(crate) u64);

const FIRST_RANK: u64 = 0x0101_0101_0101_0101;

/// How far a bit moves in a direction.
const OFFSETS: [i8; 8] = {
    let mut offsets = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        offsets[direction] = 8 * files + ranks;
        direction += 1;
    }
    offsets
};

/// The squares that a shift in a direction can reach without having wrapped into the next file.
const GUARDS: [u64; 8] = {
    let mut guards = [!0; 8];
    let mut direction = 0;
    while direction < 8 {
        match DIRECTIONS[direction].1 {
            1 => guards[direction] = !FIRST_RANK,
            -1 => guards[direction] = !(FIRST_RANK << 7),
            _ => {}
        }
        direction += 1;
    }
    guards
};

impl Bits64 {
    /// Adds a square while a table is made; squares beyond 8x8 are left out.
    pub(crate) const fn insert(&mut self, file: u8, rank: u8) {
        if file < 8 && rank < 8 {
            self.0 |= 1 << (file * 8 + rank);
        }
    }
}

impl Bits for Bits64 {
    const NONE: Bits64 = Bits64(0);

    #[inline]
    fn grounds(variant: &Variant) -> &Grounds<Bits64> {
        &variant.small
    }

    #[inline]
    fn of(square: Square) -> Bits64 {
        Bits64(1 << ((square.file() * 8 + square.rank()) % 64))
    }

    #[inline]
    fn shift<const DIRECTION: usize>(self) -> Bits64 {
        let offset = const { OFFSETS[DIRECTION] };
        let moved = if offset > 0 {
            self.0 << offset
        } else {
            self.0 >> -offset
        };
        Bits64(moved & const { GUARDS[DIRECTION] })
    }

    #[inline]
    fn leap<const DIRECTION: usize>(self) -> Bits64 {
        let offset = const { 2 * OFFSETS[DIRECTION] };
        Bits64(if offset > 0 {
            self.0 << offset
        } else {
            self.0 >> -offset
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        Some(Square::from_file_rank(bit / 8, bit % 8))
    }

    #[inline]
    fn without_first(self) -> Bits64 {
        Bits64(self.0 & self.0.wrapping_sub(1))
    }

    #[inline]
    fn digest(self) -> u64 {
        (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl BitAnd for Bits64 {
    type Output = Bits64;
    #[inline]
    fn bitand(self, other: Bits64) -> Bits64 {
        Bits64(self.0 & other.0)
    }
}

impl BitOr for Bits64 {
    type Output = Bits64;
    #[inline]
    fn bitor(self, other: Bits64) -> Bits64 {
        Bits64(self.0 | other.0)
    }
}

impl BitXor for Bits64 {
    type Output = Bits64;
    #[inline]
    fn bitxor(self, other: Bits64) -> Bits64 {
        Bits64(self.0 ^ other.0)
    }
}

impl Not for Bits64 {
    type Output = Bits64;
    #[inline]
    fn not(self) -> Bits64 {
        Bits64(!self.0)
    }
}

impl BitAndAssign for Bits64 {
    #[inline]
    fn bitand_assign(&mut self, other: Bits64) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits64 {
    #[inline]
    fn bitor_assign(&mut self, other: Bits64) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bits64 {
    #[inline]
    fn bitxor_assign(&mut self, other: Bits64) {
        *self = *self ^ other;
    }
}

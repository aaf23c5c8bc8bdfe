//! Two hundred and fifty-six squares in four words: bit = 16 x file + rank, four files a word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Bits, DIRECTIONS};
use crate::square::Square;
use crate::variant::{Grounds, Variant};

/// A set of squares of a board up to 16x16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits256(pub(crate) [u64; 4]);

const FIRST_RANK: u64 = 0x0001_0001_0001_0001;

/// How far a bit moves in a direction.
const OFFSETS: [i8; 8] = {
    let mut offsets = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        offsets[direction] = 16 * files + ranks;
        direction += 1;
    }
    offsets
};

/// For each word, the squares that a shift in a direction can reach without having wrapped into the next file.
const GUARDS: [u64; 8] = {
    let mut guards = [!0; 8];
    let mut direction = 0;
    while direction < 8 {
        match DIRECTIONS[direction].1 {
            1 => guards[direction] = !FIRST_RANK,
            -1 => guards[direction] = !(FIRST_RANK << 15),
            _ => {}
        }
        direction += 1;
    }
    guards
};

impl Bits256 {
    /// Adds a square while a table is made; squares beyond 16x16 are left out.
    pub(crate) const fn insert(&mut self, file: u8, rank: u8) {
        if file < 16 && rank < 16 {
            self.0[(file / 4) as usize] |= 1 << ((file % 4) * 16 + rank);
        }
    }

    #[inline]
    fn zip(self, other: Bits256, join: impl Fn(u64, u64) -> u64) -> Bits256 {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bits256([join(a, p), join(b, q), join(c, r), join(d, s)])
    }

    /// Moves every bit by less than a word, towards higher squares if positive.
    #[inline]
    fn moved(self, offset: i8) -> Bits256 {
        let [a, b, c, d] = self.0;
        if offset > 0 {
            let (up, down) = (offset as u32, 64 - offset as u32);
            Bits256([a << up, b << up | a >> down, c << up | b >> down, d << up | c >> down])
        } else {
            let (down, up) = (-offset as u32, 64 - -offset as u32);
            Bits256([a >> down | b << up, b >> down | c << up, c >> down | d << up, d >> down])
        }
    }
}

impl Bits for Bits256 {
    const NONE: Bits256 = Bits256([0; 4]);

    #[inline]
    fn grounds(variant: &Variant) -> &Grounds<Bits256> {
        &variant.large
    }

    #[inline]
    fn of(square: Square) -> Bits256 {
        let mut words = [0; 4];
        words[usize::from(square.file() / 4) % 4] = 1 << ((square.file() % 4) * 16 + square.rank());
        Bits256(words)
    }

    #[inline]
    fn shift<const DIRECTION: usize>(self) -> Bits256 {
        let guard = const { GUARDS[DIRECTION] };
        self.moved(const { OFFSETS[DIRECTION] }) & Bits256([guard; 4])
    }

    #[inline]
    fn leap<const DIRECTION: usize>(self) -> Bits256 {
        self.moved(const { 2 * OFFSETS[DIRECTION] })
    }

    #[inline]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        (a | b | c | d) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as u8;
        Some(Square::from_file_rank(word as u8 * 4 + bit / 16, bit % 16))
    }

    #[inline]
    fn without_first(self) -> Bits256 {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Bits256(words)
    }

    #[inline]
    fn digest(self) -> u64 {
        self.0.iter().fold(0, |digest: u64, word| {
            (digest.rotate_left(23) ^ word ^ (word >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }
}

impl BitAnd for Bits256 {
    type Output = Bits256;
    #[inline]
    fn bitand(self, other: Bits256) -> Bits256 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bits256 {
    type Output = Bits256;
    #[inline]
    fn bitor(self, other: Bits256) -> Bits256 {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Bits256 {
    type Output = Bits256;
    #[inline]
    fn bitxor(self, other: Bits256) -> Bits256 {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Bits256 {
    type Output = Bits256;
    #[inline]
    fn not(self) -> Bits256 {
        let [a, b, c, d] = self.0;
        Bits256([!a, !b, !c, !d])
    }
}

impl BitAndAssign for Bits256 {
    #[inline]
    fn bitand_assign(&mut self, other: Bits256) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits256 {
    #[inline]
    fn bitor_assign(&mut self, other: Bits256) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bits256 {
    #[inline]
    fn bitxor_assign(&mut self, other: Bits256) {
        *self = *self ^ other;
    }
}

//! A value for each side.

use std::ops::{Index, IndexMut};

use corners_rules::Side;

/// A value for each side, indexed by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> BySide<T> {
    /// What `of` makes of each value.
    #[must_use]
    pub fn map<U>(self, of: impl Fn(T) -> U) -> BySide<U> {
        BySide {
            white: of(self.white),
            black: of(self.black),
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

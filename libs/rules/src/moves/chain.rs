//! Canonical paths (ruling 2): the shortest chain, ties by squares compared file, then rank.
//!
//! One breadth-first search from the origin answers all its destinations. Squares leave the queue in the order of their
//! canonical paths: within a generation, paths compare by their parents' paths first and by their own last square next,
//! and bits are met by file, then rank. So the first parent to meet a square is the right one.

use crate::board::Bits;
use crate::path::{LONGEST_PATH, Path};
use crate::square::Square;

use super::{Jumps, View};

/// The chains from one origin, as a tree: each landing with the landing before it.
#[derive(Clone, Debug)]
pub(crate) struct ChainTree {
    /// The origin first, then landings in order of their canonical paths.
    landings: [Square; LONGEST_PATH],
    /// For each landing, the index of the one before it.
    parents: [u8; LONGEST_PATH],
    length: usize,
}

impl ChainTree {
    /// Grows the tree from an origin until it holds every landing, or the one that is sought.
    pub(crate) fn grow<B: Bits, const DIAGONAL: bool>(
        jumps: &Jumps<B, DIAGONAL>,
        origin: Square,
        sought: Option<Square>,
    ) -> ChainTree {
        let mut tree = ChainTree {
            landings: [origin; LONGEST_PATH],
            parents: [0; LONGEST_PATH],
            length: 1,
        };
        let mut seen = B::of(origin);
        let mut parent = 0;
        while parent < tree.length {
            let fresh = jumps.landings(B::of(tree.landings[parent])) & !seen;
            seen |= fresh;
            for landing in fresh.squares() {
                // A quarter of the board at most has the origin's parity, so there is always room.
                let Some(place) = tree.landings.get_mut(tree.length) else {
                    return tree;
                };
                *place = landing;
                tree.parents[tree.length] = parent as u8;
                tree.length += 1;
                if sought == Some(landing) {
                    return tree;
                }
            }
            parent += 1;
        }
        tree
    }

    /// The canonical path to a landing, or `None` if no chain leads there.
    pub(crate) fn path_to(&self, destination: Square) -> Option<Path> {
        let index = self.landings[..self.length]
            .iter()
            .skip(1)
            .position(|landing| *landing == destination)?
            + 1;
        let mut backwards = [destination; LONGEST_PATH];
        let mut length = 0;
        let mut at = index;
        loop {
            backwards[length] = self.landings[at];
            length += 1;
            if at == 0 {
                break;
            }
            at = usize::from(self.parents[at]);
        }
        backwards[..length].reverse();
        Path::new(&backwards[..length]).ok()
    }
}

impl<B: Bits, const DIAGONAL: bool> View<B, DIAGONAL> {
    /// The canonical path of a move, or `None` if neither a step nor a chain makes it.
    pub(crate) fn canonical_path(&self, from: Square, to: Square) -> Option<Path> {
        let destination = B::of(to);
        if Self::neighbours(B::of(from)).meets(destination & self.empty) {
            return Some(Path::direct(from, to));
        }
        ChainTree::grow(&Jumps::of(self), from, Some(to)).path_to(to)
    }

    /// Calls back with the canonical path of every legal move, by origin, then destination.
    pub(crate) fn for_each_path(&self, mut visit: impl FnMut(Path)) {
        let jumps = Jumps::of(self);
        let last_breaths = self.guarded_last_breaths();
        for from in self.own.squares() {
            let piece = B::of(from);
            let steps = Self::neighbours(piece) & self.empty;
            let destinations = self.destinations(piece, &jumps, last_breaths);
            let tree = ChainTree::grow(&jumps, from, None);
            for to in destinations.squares() {
                if steps.contains(to) {
                    visit(Path::direct(from, to));
                } else if let Some(path) = tree.path_to(to) {
                    visit(path);
                }
            }
        }
    }
}

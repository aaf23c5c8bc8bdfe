//! Steps, chains and the enclosing rule, word by word.

use std::collections::BTreeSet;

use corners_rules::{Move, Side, Square};

use super::{NaiveBoard, Place, next, place, square};

impl NaiveBoard {
    /// The squares that a step leads to.
    pub(crate) fn steps(&self, from: Place) -> Vec<Place> {
        self.directions()
            .into_iter()
            .map(|direction| next(from, direction))
            .filter(|to| self.is_empty(*to))
            .collect()
    }

    /// The squares that one jump leads to.
    pub(crate) fn jumps(&self, from: Place) -> Vec<Place> {
        let landing = |direction: Place| {
            let over = next(from, direction);
            let to = next(over, direction);
            (self.pieces.contains_key(&over) && self.is_empty(to)).then_some(to)
        };
        self.directions().into_iter().filter_map(landing).collect()
    }

    /// Every square that some chain from an origin lands on.
    fn chain_destinations(&self, origin: Place) -> BTreeSet<Place> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![origin];
        while let Some(at) = pending.pop() {
            for to in self.jumps(at) {
                if to != origin && reached.insert(to) {
                    pending.push(to);
                }
            }
        }
        reached
    }

    /// All moves with the enclosing rule, by origin, then destination.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut legal = BTreeSet::new();
        for (&from, _) in self.pieces.iter().filter(|(_, side)| **side == self.to_move) {
            for to in self.steps(from).into_iter().chain(self.chain_destinations(from)) {
                if !self.breaks_enclosing_rule(from, to) {
                    legal.insert(Move {
                        from: square(from),
                        to: square(to),
                    });
                }
            }
        }
        legal.into_iter().collect()
    }

    /// Every chain from an origin that never lands twice on one square, by trying all; `None` if there are more than
    /// `most` of them.
    pub(crate) fn all_chains(&self, origin: Place, most: usize) -> Option<Vec<Vec<Square>>> {
        let mut chains = Vec::new();
        let mut pending = vec![vec![origin]];
        while let Some(chain) = pending.pop() {
            for to in self.jumps(*chain.last().unwrap()) {
                if !chain.contains(&to) {
                    let longer: Vec<Place> = chain.iter().copied().chain([to]).collect();
                    chains.push(longer.iter().copied().map(square).collect());
                    pending.push(longer);
                }
            }
            if chains.len() > most {
                return None;
            }
        }
        Some(chains)
    }

    /// Whether these squares are a legal way to move: a step, or a chain that lands on no square twice.
    pub(crate) fn is_legal_path(&self, path: &[Square]) -> bool {
        let places: Vec<Place> = path.iter().copied().map(place).collect();
        let (Some(&from), Some(&to)) = (places.first(), places.last()) else {
            return false;
        };
        let visits: BTreeSet<Place> = places.iter().copied().collect();
        let is_step = places.len() == 2 && self.steps(from).contains(&to);
        let is_chain = places.len() >= 2 && places.windows(2).all(|hop| self.jumps(hop[0]).contains(&hop[1]));
        self.is_piece_of(from, self.to_move)
            && visits.len() == places.len()
            && (is_step || is_chain)
            && !self.breaks_enclosing_rule(from, to)
    }

    /// Ruling 5: after the move some rival piece is enclosed with the mover taking part, that was not so before it.
    fn breaks_enclosing_rule(&self, from: Place, to: Place) -> bool {
        if !self.is_enclosing_forbidden() {
            return false;
        }
        let after = self.after(from, to);
        let rival = self.to_move.other();
        self.pieces
            .iter()
            .filter(|(_, side)| **side == rival)
            .any(|(&piece, _)| after.is_enclosed_by(piece, self.to_move) && !self.is_enclosed_by(piece, self.to_move))
    }

    pub(crate) fn after(&self, from: Place, to: Place) -> NaiveBoard {
        let mut after = self.clone();
        let side = after.pieces.remove(&from).unwrap();
        after.pieces.insert(to, side);
        after.to_move = side.other();
        after
    }

    /// Ruling 4: no step and no jump, and the other side takes part.
    pub(crate) fn is_enclosed_by(&self, piece: Place, by: Side) -> bool {
        self.steps(piece).is_empty() && self.jumps(piece).is_empty() && self.takes_part(piece, by)
    }

    /// Ruling 4: next to the piece in a move direction, or on the landing square behind such a neighbour.
    fn takes_part(&self, piece: Place, side: Side) -> bool {
        self.directions().into_iter().any(|direction| {
            let neighbour = next(piece, direction);
            let behind = next(neighbour, direction);
            self.is_piece_of(neighbour, side)
                || (self.pieces.contains_key(&neighbour) && self.is_piece_of(behind, side))
        })
    }
}

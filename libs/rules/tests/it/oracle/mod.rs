//! A second program for the same rules, written to be read against rules.md and not to be fast: a map of pieces, chains
//! found by trying, the rulings word by word.

mod moves;
mod verdict;

use std::collections::BTreeMap;

use corners_rules::{Directions, Enclosing, Position, Side, Square, Variant};

pub(crate) use verdict::NaiveGame;

/// File and rank, counted from zero; may lie beyond the board.
pub(crate) type Place = (i32, i32);

/// A placement with the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NaiveBoard {
    pub(crate) variant: &'static Variant,
    pub(crate) pieces: BTreeMap<Place, Side>,
    pub(crate) to_move: Side,
}

impl NaiveBoard {
    pub(crate) fn of(position: &Position) -> NaiveBoard {
        let variant = position.variant();
        let pieces = every_square(variant)
            .filter_map(|square| position.piece_at(square).map(|side| (place(square), side)))
            .collect();
        NaiveBoard {
            variant,
            pieces,
            to_move: position.side_to_move(),
        }
    }

    fn directions(&self) -> Vec<Place> {
        let mut directions = Vec::new();
        for files in -1..=1 {
            for ranks in -1..=1 {
                let is_diagonal = files != 0 && ranks != 0;
                let is_allowed = self.variant.directions() == Directions::Eight || !is_diagonal;
                if (files, ranks) != (0, 0) && is_allowed {
                    directions.push((files, ranks));
                }
            }
        }
        directions
    }

    fn is_on_board(&self, (file, rank): Place) -> bool {
        (0..i32::from(self.variant.files())).contains(&file) && (0..i32::from(self.variant.ranks())).contains(&rank)
    }

    fn is_empty(&self, place: Place) -> bool {
        self.is_on_board(place) && !self.pieces.contains_key(&place)
    }

    fn is_piece_of(&self, place: Place, side: Side) -> bool {
        self.pieces.get(&place) == Some(&side)
    }

    fn is_enclosing_forbidden(&self) -> bool {
        self.variant.enclosing() == Enclosing::Forbidden
    }
}

pub(crate) fn every_square(variant: &'static Variant) -> impl Iterator<Item = Square> {
    (0..variant.files()).flat_map(move |file| (0..variant.ranks()).map(move |rank| Square::new(file, rank).unwrap()))
}

pub(crate) fn place(square: Square) -> Place {
    (i32::from(square.file()), i32::from(square.rank()))
}

pub(crate) fn square((file, rank): Place) -> Square {
    Square::new(u8::try_from(file).unwrap(), u8::try_from(rank).unwrap()).unwrap()
}

fn next((file, rank): Place, (files, ranks): Place) -> Place {
    (file + files, rank + ranks)
}

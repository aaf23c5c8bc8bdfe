//! The endings in the order of rules.md, word by word.

use corners_rules::{Enclosing, Move, Position, Side};

use super::{NaiveBoard, Place, place};

/// A game as the oracle plays it.
pub(crate) struct NaiveGame {
    pub(crate) board: NaiveBoard,
    number: u16,
    /// Every placement that has stood, with its side to move; the last is on the board.
    stood: Vec<NaiveBoard>,
    /// The number of the move with which White filled its goal.
    white_filled: Option<u16>,
}

/// Reason and winner.
pub(crate) type NaiveVerdict = Option<(&'static str, Option<Side>)>;

impl NaiveGame {
    pub(crate) fn start(position: &Position) -> NaiveGame {
        let board = NaiveBoard::of(position);
        NaiveGame {
            board: board.clone(),
            number: position.move_number(),
            stood: vec![board],
            white_filled: None,
        }
    }

    /// Plays a legal move and judges it.
    pub(crate) fn play(&mut self, played: Move) -> NaiveVerdict {
        let (from, to) = (place(played.from), place(played.to));
        let mover = self.board.to_move;
        let number = self.number;
        self.board = self.board.after(from, to);
        self.stood.push(self.board.clone());
        if mover == Side::Black {
            self.number += 1;
        }
        if mover == Side::White && self.fills(Side::White) {
            self.white_filled = Some(number);
        }
        self.judge(mover, number, from, to)
    }

    fn judge(&self, mover: Side, number: u16, from: Place, to: Place) -> NaiveVerdict {
        let variant = self.board.variant;
        if number > variant.home_deadline() && !self.is_home(mover, from) && self.is_home(mover, to) {
            return Some(("returned-home", Some(mover.other())));
        }
        if mover == Side::Black && self.fills(Side::Black) {
            return Some(match self.white_filled {
                Some(_) => ("both-goals", None),
                None => ("goal", Some(Side::Black)),
            });
        }
        if mover == Side::Black && self.white_filled.is_some() {
            return Some(("goal", Some(Side::White)));
        }
        if mover == Side::White && self.white_filled.is_some() && self.board.legal_moves().is_empty() {
            return Some(("goal", Some(Side::White)));
        }
        if mover == Side::Black && number == variant.home_deadline() {
            match (self.has_late_piece(Side::White), self.has_late_piece(Side::Black)) {
                (true, true) => return Some(("home-deadline", None)),
                (true, false) => return Some(("home-deadline", Some(Side::Black))),
                (false, true) => return Some(("home-deadline", Some(Side::White))),
                (false, false) => {}
            }
        }
        if mover == Side::Black && number == variant.move_limit() {
            let (white, black) = (self.arrived(Side::White), self.arrived(Side::Black));
            let winner = if white > black {
                Some(Side::White)
            } else if black > white {
                Some(Side::Black)
            } else {
                None
            };
            return Some(("move-limit", winner));
        }
        if self.stood.iter().filter(|stood| **stood == self.board).count() >= 3 {
            return Some(("repetition", None));
        }
        if self.board.legal_moves().is_empty() {
            return Some(("no-move", None));
        }
        None
    }

    fn is_home(&self, side: Side, at: Place) -> bool {
        self.board.variant.home(side).any(|square| place(square) == at)
    }

    fn pieces_of(&self, side: Side) -> impl Iterator<Item = Place> + '_ {
        self.board
            .pieces
            .iter()
            .filter(move |(_, held)| **held == side)
            .map(|(at, _)| *at)
    }

    fn arrived(&self, side: Side) -> usize {
        self.pieces_of(side)
            .filter(|at| self.is_home(side.other(), *at))
            .count()
    }

    fn fills(&self, side: Side) -> bool {
        self.arrived(side) == usize::from(self.board.variant.pieces())
    }

    fn has_late_piece(&self, side: Side) -> bool {
        let is_exempt = |at: Place| {
            self.board.variant.enclosing() == Enclosing::Allowed && self.board.is_enclosed_by(at, side.other())
        };
        self.pieces_of(side).any(|at| self.is_home(side, at) && !is_exempt(at))
    }
}

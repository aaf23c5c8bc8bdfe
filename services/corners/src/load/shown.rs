//! A table as its watchers see it: who waits to hear of which turn, since when.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

/// Turns that are remembered; more than are ever under way.
const REMEMBERED: usize = 16;

/// A table that is being played at.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) id: String,
    turns: Mutex<VecDeque<Turn>>,
    audience: AtomicUsize,
}

#[derive(Debug)]
struct Turn {
    number: u32,
    due: Instant,
    opponent_waits: bool,
    spectators_heard: usize,
}

/// What a spectator heard of.
#[derive(Debug)]
pub(crate) struct Heard {
    /// When the move was due.
    pub(crate) due: Instant,
    /// Whether all spectators have heard of it now.
    pub(crate) by_all: bool,
}

impl Shown {
    pub(crate) fn new(id: String) -> Self {
        Self {
            id,
            turns: Mutex::default(),
            audience: AtomicUsize::new(0),
        }
    }

    /// The move that makes this turn was due at `due`, and is sent now.
    pub(crate) fn begins(&self, number: u32, due: Instant) {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() == REMEMBERED {
            turns.pop_front();
        }
        turns.push_back(Turn {
            number,
            due,
            opponent_waits: true,
            spectators_heard: 0,
        });
    }

    /// The opponent has heard of a turn: when its move was due, the first time.
    pub(crate) fn opponent_hears(&self, number: u32) -> Option<Instant> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = turns.iter_mut().find(|turn| turn.number == number)?;
        std::mem::take(&mut turn.opponent_waits).then_some(turn.due)
    }

    /// One more spectator sees the table.
    pub(crate) fn spectator_comes(&self) {
        self.audience.fetch_add(1, Ordering::Relaxed);
    }

    /// How many spectators see it.
    pub(crate) fn audience(&self) -> usize {
        self.audience.load(Ordering::Relaxed)
    }

    /// A spectator has heard of a turn.
    pub(crate) fn spectator_hears(&self, number: u32) -> Option<Heard> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = turns.iter_mut().find(|turn| turn.number == number)?;
        turn.spectators_heard += 1;
        Some(Heard {
            due: turn.due,
            by_all: turn.spectators_heard == self.audience(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_spectator_is_known() {
        let table = Shown::new("t".to_owned());
        table.spectator_comes();
        table.spectator_comes();
        let due = Instant::now();
        table.begins(2, due);
        assert!(!table.spectator_hears(2).unwrap().by_all);
        assert!(table.spectator_hears(3).is_none(), "nobody plays it");
        let last = table.spectator_hears(2).unwrap();
        assert_eq!((last.by_all, last.due), (true, due));
    }

    #[test]
    fn the_opponent_hears_of_a_turn_once() {
        let table = Shown::new("t".to_owned());
        let due = Instant::now();
        table.begins(2, due);
        assert_eq!(table.opponent_hears(2), Some(due));
        assert_eq!(table.opponent_hears(2), None);
    }
}

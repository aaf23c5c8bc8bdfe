//! What must hold of tables, whatever was killed meanwhile: pure, so that every test of faults judges by the same.
//!
//! A [`History`] is what clients were told and saw; the logs are read back when all is over. [`History::violations`]
//! compares them.

mod clocks;
mod exact;
mod log;
mod shown;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

pub use clocks::{GameTimeReading, Lifetimes};
pub use exact::{Exact, ExactTable, Intent, Stretch};
pub use shown::{Color, Counting, Shown};

/// A moment of real time: how long after the beginning of the test.
pub type Moment = Duration;

/// An event of a table, as somebody received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The version.
    pub number: u64,
    /// The id of the event.
    pub event_id: String,
}

/// An event of a table's log, as it was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The version and the id.
    pub sighting: Sighting,
    /// What it was.
    pub what: What,
}

/// What an event was, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A move.
    Move {
        /// The turn that it made.
        turn: u32,
        /// Its path.
        path: String,
        /// The time charged to the mover, in milliseconds; none in untimed games and for first moves.
        charged_ms: Option<u64>,
    },
    /// The last moves were taken back.
    Takeback {
        /// The turn that it made.
        turn: u32,
        /// How many moves.
        plies: u32,
    },
    /// The end, with its reason as the contract names it.
    End(String),
    /// Something else.
    Other,
}

/// A move that a player was told is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// The turn that it made.
    pub turn: u32,
    /// The id of the event that made the turn.
    pub event_id: String,
    /// Its path.
    pub path: String,
    /// When the call was first sent.
    pub sent: Moment,
    /// When its answer came.
    pub answered: Moment,
}

/// A move that a player sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The turn that it would make.
    pub turn: u32,
    /// Who sent it.
    pub side: Option<Color>,
    /// Its path.
    pub path: String,
}

/// What is known of one table.
#[derive(Clone, Debug, Default)]
pub struct TableHistory {
    /// The moves that players were told are played.
    pub acknowledged: Vec<Acknowledged>,
    /// What each watcher saw after its one snapshot.
    pub watchers: BTreeMap<String, Vec<Sighting>>,
    /// The log, from version 2 on, read back with a watch that resumed after version 1.
    pub log: Vec<Logged>,
    /// The paths of the moves as GetTable has them.
    pub moves: Vec<String>,
    /// The moves that players sent, where players may leave before they are answered.
    pub sent: Vec<Sent>,
    /// What a simulation knows beside.
    pub exact: Option<ExactTable>,
}

/// What is known of everything.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The tables by their ids.
    pub tables: BTreeMap<String, TableHistory>,
    /// When the platform was up.
    pub lifetimes: Lifetimes,
    /// Readings of game time, in the order in which they were asked for.
    pub readings: Vec<GameTimeReading>,
    /// What a simulation knows beside.
    pub exact: Exact,
}

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The table, or what else it is about.
    pub about: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.about, self.what)
    }
}

impl History {
    /// Everything that should not be: empty when all promises were kept.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        let game_time = clocks::game_time(&self.readings, &self.lifetimes)
            .into_iter()
            .chain(self.exact.game_time())
            .map(|what| Violation {
                about: "game time".to_owned(),
                what,
            });
        let tables = self.tables.iter().flat_map(|(id, table)| {
            let broken = log::check(table)
                .into_iter()
                .chain(clocks::charges(table, &self.lifetimes))
                .chain(exact::check(table, &self.exact));
            broken.map(move |what| Violation {
                about: format!("table {id}"),
                what,
            })
        });
        game_time.chain(tables).collect()
    }
}

//! What was seen of one outage.

use std::time::Duration;

use super::fault::Outage;
use super::plan::Role;
use crate::crowd::{Reading, Seen};
use crate::invariants::Moment;

/// What was seen of one outage.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) outage: Outage,
    /// A reading just before it.
    pub(super) before: Reading,
    /// From the first to the last thing that was done to begin it.
    pub(super) begun: (Moment, Moment),
    /// From the first thing that was done to end it until everything said that it serves.
    pub(super) ended: (Moment, Moment),
    /// When the platform first took a move again.
    pub(super) answered: Moment,
    /// A reading just after that.
    pub(super) after: Reading,
    pub(super) games: Vec<GameFacts>,
    /// What else went wrong.
    pub(super) failure: Option<String>,
    pub(super) took: Duration,
}

/// What was seen of one game.
#[derive(Clone, Debug)]
pub(super) struct GameFacts {
    pub(super) table: String,
    pub(super) role: Role,
    /// What became of White's move: when it was answered, or the refusal. None if it sleeps.
    pub(super) moved: Option<Result<Moment, String>>,
    pub(super) events: Vec<Seen>,
}

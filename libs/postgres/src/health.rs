//! Whether Postgres is there: what the log says of it, and who may try while it is not.
//!
//! One line when it turns bad, one when it is good again, none for calls. While nobody answers, a call would wait its
//! whole time for nothing, and so would all those that wait behind it. So there, one call tries every now and then, and
//! the others are refused at once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::connection::Place;
use crate::error::{PostgresFault, Reason};

/// Where one call succeeds and another fails, the trouble is not over: it is after so long without a failure.
const QUIET: Duration = Duration::from_secs(1);

/// How long after a call that tried in vain the next one tries.
const BETWEEN_TRIES: Duration = Duration::from_millis(200);

/// The state of the server as calls have found it.
#[derive(Debug)]
pub(crate) struct Health {
    place: Place,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_bad: bool,
    last_answer: Option<Instant>,
    last_fault: Option<Instant>,
    closed: Option<Closed>,
}

/// Nobody answers.
#[derive(Debug)]
struct Closed {
    next_try: Instant,
    detail: String,
}

impl Health {
    pub(crate) fn new(place: Place) -> Self {
        Self {
            place,
            state: Mutex::default(),
        }
    }

    /// Lets a call try, unless it is known that nobody answers. A call that is let through while that is so keeps the
    /// others back for `longest`, which is how long it may take; so one that is given up holds nobody up for ever.
    pub(crate) fn admit(&self, longest: Duration) -> Result<(), PostgresFault> {
        let mut state = self.state();
        let Some(closed) = &mut state.closed else {
            return Ok(());
        };
        let now = Instant::now();
        if now < closed.next_try {
            return Err(PostgresFault::unavailable(Reason::Unreachable, closed.detail.clone()));
        }
        closed.next_try = now + longest;
        Ok(())
    }

    /// A call was answered.
    pub(crate) fn succeeded(&self) {
        let mut state = self.state();
        state.last_answer = Some(Instant::now());
        state.closed = None;
        let is_quiet = state.last_fault.is_none_or(|at| at.elapsed() >= QUIET);
        if state.is_bad && is_quiet {
            state.is_bad = false;
            drop(state);
            tracing::info!(postgres = %self.place, "postgres is available again");
        }
    }

    /// Whether a call was answered so short a time ago.
    pub(crate) fn has_answered_within(&self, span: Duration) -> bool {
        self.state().last_answer.is_some_and(|at| at.elapsed() < span)
    }

    /// A call failed.
    pub(crate) fn failed(&self, fault: &PostgresFault) {
        let PostgresFault::Unavailable { reason, detail } = fault else {
            // A mistake of ours, which the server has answered.
            return self.succeeded();
        };
        if *reason == Reason::Conflict {
            return self.succeeded();
        }
        let now = Instant::now();
        let mut state = self.state();
        state.last_fault = Some(now);
        if *reason == Reason::Unreachable {
            state.closed = Some(Closed {
                next_try: now + BETWEEN_TRIES,
                detail: detail.clone(),
            });
        }
        if !state.is_bad {
            state.is_bad = true;
            drop(state);
            tracing::warn!(postgres = %self.place, %reason, detail, "postgres is not available: calls are refused until it is");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

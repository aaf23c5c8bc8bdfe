//! Readings of game time.

use std::time::Duration;

use corners_client::{Backoff, Corners, Error, Options};
use tokio::time::{Instant, sleep};

use crate::Stage;
use crate::invariants::Moment;

/// How soon a clock that did not answer is asked again.
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// A reading of game time, and when it was asked for and came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) sent: Moment,
    pub(crate) answered: Moment,
    pub(crate) game_ms: u64,
    /// Where the last stall ended, in milliseconds of game time; 0 before the first.
    pub(crate) stall_end_ms: u64,
}

/// Reads game time from whichever clock answers.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    corners: Corners,
    began: Instant,
}

impl Clock {
    pub(crate) async fn of(stage: &Stage, began: Instant) -> Self {
        // Each try is a reading of its own, so that the time between question and answer is short.
        let options = Options {
            max_tries: 1,
            ..patient()
        };
        Self {
            corners: stage.connect_to_clocks(options).await,
            began,
        }
    }

    /// A reading, as soon as a clock answers.
    pub(crate) async fn read_soon(&self) -> Reading {
        loop {
            match self.read().await {
                Ok(reading) => return reading,
                Err(_) => sleep(BETWEEN_TRIES).await,
            }
        }
    }

    /// A reading, by one question.
    pub(crate) async fn read(&self) -> Result<Reading, Error> {
        let sent = self.began.elapsed();
        let answer = self.corners.game_time().await?;
        Ok(Reading {
            sent,
            answered: self.began.elapsed(),
            game_ms: answer.game_time_ms,
            stall_end_ms: answer.last_stall_end_ms,
        })
    }
}

/// Players who keep trying through any outage, and are soon back after it.
pub(crate) fn patient() -> Options {
    Options {
        deadline: Duration::from_secs(180),
        max_tries: 100_000,
        backoff: Backoff {
            first: Duration::from_millis(5),
            longest: Duration::from_millis(250),
        },
        ..Default::default()
    }
}

//! What a stream says although nothing happens at its tables.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::authority::TimeSeen;

/// How often the round trip to a player is measured.
const MEASURE_EVERY: Duration = Duration::from_secs(15);

/// The first measurements follow each other sooner, so that a quick game has them.
const MEASURE_SOON: Duration = Duration::from_secs(2);

/// How many measurements are soon followed by the next.
const HURRIED: u8 = 3;

/// What is to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// A sign of life, with what is seen of game time.
    Life,
    /// The same, and to be answered, if the stream's client plays.
    Measure,
}

/// When a stream has to say something.
#[derive(Debug)]
pub(super) struct Pulse {
    every: Duration,
    last_sent: Instant,
    measure_at: Instant,
    measured: u8,
    time: watch::Receiver<TimeSeen>,
}

impl Pulse {
    /// A stream's first words after its snapshots say how late it is, and measure.
    pub(super) fn new(every: Duration, time: watch::Receiver<TimeSeen>) -> Self {
        let now = Instant::now();
        Self {
            every,
            last_sent: now,
            measure_at: now,
            measured: 0,
            time,
        }
    }

    /// Something was sent.
    pub(super) fn sent(&mut self) {
        self.last_sent = Instant::now();
    }

    /// The round trip is being measured; or it is not, for somebody who does not play.
    pub(super) fn measured(&mut self, plays: bool) {
        let pause = match plays {
            true if self.measured < HURRIED => MEASURE_SOON,
            true => MEASURE_EVERY,
            false => self.every,
        };
        self.measured = self.measured.saturating_add(u8::from(plays));
        self.measure_at = Instant::now() + pause;
    }

    /// What is seen of game time.
    pub(super) fn time(&self) -> TimeSeen {
        *self.time.borrow()
    }

    /// Waits until something has to be said. Safe to cancel.
    pub(super) async fn beat(&mut self) -> Beat {
        let heartbeat = self.last_sent + self.every;
        tokio::select! {
            Ok(()) = self.time.changed() => Beat::Life,
            () = sleep_until(heartbeat.min(self.measure_at)) => {
                if Instant::now() >= self.measure_at { Beat::Measure } else { Beat::Life }
            }
        }
    }
}

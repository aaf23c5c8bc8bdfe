//! Whether game time runs, as watchers are told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::{BEAT_REACH, GameTime};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::Authority;

/// How often this replica looks whether game time runs: so much later at most is a player told that it stands still.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// What this replica has last seen of game time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSeen {
    /// Where the last stall ended; none when the platform never stood still.
    pub last_stall_end: Option<GameTime>,
    /// Whether game time stands still.
    pub stands_still: bool,
}

/// Tells all who watch when game time stops and when it runs again.
#[derive(Debug, Default)]
pub(super) struct TimeWatch {
    told: watch::Sender<TimeSeen>,
    last: Mutex<Option<(GameTime, Instant)>>,
}

impl Authority {
    /// Looks whether game time runs, and tells the watchers when that changes, for ever.
    pub async fn keep_time(self: Arc<Self>) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let asked = Instant::now();
            let seen = match self.clock.look().await {
                Ok(reading) => {
                    *self.time.last() = Some((reading.game, asked));
                    TimeSeen {
                        last_stall_end: reading.stall_end,
                        stands_still: reading.stall_end == Some(reading.game),
                    }
                }
                // Without a clock no move is taken.
                Err(_) => TimeSeen {
                    stands_still: true,
                    ..*self.time.told.borrow()
                },
            };
            self.time.told.send_if_modified(|told| {
                // While it stands still the end of the stall moves along.
                let is_news = seen.stands_still != told.stands_still
                    || !seen.stands_still && seen.last_stall_end != told.last_stall_end;
                if is_news {
                    *told = seen;
                }
                is_news
            });
        }
    }

    /// About what game time is now, without asking anybody: for heartbeats, which must hold up no stream. Zero before this
    /// replica has seen a clock.
    #[must_use]
    pub fn about_now(&self) -> GameTime {
        let last = *self.time.last();
        let about = |(reading, asked): (GameTime, Instant)| reading + asked.elapsed().min(BEAT_REACH);
        last.map(about).unwrap_or_default()
    }

    /// What is seen of game time, now and from now on.
    #[must_use]
    pub fn time_seen(&self) -> watch::Receiver<TimeSeen> {
        self.time.told.subscribe()
    }
}

impl TimeWatch {
    fn last(&self) -> MutexGuard<'_, Option<(GameTime, Instant)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

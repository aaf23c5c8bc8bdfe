//! Whether game time runs, as watchers are told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::{GameTime, STALL_AFTER};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::Authority;

/// How often this replica looks whether game time runs: so much later at most is a player told that it stands still.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A clock that takes so long to answer is not there.
const PATIENCE: Duration = Duration::from_millis(300);

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
    last: Mutex<Last>,
}

/// The last reading of this replica, and what it has told.
#[derive(Debug, Default)]
struct Last {
    /// The reading, and when it was asked for if time ran then.
    reading: Option<(GameTime, Option<Instant>)>,
    /// The latest that was told: nothing that is told goes back.
    told: GameTime,
}

impl Authority {
    /// Looks whether game time runs, and tells the watchers when that changes, for ever.
    pub async fn keep_time(self: Arc<Self>) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let asked = Instant::now();
            let seen = match timeout(PATIENCE, self.clock.look()).await {
                Ok(Ok(reading)) => {
                    let seen = TimeSeen {
                        last_stall_end: reading.stall_end,
                        stands_still: reading.stall_end == Some(reading.game),
                    };
                    self.time.last().saw(reading.game, asked, seen.stands_still);
                    seen
                }
                // Without a clock no move is taken.
                _ => TimeSeen {
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
        self.time.last().about()
    }

    /// What is seen of game time, now and from now on.
    #[must_use]
    pub fn time_seen(&self) -> watch::Receiver<TimeSeen> {
        self.time.told.subscribe()
    }
}

impl TimeWatch {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Last {
    fn saw(&mut self, reading: GameTime, asked: Instant, stands_still: bool) {
        self.reading = Some((reading, (!stands_still).then_some(asked)));
    }

    /// The reading, and the time since; a little of it, because it is not known to run on.
    fn about(&mut self) -> GameTime {
        if let Some((reading, asked)) = self.reading {
            let since = asked.map_or(Duration::ZERO, |asked| asked.elapsed().min(STALL_AFTER));
            self.told = self.told.max(reading + since);
        }
        self.told
    }
}

//! Alarms: a table that wants to be looked at tells the clock, and the clock calls back.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use tokio::time::{sleep, timeout};

use super::append::{Landed, Terms, stamped};
use super::{Authority, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::table::{By, Intent, Readings, Recorded, next_alarm, overdue, record};

/// How many alarms are handed to the clock at once.
const BATCH: usize = 1_000;

/// How often alarms are looked for that no append of this process announced: a replica may have died between an append
/// and the clock. Together with the gathering below, every 100 ms.
const LOOK_EVERY: Duration = Duration::from_millis(40);

/// How long alarms are gathered before they are handed over together: each hand-over is a write to the clock's store, and
/// an alarm has to be with the clock within 100 ms.
const GATHER_FOR: Duration = Duration::from_millis(60);

/// No table has this id, which no digest gives.
const NO_TABLE: TableId = TableId::from_bytes([0; 16]);

/// What a table wants after its alarm rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rearm {
    /// The version of its head.
    pub version: u64,
    /// When to ring again; none for never.
    pub due: Option<GameTime>,
}

impl Authority {
    /// Looks at a table whose alarm rang, and ends what is overdue. A late, early or repeated alarm changes nothing.
    ///
    /// # Errors
    /// When the store or the clock is away, so that the alarm must ring again.
    pub async fn alarm_due(&self, id: TableId) -> Result<Rearm, AuthorityError> {
        for attempt in 0..MOST_ATTEMPTS {
            let seen = match self.look(id).await {
                // Forgotten, or lost with its whole log: nothing wants to be looked at any more.
                Err(AuthorityError::TableNotLive(_)) => return Ok(Rearm { version: 0, due: None }),
                seen => seen?,
            };
            let table = &seen.table;
            let judged = self
                .clock
                .punch(&table.clock_turn(), table.last_reading(), None)
                .await?;
            let punch = judged.punch;
            let Some(verdict) = overdue(table, &punch) else {
                // An outage may have moved the deadline beyond what the log says.
                let due = next_alarm(table).map(|due| due + punch.outage_credit);
                return Ok(Rearm {
                    version: table.alarm_order(),
                    due,
                });
            };
            let readings = Readings {
                punch,
                next_turn: punch.reading,
                by: By::Others,
            };
            let recorded = stamped(|stamp| record(table, &Intent::End(verdict), &readings, None, stamp));
            let (Recorded::Happened(events) | Recorded::TimeWasUp(events)) = recorded;
            let terms = Terms {
                attempt,
                unless_seen: None,
            };
            if let Landed::Stored(after) = self.append(id, &seen, events, terms).await? {
                return Ok(Rearm {
                    version: after.alarm_order(),
                    due: None,
                });
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// Hands the alarms that appends leave behind to the clock, for ever.
    pub async fn keep_arming(self: Arc<Self>) {
        let mut works = true;
        loop {
            let armed = self.arm_batch().await;
            match (&armed, works) {
                (Err(error), true) => tracing::warn!(%error, "alarms cannot be armed: flags fall late until they can"),
                (Ok(_), false) => tracing::info!("alarms are armed again"),
                _ => {}
            }
            works = armed.is_ok();
            if !matches!(armed, Ok(BATCH)) {
                // Whatever wakes this loop, it looks again: the notice of an append is a hint, the store has the alarms.
                // A deadline elapsed and a notice are the same to it.
                let _ = timeout(LOOK_EVERY, self.armer.notified()).await;
                sleep(GATHER_FOR).await;
            }
        }
    }

    async fn arm_batch(&self) -> Result<usize, AuthorityError> {
        let alarms = self.store.alarms_to_arm(BATCH).await?;
        if !alarms.is_empty() {
            self.clock.arm(&alarms).await?;
            self.store.armed(&alarms).await?;
        }
        Ok(alarms.len())
    }

    /// A dry move: it reads the store, takes a reading of the clock, and writes.
    ///
    /// # Errors
    /// When a move could not be taken now.
    pub async fn probe(&self) -> Result<(), AuthorityError> {
        self.store.load(NO_TABLE, None).await?;
        self.clock.look().await?;
        Ok(self.store.probe().await?)
    }
}

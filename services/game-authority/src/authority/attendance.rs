//! Who is at the tables: leases of the watchers here, and what the store knows of those elsewhere.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::{PARTITIONS, TableId};
use corners_rules::Side;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::Authority;
use crate::error::AuthorityError;
use crate::store::{Attended, HeartbeatAnswer, Tended};
use crate::table::{AWAY_AFTER, BySide, Presence, Table, gone_since, next_alarm};

/// How often leases are renewed: twice before a player counts as away, and time to spare for a renewal that fails.
const RENEW_EVERY: Duration = Duration::from_secs(4);

/// How soon a renewal that failed is tried again.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// A table whose alarm is overdue by so much has lost it, in a failover that the clock and this service saw differently.
const ALARM_LOST_AFTER: Duration = Duration::from_secs(1);

/// How many tables are tended in one call of the store.
const BATCH: usize = 500;

/// What this replica has to remember to tend its watchers.
#[derive(Debug, Default)]
pub(super) struct Attendance {
    /// The first reading of this replica. Whom nobody remembers counts as seen then: it may have been here all the time
    /// before a restart.
    since: OnceLock<GameTime>,
    soon: Mutex<HashSet<TableId>>,
    notify: Notify,
}

impl Authority {
    /// Renews the leases of the watchers here and tells them of each other, for ever.
    pub async fn keep_tending(self: Arc<Self>) {
        let mut next = Instant::now() + RENEW_EVERY;
        loop {
            let tables = tokio::select! {
                () = sleep_until(next) => {
                    next = Instant::now() + RENEW_EVERY;
                    (0..PARTITIONS).flat_map(|partition| self.hub.tended_in(partition)).collect()
                }
                () = self.attendance.notify.notified() => self.to_attend_soon(),
            };
            for batch in tables.chunks(BATCH) {
                // The store logs when it goes away and when it is back.
                if self.tend(batch).await.is_err() {
                    next = next.min(Instant::now() + AGAIN_AFTER);
                }
            }
        }
    }

    /// The watchers of a table may have changed elsewhere: ask soon, if anybody here wants to know.
    pub(super) fn attend_soon(&self, table: TableId) {
        if self.hub.feed(table).is_some() {
            let mut soon = self.attendance.soon.lock().unwrap_or_else(PoisonError::into_inner);
            soon.insert(table);
            self.attendance.notify.notify_one();
        }
    }

    fn to_attend_soon(&self) -> Vec<Tended> {
        let mut soon = self.attendance.soon.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = soon.drain();
        tables
            .filter_map(|id| Some(self.hub.tended(id, &*self.hub.feed(id)?.head()?)))
            .collect()
    }

    async fn tend(&self, tended: &[Tended]) -> Result<(), AuthorityError> {
        let now = self.clock.now().await?;
        let attended = self.store.tend(now, tended).await?;
        for (Tended { table, .. }, attended) in tended.iter().zip(attended) {
            let Some((feed, head)) = self
                .hub
                .feed(*table)
                .and_then(|feed| Some((feed.clone(), feed.head()?)))
            else {
                continue;
            };
            // A wake-up that was lost shows here at the latest.
            if attended.length != head.version().number {
                self.hub.wake(*table);
            }
            feed.note_round_trips(round_trips_of(&attended, now));
            if feed.note_presence(self.presence_by(&head, &attended, now)) {
                self.hub.rouse(*table);
            }
            if next_alarm(&head).is_some_and(|due| due + ALARM_LOST_AFTER < now)
                && let Err(error) = self.alarm_due(*table).await
            {
                tracing::debug!(%table, %error, "an overdue table cannot be looked at");
            }
        }
        Ok(())
    }

    /// Who is at a table now, told to the other replicas when somebody has just come here. None once the game is over.
    ///
    /// # Errors
    /// When the store or the clock is away.
    pub async fn presence(
        &self,
        id: TableId,
        table: &Table,
        has_come: bool,
    ) -> Result<Option<Presence>, AuthorityError> {
        if table.verdict().is_some() {
            return Ok(None);
        }
        let now = self.clock.now().await?;
        let tended = Tended {
            announce: has_come,
            ..self.hub.tended(id, table)
        };
        let attended = self.store.tend(now, &[tended]).await?;
        let attended = attended.first().copied().unwrap_or_default();
        let presence = self.presence_by(table, &attended, now);
        if let Some(feed) = self.hub.feed(id)
            && feed.note_presence(presence)
        {
            self.hub.rouse(id);
        }
        Ok(presence)
    }

    /// Since when a player is away; none while it is here.
    pub(super) async fn gone_since(
        &self,
        id: TableId,
        table: &Table,
        side: Side,
    ) -> Result<Option<GameTime>, AuthorityError> {
        let now = self.clock.now().await?;
        let attended = self.store.tend(now, &[self.hub.tended(id, table)]).await?;
        let attended = attended.first().copied().unwrap_or_default();
        Ok(gone_since(table, side, self.last_seen(&attended, now)[side], now))
    }

    /// The round trip to a player, as it was last measured on one of its streams here or elsewhere; none when nobody knows.
    pub(super) async fn round_trip(&self, id: TableId, table: &Table, side: Side) -> Option<Duration> {
        let tended = self.hub.tended(id, table);
        if let Some(measured_here) = tended.round_trips[side] {
            return Some(measured_here);
        }
        if let Some(known) = self.hub.feed(id).and_then(|feed| feed.round_trips()) {
            return known[side];
        }
        // A move is worth more than the credit for its way: where this fails, there is none.
        let now = self.clock.now().await.ok()?;
        let attended = self.store.tend(now, &[tended]).await.ok()?;
        round_trips_of(attended.first()?, now)[side]
    }

    /// A player has answered a heartbeat: a stream here has waited for it, or one of another replica.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn heartbeat_answered(&self, answer: HeartbeatAnswer) -> Result<(), AuthorityError> {
        if !self.heard_answer(answer) {
            self.store.pass_on(answer).await?;
        }
        Ok(())
    }

    pub(super) fn heard_answer(&self, answer: HeartbeatAnswer) -> bool {
        self.hub.answered(answer.table, answer.account, answer.nonce)
    }

    fn presence_by(&self, table: &Table, attended: &Attended, now: GameTime) -> Option<Presence> {
        Presence::of(table, self.last_seen(attended, now), attended.spectators, now)
    }

    fn last_seen(&self, attended: &Attended, now: GameTime) -> BySide<GameTime> {
        let since = *self.attendance.since.get_or_init(|| now);
        BySide {
            white: attended.seen.white.unwrap_or(since),
            black: attended.seen.black.unwrap_or(since),
        }
    }
}

/// The round trips to the players whose streams are still there.
fn round_trips_of(attended: &Attended, now: GameTime) -> BySide<Option<Duration>> {
    let of = |side: Side| {
        let is_here = attended.seen[side].is_some_and(|seen| now - seen < AWAY_AFTER);
        attended.round_trips[side].filter(|_| is_here)
    };
    BySide {
        white: of(Side::White),
        black: of(Side::Black),
    }
}

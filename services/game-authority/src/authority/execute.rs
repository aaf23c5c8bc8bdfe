//! A command, from the log to the log.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::Punch;
use corners_proto::ids::TableId;
use corners_service::faults::kill_point;

use super::append::{Landed, stamped};
use super::{Authority, Call, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::store::Remembered;
use crate::table::{Action, Command, GRACE, Readings, Recorded, Rejection, Table, TurnPoint, decide, record};

impl Authority {
    /// Carries a command out and answers the table after it. The same call again is answered as the first time.
    ///
    /// Run this detached from the caller's connection: it must not be dropped between the append and the wake-up.
    ///
    /// # Errors
    /// Why nothing happened. When the store was lost on the way it may have happened: the same call again tells.
    pub async fn execute(&self, id: TableId, call: Call, command: Command) -> Result<Arc<Table>, AuthorityError> {
        let mut first_punch = None;
        for attempt in 0..MOST_ATTEMPTS {
            let seen = self.look(id, Some(call.key)).await?;
            if let Some(remembered) = seen.remembered {
                return self.answer_again(id, call, remembered, seen.table).await;
            }
            let intent = decide(&seen.table, &command)?;
            let readings = self.readings(&seen.table, &command, &mut first_punch).await?;
            kill_point("after-punch");
            match stamped(|stamp| record(&seen.table, &intent, &readings, stamp)) {
                Recorded::Happened(events) => {
                    if let Landed::Stored(table) = self.append(id, &seen, events, Some(call), attempt).await? {
                        return Ok(table);
                    }
                }
                Recorded::TimeWasUp(events) => {
                    if let Landed::Stored(_) = self.append(id, &seen, events, None, attempt).await? {
                        return Err(time_was_up(&command.action));
                    }
                }
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// Punches the clock. When an attempt at a move was made in the same turn before, what the mover keeps is its first
    /// reading, and only the next turn starts at the new one: neither a slow store nor the rival's offers cost it time.
    async fn readings(
        &self,
        table: &Table,
        command: &Command,
        first_punch: &mut Option<(TurnPoint, Punch)>,
    ) -> Result<Readings, AuthorityError> {
        let now = self.clock.punch(&table.clock_turn(), table.last_reading()).await?;
        let is_move = matches!(command.action, Action::Play { .. });
        let punch = match first_punch {
            Some((turn, first)) if is_move && *turn == table.turn() => Punch {
                reading: first.reading.max(table.last_reading()),
                outage_credit: now.outage_credit,
                ..*first
            },
            _ => now,
        };
        *first_punch = Some((table.turn(), punch));
        let by_mover = table.holds(command.by.account, table.side_to_move());
        let grace = if by_mover { Duration::ZERO } else { GRACE };
        Ok(Readings {
            punch,
            next_turn: punch.reading.max(now.reading),
            grace,
        })
    }

    async fn answer_again(
        &self,
        id: TableId,
        call: Call,
        remembered: Remembered,
        now: Arc<Table>,
    ) -> Result<Arc<Table>, AuthorityError> {
        if remembered.digest != call.digest {
            return Err(AuthorityError::RequestIdReused);
        }
        if remembered.answered_at == now.version().number {
            return Ok(now);
        }
        self.table_at(id, remembered.answered_at).await
    }
}

fn time_was_up(action: &Action) -> AuthorityError {
    match action {
        Action::Play { .. } => AuthorityError::FlagFallen,
        _ => Rejection::GameOver.into(),
    }
}

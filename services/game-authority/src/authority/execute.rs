//! A command, from the log to the log.

use std::sync::Arc;

use corners_clockwork::Punch;
use corners_proto::ids::TableId;
use corners_service::faults::kill_point;

use super::append::{Landed, stamped};
use super::read::Seen;
use super::{Authority, Call, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::store::Remembered;
use crate::table::{Action, Command, Event, Readings, Recorded, Rejection, Table, Version, decide, record};

impl Authority {
    /// Carries a command out and answers the table after it. The same call again is answered as the first time.
    ///
    /// Run this detached from the caller's connection: it must not be dropped between the append and the wake-up.
    ///
    /// # Errors
    /// Why nothing happened. When the store was lost on the way it may have happened: the same call again tells.
    pub async fn execute(&self, id: TableId, call: Call, command: Command) -> Result<Arc<Table>, AuthorityError> {
        let mut first_punch = None;
        for _ in 0..MOST_ATTEMPTS {
            let seen = self.look(id, Some(call.key)).await?;
            if let Some(remembered) = seen.remembered {
                return self.answer_again(id, call, remembered).await;
            }
            let intent = decide(&seen.table, &command)?;
            let readings = self.readings(&seen.table, &mut first_punch).await?;
            kill_point("after-punch");
            match stamped(|stamp| record(&seen.table, &intent, &readings, stamp)) {
                Recorded::Happened(events) => {
                    if let Some(table) = self.settle(id, &seen, events, Some(call)).await? {
                        return Ok(table);
                    }
                }
                Recorded::TimeWasUp(events) => {
                    if self.settle(id, &seen, events, None).await?.is_some() {
                        return Err(time_was_up(&command.action));
                    }
                }
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// The table after the events, or none if the attempt has to be made again.
    async fn settle(
        &self,
        id: TableId,
        seen: &Seen,
        events: Vec<Event>,
        remember: Option<Call>,
    ) -> Result<Option<Arc<Table>>, AuthorityError> {
        Ok(match self.append(id, &seen.table, events, remember, seen.now).await? {
            Landed::Stored(table) => Some(table),
            Landed::HeadMoved | Landed::TooLate => None,
        })
    }

    /// Punches the clock. When the attempt before was made on the same head and took too long, what the mover keeps is
    /// its reading, and only the next turn starts at the new one.
    async fn readings(
        &self,
        table: &Table,
        first_punch: &mut Option<(Version, Punch)>,
    ) -> Result<Readings, AuthorityError> {
        let now = self.clock.punch(&table.clock_turn(), table.last_reading()).await?;
        let punch = match first_punch {
            Some((version, punch)) if *version == table.version() => *punch,
            _ => now,
        };
        *first_punch = Some((table.version(), punch));
        Ok(Readings {
            punch,
            next_turn: punch.reading.max(now.reading),
        })
    }

    async fn answer_again(
        &self,
        id: TableId,
        call: Call,
        remembered: Remembered,
    ) -> Result<Arc<Table>, AuthorityError> {
        if remembered.digest != call.digest {
            return Err(AuthorityError::RequestIdReused);
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

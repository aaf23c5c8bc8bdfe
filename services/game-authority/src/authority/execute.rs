//! A command, from the log to the log.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::{GameTime, Transit};
use corners_proto::ids::TableId;
use corners_service::faults::kill_point;
use tokio::time::{Instant, sleep};

use super::append::{Landed, Terms, stamped};
use super::{Authority, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::table::{
    Action, By, CallMark, Command, GRACE, Intent, Readings, Recorded, Rejection, Table, TurnPoint, claim, decide,
    record,
};

/// No attempt begins later than this after the first.
const LONGEST: Duration = Duration::from_secs(1);

/// What an attempt at a move has found, for the next one in the same turn.
#[derive(Clone, Copy)]
struct MoveTry {
    turn: TurnPoint,
    reading: GameTime,
    /// The last stall as far as any attempt was told of it: replicas of the clock hear of one at different moments, and a
    /// reading is not to be judged without the stall that explains it.
    last_stall_end: Option<GameTime>,
    transit: Option<Transit>,
}

impl Authority {
    /// Carries a command out and answers the table after it. The same call again is answered as the first time.
    ///
    /// The first attempt goes out from what this replica remembers of the table, without asking the store: the append
    /// checks the head. Nothing is refused, and no call answered again, but by what the store says now.
    ///
    /// Run this detached from the caller's connection: it must not be dropped between the append and the wake-up.
    ///
    /// # Errors
    /// Why nothing happened. When the store was lost on the way it may have happened: the same call again tells.
    pub async fn execute(&self, id: TableId, call: CallMark, command: Command) -> Result<Arc<Table>, AuthorityError> {
        let mut first_try = None;
        let mut recalled = self.recall(id);
        let began = Instant::now();
        let mut waited = false;
        let mut is_counted = false;
        for attempt in 0..MOST_ATTEMPTS {
            let seen = match recalled.take() {
                Some(seen) => seen,
                None => self.look(id).await?,
            };
            let remembered = seen.table.remembered(call.key);
            let intent = decide(&seen.table, &command);
            if !seen.confirmed && (remembered.is_some() || intent.is_err()) {
                continue;
            }
            if let Some(remembered) = remembered {
                return self.answer_again(id, call, remembered, seen.table).await;
            }
            let intent = match intent {
                Err(Rejection::GameOver) if waited => return Err(time_was_up(&command.action)),
                intent => intent?,
            };
            if matches!(command.action, Action::Join { .. }) && !is_counted {
                if !seen.confirmed {
                    continue;
                }
                self.one_more_table(command.by.account).await?;
                is_counted = true;
            }
            let readings = self.readings(id, &seen.table, &command, &mut first_try).await?;
            // At zero only a move that is on its way can save the game, and nobody has to play on.
            let is_out_of_time = readings.by == By::Mover && readings.punch.expired;
            if is_out_of_time && !matches!(command.action, Action::Resign { .. }) && !readings.turn_is_over() {
                return Err(AuthorityError::FlagFallen);
            }
            let mut terms = Terms {
                attempt,
                unless_seen: None,
            };
            if let Intent::Claim { by } = intent {
                let gone_since = self.gone_since(id, &seen.table, by.other()).await?;
                match claim(&seen.table, by, gone_since, readings.punch.reading) {
                    Err(_) if !seen.confirmed => continue,
                    allowed => allowed?,
                }
                terms.unless_seen = gone_since.map(|since| (by.other(), since));
            }
            kill_point("after-punch");
            match stamped(|stamp| record(&seen.table, &intent, &readings, Some(call), stamp)) {
                Recorded::Happened(events) => match self.append(id, &seen, events, terms).await? {
                    Landed::Stored(table) => return Ok(table),
                    Landed::TooLate => recalled = self.still(id, seen),
                    Landed::HeadMoved => {}
                },
                // The same move may have been punched in time by another replica and be on its way into the log: a copy of it
                // that came later must not end the game.
                Recorded::TimeWasUp(_) if readings.by == By::Move && !waited => {
                    waited = true;
                    sleep(GRACE).await;
                }
                Recorded::TimeWasUp(events) => match self.append(id, &seen, events, terms).await? {
                    Landed::Stored(_) => return Err(time_was_up(&command.action)),
                    Landed::TooLate => recalled = self.still(id, seen),
                    Landed::HeadMoved => {}
                },
            }
            if began.elapsed() > LONGEST {
                break;
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// Punches the clock. When an attempt at a move was made in the same turn before, what the mover keeps is its first
    /// reading, and only the next turn starts at the new one: neither a slow store nor the rival's offers cost it time.
    async fn readings(
        &self,
        id: TableId,
        table: &Table,
        command: &Command,
        first_try: &mut Option<MoveTry>,
    ) -> Result<Readings, AuthorityError> {
        let turn = table.clock_turn();
        let Action::Play { think_time, .. } = command.action else {
            let punch = self.clock.punch(&turn, table.last_reading(), None).await?.punch;
            // Who closes a table acts for nobody at it, wherever else it sits.
            let for_a_seat = command.action != Action::Close;
            let by_mover = for_a_seat && table.holds(command.by.account, table.side_to_move());
            return Ok(Readings {
                punch,
                next_turn: punch.reading,
                by: if by_mover { By::Mover } else { By::Others },
            });
        };
        let first = first_try.filter(|first| first.turn == table.turn());
        let transit = match &first {
            Some(first) => first.transit,
            None => self.transit(id, table, think_time).await,
        };
        let now = self.clock.punch(&turn, table.last_reading(), transit).await?;
        let last_stall_end = now.last_stall_end.max(first.and_then(|first| first.last_stall_end));
        let punch = match &first {
            Some(first) => {
                let made = first.reading.max(table.last_reading());
                corners_clockwork::punch(&turn, made, last_stall_end, transit)
            }
            None => now.punch,
        };
        *first_try = Some(MoveTry {
            turn: table.turn(),
            reading: punch.reading,
            last_stall_end,
            transit,
        });
        Ok(Readings {
            punch,
            next_turn: punch.reading.max(now.punch.reading),
            by: By::Move,
        })
    }

    /// What is known of a move's way: nothing where it could earn nothing, where the client does not say what its player
    /// thought, or where nothing was measured.
    async fn transit(&self, id: TableId, table: &Table, think_time: Option<Duration>) -> Option<Transit> {
        let mover = table.running()?;
        let think_time = think_time?;
        if table.lag_quota(mover).is_zero() {
            return None;
        }
        let round_trip = self.round_trip(id, table, mover).await?;
        Some(Transit { think_time, round_trip })
    }

    async fn answer_again(
        &self,
        id: TableId,
        call: CallMark,
        (body, answered_at): (u64, u64),
        now: Arc<Table>,
    ) -> Result<Arc<Table>, AuthorityError> {
        if body != call.body {
            return Err(AuthorityError::RequestIdReused);
        }
        if answered_at == now.version().number {
            return Ok(now);
        }
        self.table_at(id, answered_at).await
    }
}

fn time_was_up(action: &Action) -> AuthorityError {
    match action {
        Action::Play { .. } => AuthorityError::FlagFallen,
        _ => Rejection::GameOver.into(),
    }
}

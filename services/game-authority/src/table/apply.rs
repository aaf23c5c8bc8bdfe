//! Folding events into a table.

use std::sync::Arc;

use corners_clockwork::{GameTime, LagQuota, TimeControl};
use corners_rules::{Game, Path};

use super::{Agreement, BySide, Event, EventId, EventKind, PlyRecord, Table, TurnPoint, Version};

/// A log that no table can have: its first event makes no table, or an event does not fit what came before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {number} of the log does not fit: {why}")]
pub struct CorruptLog {
    /// The number of the event that does not fit, from 1.
    pub number: u64,
    /// What is wrong with it.
    pub why: String,
}

/// Folds a whole log.
///
/// # Errors
/// [`CorruptLog`] names the first event that does not fit.
pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, CorruptLog> {
    let mut events = events.into_iter();
    let first = events.next().ok_or_else(|| corrupt(1, "the log is empty"))?;
    let mut table = Table::created(first)?;
    for event in events {
        table.apply(event)?;
    }
    Ok(table)
}

impl Table {
    /// The table that a log's first event makes.
    ///
    /// # Errors
    /// [`CorruptLog`] when it is another event, or the start position is not one.
    pub fn created(event: &Event) -> Result<Self, CorruptLog> {
        let EventKind::TableCreated(agreement) = &event.kind else {
            return Err(corrupt(1, "a log begins with the making of its table"));
        };
        let game = match &agreement.set_up {
            None => Game::new(agreement.variant),
            Some(position) => Game::from_set_up(*position).map_err(|error| corrupt(1, error))?,
        };
        let clock = agreement.time_control.initial().unwrap_or_default();
        let lag_quota = LagQuota::at_start(&agreement.time_control);
        let mut table = Self {
            agreement: Arc::new(Agreement::clone(agreement)),
            created_at_ms: event.recorded_at_ms,
            started_at_ms: None,
            finished_at_ms: None,
            version: Version {
                number: 1,
                event: event.id,
            },
            turn: TurnPoint {
                number: 0,
                event: event.id,
            },
            seats: agreement.seats,
            game,
            plies: Vec::new(),
            clocks: BySide {
                white: clock,
                black: clock,
            },
            lag_quotas: BySide {
                white: lag_quota,
                black: lag_quota,
            },
            turn_started: event.at,
            last_reading: event.at,
            draw_offer: None,
            takeback_offer: None,
            asked: BySide::default(),
            takebacks: 0,
            calls: event.call.map(|call| (call, 1)).into_iter().collect(),
            last_act: BySide {
                white: event.at,
                black: event.at,
            },
            tail_losses: 0,
            alarms_ahead: 0,
            verdict: None,
        };
        table.started_at_ms = table.is_full().then_some(event.recorded_at_ms);
        Ok(table)
    }

    /// Folds the next event in.
    ///
    /// # Errors
    /// [`CorruptLog`] when the event does not fit; the table is then not to be used any more.
    pub fn apply(&mut self, event: &Event) -> Result<(), CorruptLog> {
        let number = self.version.number + 1;
        if self.verdict.is_some() {
            return Err(corrupt(number, "nothing happens after the end"));
        }
        if self.running().is_some() {
            let side = self.side_to_move();
            self.clocks[side] = self.clocks[side].saturating_add(event.outage_credit);
        }
        match &event.kind {
            EventKind::TableCreated(_) => return Err(corrupt(number, "a table is made once")),
            EventKind::SeatTaken { side, seat } => {
                self.seats[*side] = Some(*seat);
                self.started_at_ms = self.is_full().then_some(event.recorded_at_ms);
                self.turn_started = event.at;
                // The game begins: nobody has been gone from it before.
                self.last_act = BySide {
                    white: event.at,
                    black: event.at,
                };
            }
            EventKind::MovePlayed {
                path,
                remaining,
                next_turn_started,
                think_time,
                lag_credit,
            } => {
                let record = PlyRecord {
                    remaining: *remaining,
                    elapsed: event.at - self.turn_started,
                    think_time: *think_time,
                    lag_credit: *lag_credit,
                };
                let mover = self.side_to_move();
                if self.running().is_some() {
                    self.lag_quotas[mover] = self.lag_quotas[mover].after_move(*lag_credit);
                }
                self.apply_move(path, record).map_err(|error| corrupt(number, error))?;
                self.last_act[mover] = event.at;
                self.next_turn(event.id, *next_turn_started);
            }
            EventKind::DrawOffered { by } => {
                self.last_act[*by] = event.at;
                self.draw_offer = Some(*by);
                self.asked[*by].draw = true;
            }
            EventKind::DrawDeclined { by } => {
                self.last_act[*by] = event.at;
                self.draw_offer = None;
            }
            EventKind::TakebackOffered { by, plies } => {
                self.last_act[*by] = event.at;
                self.takeback_offer = Some((*by, *plies));
                self.asked[*by].takeback = true;
            }
            EventKind::TakebackDeclined { by } => {
                self.last_act[*by] = event.at;
                self.takeback_offer = None;
            }
            EventKind::MovesTakenBack { plies, .. } => {
                self.apply_takeback(*plies, event.at)
                    .map_err(|why| corrupt(number, why))?;
                self.next_turn(event.id, event.at);
            }
            EventKind::GameEnded(verdict) => {
                self.finished_at_ms = Some(event.recorded_at_ms);
                self.apply_end(*verdict, event.at);
            }
            EventKind::TailLost { known } => self.apply_tail_loss(*known, number, event.at),
        }
        self.calls.extend(event.call.map(|call| (call, number)));
        self.version = Version {
            number,
            event: event.id,
        };
        self.last_reading = self.last_reading.max(event.at).max(self.turn_started);
        Ok(())
    }

    fn apply_move(&mut self, path: &Path, record: PlyRecord) -> Result<(), corners_rules::ReplayError> {
        let mover = self.side_to_move();
        self.game.replay(path)?;
        self.plies.push(record);
        self.clocks[mover] = record.remaining;
        Ok(())
    }

    /// Time spent is not given back: the interrupted turn is taken off the clock of the side to move. In correspondence
    /// every turn has a period of its own.
    fn apply_takeback(&mut self, plies: u8, at: GameTime) -> Result<(), &'static str> {
        self.stop_clock(at);
        for _ in 0..plies {
            self.game.take_back().ok_or("more moves are taken back than stand")?;
            self.plies.pop();
        }
        self.takebacks += 1;
        if let TimeControl::Correspondence(correspondence) = self.agreement.time_control {
            let period = correspondence.period();
            self.clocks = BySide {
                white: period,
                black: period,
            };
        }
        Ok(())
    }

    fn apply_end(&mut self, verdict: super::Verdict, at: GameTime) {
        self.stop_clock(at);
        self.clear_offers();
        self.verdict = Some(verdict);
    }

    /// What was lost had told somebody that it was, or was not, its turn: nobody's clock ran by a log that all could see.
    fn apply_tail_loss(&mut self, known: Version, number: u64, at: GameTime) {
        // The clock may have been told of the versions that are lost: alarms go on after them.
        let lost = known.number.saturating_add(1).saturating_sub(number);
        self.alarms_ahead = self.alarms_ahead.max(lost);
        self.turn_started = at;
        self.last_act = BySide { white: at, black: at };
        self.tail_losses += 1;
    }

    fn stop_clock(&mut self, at: GameTime) {
        if let Some(side) = self.running() {
            self.clocks[side] = self.clocks[side].saturating_sub(at - self.turn_started);
        }
    }

    fn next_turn(&mut self, made_by: EventId, started: GameTime) {
        self.turn = TurnPoint {
            number: self.turn.number + 1,
            event: made_by,
        };
        self.turn_started = started;
        self.clear_offers();
        self.asked = BySide::default();
    }

    fn clear_offers(&mut self) {
        self.draw_offer = None;
        self.takeback_offer = None;
    }
}

fn corrupt(number: u64, why: impl std::fmt::Display) -> CorruptLog {
    CorruptLog {
        number,
        why: why.to_string(),
    }
}

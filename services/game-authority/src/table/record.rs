//! Turning what is allowed into events, with the clock's verdict.

use std::time::Duration;

use corners_clockwork::{GameTime, Punch};

use super::{CallMark, EndReason, Event, EventId, EventKind, GRACE, Intent, Table, Verdict, Version};

/// What makes events unlike each other: their ids, and the machine's time.
pub struct Stamp<'a> {
    /// The machine's clock, in milliseconds since 1970.
    pub recorded_at_ms: u64,
    /// Draws a random event id.
    pub draw_id: &'a mut dyn FnMut() -> EventId,
}

/// What the clock said.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    /// The verdict on the turn that is on.
    pub punch: Punch,
    /// When the next turn starts: the punch's reading, or a later one if storing took so long that the punch was
    /// repeated. What the mover keeps is the first.
    pub next_turn: GameTime,
    /// For whom the clock was read.
    pub by: By,
}

/// For whom the clock was read: how long the turn counts as running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A move: until the mover's clock is at zero, and as much longer as it was on its way.
    Move,
    /// Anything else that the side to move does: until the turn is over.
    Mover,
    /// Anybody else: [`GRACE`] longer, because a move punched in time may still be on its way into the log.
    Others,
}

impl Readings {
    /// Whether the turn is over, whatever comes.
    #[must_use]
    pub fn turn_is_over(&self) -> bool {
        self.is_over_after(Duration::ZERO)
    }

    fn is_over_after(&self, grace: Duration) -> bool {
        self.punch.due.is_some_and(|due| self.punch.reading >= due + grace)
    }

    fn time_is_up(&self) -> bool {
        match self.by {
            By::Move => self.punch.expired,
            By::Mover => self.turn_is_over(),
            By::Others => self.is_over_after(GRACE),
        }
    }
}

/// What goes into the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The intent happened.
    Happened(Vec<Event>),
    /// The time of the turn was up before it, so that the game ends instead.
    TimeWasUp(Vec<Event>),
}

/// Turns an intent into the events that the log takes in one piece. The last of them remembers the call, if it happened.
pub fn record(
    table: &Table,
    intent: &Intent,
    readings: &Readings,
    call: Option<CallMark>,
    stamp: &mut Stamp<'_>,
) -> Recorded {
    let punch = &readings.punch;
    // A first move that came late because of an outage says so; a clock that does not run is not credited otherwise.
    let counts = table.running().is_some() || readings.by == By::Move;
    let credit = if counts { punch.outage_credit } else { Duration::ZERO };
    let mut event = |outage_credit, kind| Event {
        id: (stamp.draw_id)(),
        recorded_at_ms: stamp.recorded_at_ms,
        at: punch.reading,
        outage_credit,
        call: None,
        kind,
    };
    if readings.time_is_up() {
        return Recorded::TimeWasUp(vec![event(credit, EventKind::GameEnded(table.time_up()))]);
    }
    let mut ending = None;
    let kind = match *intent {
        Intent::Sit { side, seat } => EventKind::SeatTaken { side, seat },
        Intent::Move {
            path,
            ending: verdict,
            think_time,
        } => {
            ending = verdict;
            let remaining = punch.remaining_after.unwrap_or_default();
            EventKind::MovePlayed {
                path,
                remaining,
                next_turn_started: readings.next_turn,
                think_time,
                lag_credit: punch.lag_credit,
            }
        }
        Intent::End(verdict) => EventKind::GameEnded(verdict),
        Intent::Claim { by } => EventKind::GameEnded(Verdict::lost_by(by.other(), EndReason::Abandonment)),
        Intent::OfferDraw { by } => EventKind::DrawOffered { by },
        Intent::DeclineDraw { by } => EventKind::DrawDeclined { by },
        Intent::OfferTakeback { by, plies } => EventKind::TakebackOffered { by, plies },
        Intent::DeclineTakeback { by } => EventKind::TakebackDeclined { by },
        Intent::TakeBack { by, plies } => EventKind::MovesTakenBack { by, plies },
    };
    let mut events = vec![event(credit, kind)];
    events.extend(ending.map(|verdict| event(Duration::ZERO, EventKind::GameEnded(verdict))));
    if let Some(last) = events.last_mut() {
        last.call = call;
    }
    Recorded::Happened(events)
}

/// The event that tells that a log has lost its tail, which reached to `known`.
pub fn tail_lost(known: Version, at: GameTime, stamp: &mut Stamp<'_>) -> Event {
    Event {
        id: (stamp.draw_id)(),
        recorded_at_ms: stamp.recorded_at_ms,
        at,
        outage_credit: Duration::ZERO,
        call: None,
        kind: EventKind::TailLost { known },
    }
}

impl Table {
    /// The verdict when the time of the turn is up: the flag loses, but a first move that does not come aborts.
    pub(super) fn time_up(&self) -> Verdict {
        match self.running() {
            Some(loser) => Verdict::lost_by(loser, EndReason::Timeout),
            None => Verdict::no_show(self.side_to_move()),
        }
    }
}

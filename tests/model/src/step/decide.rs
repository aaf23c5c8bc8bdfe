//! What a command or an alarm means at a table, with the clock's verdict.

use crate::ghost::Moment;
use crate::setting::{Command, Setting};
use crate::state::FirstPunch;
use crate::table::{End, Kind, Side, Table, grace_ms};
use crate::time::{Judgement, Reading, judge};
use crate::wrong::Wrong;

/// What is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    Move,
    TakeBack,
    Resign(Side),
}

/// What the clock said of a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Readings {
    /// The verdict on the turn that is on.
    pub(super) punch: Judgement,
    /// When it was taken.
    pub(super) read: Moment,
    /// When the next turn starts.
    pub(super) next_turn_ms: u64,
    /// When that is taken.
    pub(super) next_read: Moment,
}

/// Says whether a command may happen.
pub(super) fn decide(setting: &Setting, table: &Table, command: Command) -> Option<Intent> {
    if table.over && !setting.is(Wrong::EndNotLookedAt) {
        return None;
    }
    match command {
        Command::Move(side) => (side == table.to_move).then_some(Intent::Move),
        Command::TakeBack => (table.plies > 0).then_some(Intent::TakeBack),
        Command::Resign(side) => Some(Intent::Resign(side)),
    }
}

/// Judges the turn that is on; a move with what is known of its way.
pub(super) fn punch(setting: &Setting, table: &Table, now: Reading, is_move: bool) -> Judgement {
    let reading = Reading {
        game_ms: now.game_ms.max(table.last_reading_ms),
        ..now
    };
    let round_trip_ms = setting.round_trip_ms.filter(|_| is_move);
    judge(&setting.control, table.running_turn(), reading, round_trip_ms)
}

/// When an attempt at a move was made in the same turn before, what the mover keeps is its first reading, and only the
/// next turn starts at the new one.
pub(super) fn readings(
    setting: &Setting,
    table: &Table,
    intent: Intent,
    first: Option<FirstPunch>,
    (now, moment): (Reading, Moment),
) -> Readings {
    let is_move = intent == Intent::Move;
    let judged_now = punch(setting, table, now, is_move);
    let kept = first.filter(|first| is_move && first.turn_made_by == table.turn_made_by);
    let (punch, read) = kept.map_or((judged_now, moment), |first| {
        let made = Reading {
            game_ms: first.reading_ms,
            ..now
        };
        (punch(setting, table, made, is_move), first.read)
    });
    Readings {
        punch,
        read,
        next_turn_ms: punch.reading_ms.max(judged_now.reading_ms),
        next_read: moment,
    }
}

/// Turns an intent into what the log says: what was meant, or that the time was up before it.
pub(super) fn record(setting: &Setting, table: &Table, command: Command, intent: Intent, readings: &Readings) -> Kind {
    if time_is_up(setting, table, command, &readings.punch) {
        return Kind::Ended(End::Flag(table.to_move));
    }
    match intent {
        Intent::Move => Kind::Moved {
            remaining_ms: readings.punch.remaining_after_ms,
            lag_credit_ms: readings.punch.lag_credit_ms,
            next_started_ms: readings.next_turn_ms,
            next_started: readings.next_read,
        },
        Intent::TakeBack => Kind::TakenBack,
        Intent::Resign(side) => Kind::Ended(End::Resigned(side)),
    }
}

/// The side to move has no grace: it is its own time. Both sides agree to a takeback, so it is one of the side to move.
fn time_is_up(setting: &Setting, table: &Table, command: Command, punch: &Judgement) -> bool {
    let grace_ms = match command {
        Command::Move(_) => return punch.expired,
        Command::Resign(side) if side != table.to_move => grace_ms(setting),
        Command::Resign(_) | Command::TakeBack => 0,
    };
    punch.reading_ms >= punch.due_ms + grace_ms
}

/// Whether an alarm that rings at `now` ends the game.
pub(super) fn is_overdue(setting: &Setting, table: &Table, now: Reading) -> bool {
    if table.over {
        return false;
    }
    if setting.is(Wrong::AlarmBelieved) {
        return true;
    }
    let seen = if setting.is(Wrong::FlagWithoutOutageCredit) {
        Reading {
            stall_end_ms: None,
            ..now
        }
    } else {
        now
    };
    let punch = punch(setting, table, seen, false);
    punch.reading_ms >= punch.due_ms + grace_ms(setting)
}

//! What must hold in every state, and what must be reached.

use crate::model::Protocol;
use crate::state::{Answer, Job, Stage, State};
use crate::step::fresh_for_ms;
use crate::store::Alarm;
use crate::table::{End, Event, EventId, GRACE_MS, Kind, Table, fold, fold_with, is_in_log};
use crate::time::{AFTER_STALL, judge};

/// A property of a state.
pub type Holds = fn(&Protocol, &State) -> bool;

/// No two events ever follow the same head: each stands right after the one it was decided on.
pub const ONE_SUCCESSOR: &str = "one successor per head";
/// Durable stores: what a client was told stands in the log.
pub const NOTHING_LOST: &str = "no acknowledged event is lost";
/// Other stores: a replica that finds another log than it knew says so in it.
pub const LOSS_TOLD: &str = "a lost tail is told";
/// No client is told otherwise than before while what it was told stands.
pub const SAME_ANSWER: &str = "the same call is answered as the first time";
/// At most one ending, and nothing after it.
pub const ONE_END: &str = "one ending and nothing after it";
/// A loss on time needs the time really to have passed.
pub const BUDGET_SPENT: &str = "a flag only after the budget is spent";
/// No clock is charged more than the time moves could be taken, and a second for each outage.
pub const A_SECOND_AT_MOST: &str = "an outage costs a second at most";
/// A turn that ran through a stall has two seconds in which moves can be taken.
pub const TWO_SECONDS_AFTER: &str = "two seconds after a stall";
/// No call stands twice in a log.
pub const APPLIED_ONCE: &str = "a request is applied once";
/// Turns rise by one with each move and takeback.
pub const TURNS_RISE: &str = "turns rise by one";
/// What is stored was decided on what was seen a moment ago.
pub const FRESH: &str = "no stale reading is stored";
/// A game that is on has an alarm that rings when the turn is over, or a stored wish for one.
pub const HAS_ALARM: &str = "a game that is on has an alarm in time";
/// No flag gets in before a move that was punched in time and can still be stored at its first attempt.
pub const GRACE_KEPT: &str = "a flag waits for a move punched in time";

/// What must hold in every state.
pub const ALWAYS: [(&str, Holds); 13] = [
    (ONE_SUCCESSOR, |protocol, state| {
        all_events(protocol, state, |_, event| event.before == event.decided_on)
    }),
    (NOTHING_LOST, |protocol, state| {
        !protocol.setting.durable || accepted(state).all(|(call, event)| stands(state, call, event))
    }),
    (LOSS_TOLD, |_, state| !state.swallowed),
    (SAME_ANSWER, |_, state| !state.contradicted),
    (ONE_END, |protocol, state| {
        all_events(protocol, state, |table, _| !table.over)
    }),
    (BUDGET_SPENT, |protocol, state| all_events(protocol, state, is_spent)),
    (A_SECOND_AT_MOST, |protocol, state| {
        all_events(protocol, state, is_chargeable)
    }),
    (TWO_SECONDS_AFTER, |protocol, state| {
        all_events(protocol, state, has_two_seconds)
    }),
    (APPLIED_ONCE, |protocol, state| {
        all_events(protocol, state, |table, event| {
            event.call.is_none_or(|call| table.calls[usize::from(call)].is_none())
        })
    }),
    (TURNS_RISE, |protocol, state| all_events(protocol, state, rises_by_one)),
    (FRESH, |protocol, state| {
        protocol.setting.faults.clock_steps > 0 || all_events(protocol, state, |_, event| !event.is_stale)
    }),
    (HAS_ALARM, has_alarm),
    (GRACE_KEPT, waits_for_moves),
];

/// A flag falls.
pub const FLAG: &str = "a flag falls";
/// An outage ends while a turn runs.
pub const OUTAGE_ENDS: &str = "an outage ends while a turn runs";
/// A flag falls in a turn that ran through a stall.
pub const FLAG_AFTER_STALL: &str = "a flag falls in a turn that ran through a stall";
/// A failover loses what a client was told.
pub const TAIL_LOST: &str = "a failover loses what was acknowledged";
/// A lost tail is told in the log.
pub const TAIL_LOSS_LOGGED: &str = "a lost tail stands in the log";
/// A failover loses an event that no client was told of.
pub const UNTOLD_LOST: &str = "a failover loses what nobody was told";
/// A takeback happens.
pub const TAKEBACK: &str = "a takeback happens";
/// A call that was accepted before is answered.
pub const ANSWERED_AGAIN: &str = "a call is answered again";
/// A call is stored, and whoever was to answer it is not there any more.
pub const ANSWER_LOST: &str = "a call is stored and its answer lost";
/// Storing took too long, and the move is to be stored with a second reading.
pub const PUNCHED_AGAIN: &str = "a move is punched again";
/// A move is stored whose mover's time was up by then, but not when it was punched.
pub const SAVED_BY_GRACE: &str = "a move is stored after its deadline";

/// States that a setting can ask for, so that nothing holds for want of them.
pub const REACHED: [(&str, Holds); 11] = [
    (FLAG, |_, state| head(state).is_some_and(is_flag)),
    (OUTAGE_ENDS, |protocol, state| {
        let table = fold(&protocol.setting, &state.events, state.kept.head);
        !table.over && state.outage.is_none() && state.moment.stalls > table.started.stalls
    }),
    (FLAG_AFTER_STALL, |protocol, state| {
        let ran_through = |table: &Table, event: &Event| event.read.stalls > table.started.stalls;
        !all_events(protocol, state, |table, event| {
            !(is_flag(event) && ran_through(table, event))
        })
    }),
    (TAIL_LOST, |_, state| {
        accepted(state).any(|(call, event)| !stands(state, call, event))
    }),
    (TAIL_LOSS_LOGGED, |_, state| {
        head(state).is_some_and(|event| matches!(event.kind, Kind::TailLost { .. }))
    }),
    (UNTOLD_LOST, |_, state| !lost(state).is_empty()),
    (TAKEBACK, |_, state| {
        head(state).is_some_and(|event| event.kind == Kind::TakenBack)
    }),
    (ANSWERED_AGAIN, |_, state| {
        jobs(state).any(|job| matches!(job.stage, Stage::Answering { again: true, .. }))
    }),
    (ANSWER_LOST, |_, state| {
        let call = head(state).and_then(|event| event.call);
        let is_unanswered = call.is_some_and(|call| state.calls[usize::from(call)].answer.is_none());
        is_unanswered && jobs(state).next().is_none()
    }),
    (PUNCHED_AGAIN, |_, state| {
        jobs(state).any(|job| job.attempt > 0 && job.first.is_some() && matches!(job.stage, Stage::Storing { .. }))
    }),
    (SAVED_BY_GRACE, |protocol, state| {
        let Some(event) = head(state).filter(|event| matches!(event.kind, Kind::Moved { .. })) else {
            return false;
        };
        let before = fold(&protocol.setting, &state.events, event.before);
        // It was stored at this very moment.
        let is_new = jobs(state).any(|job| matches!(job.stage, Stage::Answering { again: false, .. }));
        let game_ms = state.reading(&protocol.setting).game_ms;
        is_new && game_ms >= before.started_ms + before.running_turn().clock_ms
    }),
];

fn all_events(protocol: &Protocol, state: &State, holds: impl Fn(&Table, &Event) -> bool) -> bool {
    let mut all = true;
    fold_with(&protocol.setting, &state.events, state.kept.head, |table, _, event| {
        all &= holds(table, event);
    });
    all
}

fn head(state: &State) -> Option<&Event> {
    state.events.get(usize::from(state.kept.head))
}

fn jobs(state: &State) -> impl Iterator<Item = &Job> {
    state.authorities.iter().filter_map(|authority| authority.job.as_ref())
}

/// The events that a failover lost.
fn lost(state: &State) -> Vec<&Event> {
    let stored = (0..).zip(&state.events);
    let lost = stored.filter(|(id, _)| !is_in_log(&state.events, state.kept.head, *id));
    lost.map(|(_, event)| event).collect()
}

/// The calls that were accepted, and in which event.
fn accepted(state: &State) -> impl Iterator<Item = (usize, EventId)> {
    let answers = state.calls.iter().map(|asked| asked.answer).enumerate();
    answers.filter_map(|(call, answer)| match answer {
        Some(Answer::Accepted(event)) => Some((call, event)),
        _ => None,
    })
}

fn stands(state: &State, call: usize, event: EventId) -> bool {
    let stored = state.events.get(usize::from(event));
    let is_of_call = stored.is_some_and(|stored| stored.call.is_some_and(|made_by| usize::from(made_by) == call));
    is_of_call && is_in_log(&state.events, state.kept.head, event)
}

fn is_flag(event: &Event) -> bool {
    matches!(event.kind, Kind::Ended(End::Flag(_)))
}

fn is_spent(table: &Table, event: &Event) -> bool {
    !is_flag(event) || event.read.chargeable_since(&table.started) >= table.running_turn().clock_ms
}

fn is_chargeable(table: &Table, event: &Event) -> bool {
    let charged_ms = event.at_ms.saturating_sub(table.started_ms);
    charged_ms <= event.read.chargeable_since(&table.started)
}

fn has_two_seconds(table: &Table, event: &Event) -> bool {
    let playable_ms = event.read.playable_after_stall_since(&table.started);
    !is_flag(event) || playable_ms.is_none_or(|playable_ms| u128::from(playable_ms) >= AFTER_STALL.as_millis())
}

fn rises_by_one(table: &Table, event: &Event) -> bool {
    let rise = match event.kind {
        Kind::Moved { .. } | Kind::TakenBack => 1,
        Kind::Created | Kind::Ended(_) | Kind::TailLost { .. } => 0,
    };
    event.turn == table.turn + rise
}

/// A stored wish for an alarm is as good as one: it stays until the alarm is set.
///
/// Known weakness: a replica remembers the wish of an event that a failover has lost, and gives it to the clock. Then the
/// flag falls late, or once somebody looks at the table.
fn has_alarm(protocol: &Protocol, state: &State) -> bool {
    if state.kept.to_arm.is_some() || !lost(state).is_empty() {
        return true;
    }
    let setting = &protocol.setting;
    let table = fold(setting, &state.events, state.kept.head);
    let now = state.reading(setting);
    let due_ms = judge(&setting.control, table.running_turn(), now, None).due_ms;
    let rings_in_time = |alarm: Alarm| alarm.due_ms <= due_ms + GRACE_MS;
    table.over || state.kept.alarm.is_some_and(rings_in_time)
}

/// Known weakness: another delivery of the mover's own move, punched after the deadline, ends the game at once.
fn waits_for_moves(protocol: &Protocol, state: &State) -> bool {
    let Some(flag) = head(state).filter(|event| is_flag(event)) else {
        return true;
    };
    let own_now_ms = state.own_now_ms();
    let is_overtaken = |job: &Job| match job.stage {
        Stage::Storing {
            seen,
            kind: Kind::Moved { .. },
            ..
        } => {
            let could_be_stored = job.attempt == 0 && own_now_ms <= seen.at_own_ms + fresh_for_ms(0);
            seen.head == flag.before && could_be_stored && job.call() != flag.author
        }
        _ => false,
    };
    // A failover takes longer in truth than a punch is fresh; here it takes no time.
    protocol.setting.faults.failovers > 0 || !jobs(state).any(is_overtaken)
}

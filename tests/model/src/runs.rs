//! The runs: what is checked, small for every test run, and larger.

use corners_clockwork::TimeControlError;

use crate::properties::{
    ANSWER_LOST, ANSWERED_AGAIN, FLAG, FLAG_AFTER_STALL, OUTAGE_ENDS, PUNCHED_AGAIN, SAVED_BY_GRACE, TAIL_LOSS_LOGGED,
    TAIL_LOST, TAKEBACK, UNTOLD_LOST,
};
use crate::setting::{Command, Faults, Part, Setting};
use crate::table::Side::{Black, White};
use crate::time::time_control;

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Seconds.
    Small,
    /// Minutes.
    Large,
}

/// All runs.
///
/// # Errors
/// When the platform does not offer the time control that they play with.
pub fn all(size: Size) -> Result<Vec<Setting>, TimeControlError> {
    let runs = [
        races,
        lost_replies,
        lossy_failover,
        durable_failover,
        deadline,
        slow_store,
        outage,
        move_in_outage,
        clock_steps,
    ];
    runs.into_iter().map(|run| run(size)).collect()
}

/// Two players, two replicas, everything at one moment: each call is delivered more than once, replicas die at any step.
///
/// # Errors
/// As of [`all`].
pub fn races(size: Size) -> Result<Setting, TimeControlError> {
    let mut calls = vec![Command::Move(White), Command::TakeBack, Command::Resign(Black)];
    if size == Size::Large {
        calls.push(Command::Move(Black));
    }
    Ok(Setting {
        calls,
        deliveries: 2,
        clocks_ms: [1_000, 500],
        faults: Faults {
            crashes: 1,
            ..Faults::default()
        },
        reaches: vec![TAKEBACK, ANSWERED_AGAIN, ANSWER_LOST],
        ..at_one_moment("races")?
    })
}

/// As [`races`], and replies get lost after what they tell of was stored, to clients, replicas and the clock.
///
/// # Errors
/// As of [`all`].
pub fn lost_replies(size: Size) -> Result<Setting, TimeControlError> {
    Ok(Setting {
        name: "lost replies",
        calls: vec![Command::Move(White), Command::Resign(Black)],
        faults: Faults {
            lost_replies: if size == Size::Large { 3 } else { 1 },
            ..Faults::default()
        },
        reaches: vec![ANSWERED_AGAIN, ANSWER_LOST],
        ..races(size)?
    })
}

/// A failover to a copy that is behind: what was acknowledged may be lost, and that is told.
///
/// # Errors
/// As of [`all`].
pub fn lossy_failover(size: Size) -> Result<Setting, TimeControlError> {
    let mut calls = vec![Command::Move(White), Command::Move(Black)];
    if size == Size::Large {
        calls.push(Command::Resign(White));
    }
    Ok(Setting {
        calls,
        deliveries: 2,
        faults: Faults {
            crashes: u8::from(size == Size::Small),
            failovers: 1,
            ..Faults::default()
        },
        reaches: vec![TAIL_LOST, TAIL_LOSS_LOGGED],
        ..at_one_moment("lossy failover")?
    })
}

/// A failover of a store that answers once its copy has everything: nothing that was acknowledged is lost.
///
/// # Errors
/// As of [`all`].
pub fn durable_failover(size: Size) -> Result<Setting, TimeControlError> {
    Ok(Setting {
        name: "durable failover",
        durable: true,
        reaches: vec![UNTOLD_LOST, TAIL_LOSS_LOGGED],
        ..lossy_failover(size)?
    })
}

/// A move, its rival's alarm and the deadline, in steps of 50 ms.
///
/// # Errors
/// As of [`all`].
pub fn deadline(size: Size) -> Result<Setting, TimeControlError> {
    let (step_ms, horizon_ms) = match size {
        Size::Small => (50, 200),
        Size::Large => (50, 250),
    };
    Ok(Setting {
        step_ms,
        horizon_ms,
        clocks_ms: [50, 1_000],
        calls: vec![Command::Move(White)],
        deliveries: if size == Size::Large { 2 } else { 1 },
        patience_ms: 150,
        faults: Faults {
            stray_alarms: 1,
            ..Faults::default()
        },
        reaches: vec![FLAG, SAVED_BY_GRACE],
        ..at_one_moment("deadline")?
    })
}

/// A store so slow that a move's reading is too old when it gets there.
///
/// # Errors
/// As of [`all`].
pub fn slow_store(size: Size) -> Result<Setting, TimeControlError> {
    let mut calls = vec![Command::Move(White), Command::Move(Black)];
    if size == Size::Large {
        calls.push(Command::TakeBack);
    }
    Ok(Setting {
        step_ms: 75,
        horizon_ms: 450,
        clocks_ms: [200, 200],
        calls,
        patience_ms: 300,
        replicas: 1,
        reaches: vec![PUNCHED_AGAIN, FLAG],
        ..at_one_moment("slow store")?
    })
}

/// Any part of the platform is away for up to a second and a half, in steps of a quarter, while a turn runs.
///
/// # Errors
/// As of [`all`].
pub fn outage(size: Size) -> Result<Setting, TimeControlError> {
    Ok(Setting {
        faults: Faults {
            outages: 1,
            ..Faults::default()
        },
        longest_outage_ms: if size == Size::Large { 2_500 } else { 1_500 },
        reaches: vec![OUTAGE_ENDS, FLAG, FLAG_AFTER_STALL],
        ..in_quarters("outage", if size == Size::Large { 5_500 } else { 4_000 })?
    })
}

/// As [`outage`], and a move is made.
///
/// # Errors
/// As of [`all`].
pub fn move_in_outage(size: Size) -> Result<Setting, TimeControlError> {
    let (horizon_ms, probes_at_once) = if size == Size::Large { (2_750, 2) } else { (1_750, 1) };
    Ok(Setting {
        probes_at_once,
        calls: vec![Command::Move(White)],
        faults: Faults {
            outages: 1,
            ..Faults::default()
        },
        reaches: vec![OUTAGE_ENDS, FLAG],
        ..in_quarters("move in an outage", horizon_ms)?
    })
}

/// The store's clock is set back or forward by an hour.
///
/// # Errors
/// As of [`all`].
pub fn clock_steps(size: Size) -> Result<Setting, TimeControlError> {
    let (horizon_ms, probes_at_once) = if size == Size::Large { (3_000, 2) } else { (2_000, 1) };
    Ok(Setting {
        probes_at_once,
        calls: vec![Command::Move(White)],
        faults: Faults {
            clock_steps: 1,
            ..Faults::default()
        },
        reaches: vec![OUTAGE_ENDS, FLAG],
        ..in_quarters("clock steps", horizon_ms)?
    })
}

fn at_one_moment(name: &'static str) -> Result<Setting, TimeControlError> {
    Ok(Setting {
        name,
        step_ms: 50,
        horizon_ms: 0,
        control: time_control(1_000, 0)?,
        clocks_ms: [1_000, 1_000],
        round_trip_ms: None,
        calls: Vec::new(),
        replicas: 2,
        deliveries: 1,
        faults: Faults::default(),
        parts: vec![Part::Store, Part::Authorities, Part::Clock],
        longest_outage_ms: 1_500,
        probes_at_once: 1,
        beats_within_ms: 300,
        patience_ms: 300,
        durable: false,
        reaches: Vec::new(),
        wrong: None,
    })
}

fn in_quarters(name: &'static str, horizon_ms: u64) -> Result<Setting, TimeControlError> {
    Ok(Setting {
        step_ms: 250,
        horizon_ms,
        clocks_ms: [500, 500],
        replicas: 1,
        probes_at_once: 2,
        beats_within_ms: 250,
        patience_ms: 250,
        ..at_one_moment(name)?
    })
}

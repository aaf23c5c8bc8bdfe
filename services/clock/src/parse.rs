//! Requests of the internal API as domain types, with everything that is wrong with them at once.

use std::time::Duration;

use corners_clockwork::{GameTime, Transit, Turn, TurnLimit};
use corners_proto::clock::internal::v1 as proto;
use corners_proto::error::{Refusal, Violations};

use crate::alarm::Alarm;

/// The most alarms that one call may set.
pub(crate) const MAX_ALARMS: usize = 1_000;

/// Beyond any real time or version, and still exact in every language and store.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// The longest time that a turn's clock can show: a year.
const MAX_REMAINING_MS: u64 = 366 * 24 * 60 * 60 * 1_000;

/// What is to be judged.
pub(crate) struct Judgement {
    pub(crate) turn: Turn,
    /// The reading that the answer may not be below.
    pub(crate) last_reading: GameTime,
    pub(crate) transit: Option<Transit>,
}

/// A punch.
pub(crate) fn punch(request: &proto::PunchRequest) -> Result<Judgement, Refusal> {
    let mut violations = Violations::new();
    let mut bounded = |field: &str, value: u64, most: u64| {
        if value > most {
            violations.add(field, format_args!("must be at most {most}, not {value}"));
        }
    };
    bounded("turn_started_ms", request.turn_started_ms, MAX_NUMBER);
    bounded("last_reading_ms", request.last_reading_ms, MAX_NUMBER);
    if let Some(limit) = &request.limit {
        bounded("limit.remaining_ms", limit.remaining_ms, MAX_REMAINING_MS);
        bounded("limit.increment_ms", limit.increment_ms, MAX_REMAINING_MS);
        bounded("limit.reset_ms", limit.reset_ms.unwrap_or_default(), MAX_REMAINING_MS);
        bounded("limit.lag_quota_ms", limit.lag_quota_ms, MAX_REMAINING_MS);
    }
    if let Some(transit) = &request.transit {
        bounded("transit.think_time_ms", transit.think_time_ms, MAX_REMAINING_MS);
        bounded("transit.round_trip_ms", transit.round_trip_ms, MAX_REMAINING_MS);
    }
    violations.into_result()?;
    let limit = request.limit.map(|limit| TurnLimit {
        remaining: Duration::from_millis(limit.remaining_ms),
        running: limit.running,
        increment: Duration::from_millis(limit.increment_ms),
        reset: limit.reset_ms.map(Duration::from_millis),
        lag_quota: Duration::from_millis(limit.lag_quota_ms),
    });
    let turn = Turn {
        started: GameTime::from_millis(request.turn_started_ms),
        limit,
    };
    Ok(Judgement {
        turn,
        last_reading: GameTime::from_millis(request.last_reading_ms),
        transit: request.transit.map(|transit| Transit {
            think_time: Duration::from_millis(transit.think_time_ms),
            round_trip: Duration::from_millis(transit.round_trip_ms),
        }),
    })
}

/// The alarms of a call.
pub(crate) fn alarms(request: &proto::ArmRequest) -> Result<Vec<Alarm>, Refusal> {
    let mut violations = Violations::new();
    if request.alarms.len() > MAX_ALARMS {
        violations.add(
            "alarms",
            format_args!("must be at most {MAX_ALARMS}, not {}", request.alarms.len()),
        );
        return Err(violations.refusal());
    }
    let parsed = request.alarms.iter().enumerate();
    let alarms: Vec<_> = parsed
        .filter_map(|(index, alarm)| parse_alarm(&mut violations, index, alarm))
        .collect();
    violations.into_result()?;
    Ok(alarms)
}

fn parse_alarm(violations: &mut Violations, index: usize, alarm: &proto::Alarm) -> Option<Alarm> {
    let table = violations.check(&format!("alarms[{index}].table"), alarm.table.parse());
    for (field, value) in [("version", alarm.version), ("due_ms", alarm.due_ms.unwrap_or_default())] {
        if value > MAX_NUMBER {
            let why = format_args!("must be at most {MAX_NUMBER}, not {value}");
            violations.add(format!("alarms[{index}].{field}"), why);
        }
    }
    Some(Alarm {
        table: table?,
        version: alarm.version,
        due: alarm.due_ms.map(GameTime::from_millis),
    })
}

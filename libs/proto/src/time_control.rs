//! Time controls of the contract.

use corners_clockwork::{Correspondence, RealTime, TimeControl, TimeControlError};

use crate::game::v1 as proto;
use crate::time::{TimeError, duration, duration_of};

/// A time control as the contract has it.
#[must_use]
pub fn time_control_to_proto(time_control: &TimeControl) -> proto::TimeControl {
    use proto::time_control::Kind;
    let kind = match time_control {
        TimeControl::Untimed => Kind::Untimed(proto::Untimed {}),
        TimeControl::RealTime(real_time) => Kind::RealTime(proto::RealTime {
            reserve: Some(duration(real_time.reserve())),
            increment: Some(duration(real_time.increment())),
        }),
        TimeControl::Correspondence(correspondence) => Kind::Correspondence(proto::Correspondence {
            days_per_move: correspondence.days(),
        }),
    };
    proto::TimeControl { kind: Some(kind) }
}

/// Why a time control of the contract is none.
#[derive(Debug, thiserror::Error)]
pub enum BadTimeControl {
    /// None is given.
    #[error("is missing: expected untimed, real_time or correspondence")]
    Missing,
    /// One of its durations is none.
    #[error("{field} {why}")]
    Malformed {
        /// Which.
        field: &'static str,
        /// Why.
        why: TimeError,
    },
    /// Nobody may play at it.
    #[error(transparent)]
    OutOfRange(#[from] TimeControlError),
}

/// A time control of the contract.
///
/// # Errors
/// When it is missing, malformed or out of range.
pub fn time_control_from_proto(time_control: Option<&proto::TimeControl>) -> Result<TimeControl, BadTimeControl> {
    use proto::time_control::Kind;
    let kind = time_control
        .and_then(|time_control| time_control.kind.as_ref())
        .ok_or(BadTimeControl::Missing)?;
    Ok(match kind {
        Kind::Untimed(_) => TimeControl::Untimed,
        Kind::RealTime(real_time) => {
            let read = |field, duration| duration_of(duration).map_err(|why| BadTimeControl::Malformed { field, why });
            RealTime::new(
                read("reserve", real_time.reserve)?,
                read("increment", real_time.increment)?,
            )?
            .into()
        }
        Kind::Correspondence(correspondence) => Correspondence::new(correspondence.days_per_move)?.into(),
    })
}

//! Time controls as people write them.

use corners_client::proto::game::v1::time_control::Kind;
use corners_client::proto::game::v1::{Correspondence, RealTime, TimeControl, Untimed};
use prost_types::Duration;

/// A text that is no time control.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("write minutes+seconds such as 5+3 or 0.5+0, days such as 3d, or untimed")]
pub(crate) struct NoTimeControl;

/// Reads `5+3`, `0.5+0`, `3d` or `untimed`. What is absurd is the server's to refuse.
pub(crate) fn parse(text: &str) -> Result<TimeControl, NoTimeControl> {
    let kind = if text == "untimed" {
        Kind::Untimed(Untimed {})
    } else if let Some(days) = text.strip_suffix('d') {
        let days_per_move = days.parse().map_err(|_| NoTimeControl)?;
        Kind::Correspondence(Correspondence { days_per_move })
    } else {
        let (minutes, seconds) = text.split_once('+').ok_or(NoTimeControl)?;
        Kind::RealTime(RealTime {
            reserve: Some(milliseconds(minutes, 60_000.0)?),
            increment: Some(milliseconds(seconds, 1000.0)?),
        })
    };
    Ok(TimeControl { kind: Some(kind) })
}

fn milliseconds(number: &str, unit_ms: f64) -> Result<Duration, NoTimeControl> {
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let count: f64 = number.parse().map_err(|_| NoTimeControl)?;
    if !is_plain || count > 1e6 {
        return Err(NoTimeControl);
    }
    let whole_ms = (count * unit_ms).round() as i64;
    Ok(Duration {
        seconds: whole_ms / 1000,
        nanos: (whole_ms % 1000) as i32 * 1_000_000,
    })
}

/// A time control as [`parse`] reads it.
pub(crate) fn show(control: Option<&TimeControl>) -> String {
    match control.and_then(|control| control.kind.as_ref()) {
        Some(Kind::RealTime(real_time)) => {
            let minutes = seconds(real_time.reserve.as_ref()) / 60.0;
            format!("{minutes}+{}", seconds(real_time.increment.as_ref()))
        }
        Some(Kind::Correspondence(correspondence)) => format!("{}d", correspondence.days_per_move),
        Some(Kind::Untimed(_)) | None => "untimed".to_owned(),
    }
}

fn seconds(duration: Option<&Duration>) -> f64 {
    duration.map_or(0.0, |duration| {
        duration.seconds as f64 + f64::from(duration.nanos) / 1e9
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_what_it_is_written_as() {
        for text in ["5+3", "0.5+0", "180+180", "1+0.5", "3d", "untimed"] {
            assert_eq!(show(Some(&parse(text).unwrap())), text);
        }
        let half_a_minute = parse("0.5+0").unwrap();
        let Some(Kind::RealTime(real_time)) = half_a_minute.kind else {
            panic!("{half_a_minute:?}")
        };
        assert_eq!(real_time.reserve, Some(Duration { seconds: 30, nanos: 0 }));
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "",
            "5",
            "5+",
            "+3",
            "-5+3",
            "5+3+1",
            "1e3+0",
            "inf+0",
            "d",
            "-1d",
            "9999999+0",
            "later",
        ] {
            assert_eq!(parse(text), Err(NoTimeControl), "{text}");
        }
    }
}

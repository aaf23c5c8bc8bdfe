//! Moments and spans of time as people write and read them.

use std::str::FromStr;
use std::time::{Duration, SystemTime};

use prost_types::Timestamp;

/// So far in the future lies the end of a ban that has none: 1000 years.
const FOR_GOOD_S: i64 = 1_000 * 366 * 24 * 60 * 60;

/// A span of time, such as `7d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span(Duration);

impl Span {
    /// The moment that is so far after `now`; none beyond what dates can say.
    pub(crate) fn after(self, now: SystemTime) -> Option<Timestamp> {
        now.checked_add(self.0).map(Timestamp::from)
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = match text.as_bytes().last() {
            Some(b'm') => 60,
            Some(b'h') => 60 * 60,
            Some(b'd') => 24 * 60 * 60,
            _ => 0,
        };
        let number = text
            .get(..text.len().saturating_sub(1))
            .and_then(|number| number.parse::<u32>().ok());
        match number {
            Some(number) if number > 0 && seconds > 0 => Ok(Self(Duration::from_secs(u64::from(number) * seconds))),
            _ => Err("expected a number of minutes, hours or days, such as 30m, 12h or 7d".to_owned()),
        }
    }
}

/// Reads a moment, as RFC 3339 writes it.
pub(crate) fn parse(text: &str) -> Result<Timestamp, String> {
    let expected = || "expected a moment such as 2030-12-24T18:00:00Z".to_owned();
    text.parse().map_err(|_| expected())
}

/// A moment to the second, as RFC 3339 writes it; nothing where there is none.
pub(crate) fn show(moment: Option<Timestamp>) -> String {
    moment.map_or_else(String::new, |moment| Timestamp { nanos: 0, ..moment }.to_string())
}

/// The end of a ban: `for good` where it lies too far in the future to mean anything.
pub(crate) fn show_end(moment: Timestamp, now: SystemTime) -> String {
    let soon = Timestamp::from(now).seconds.saturating_add(FOR_GOOD_S);
    if moment.seconds > soon {
        "for good".to_owned()
    } else {
        format!("until {}", show(Some(moment)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_minutes_hours_and_days() {
        let span = |text: &str| text.parse::<Span>().ok();
        assert_eq!(span("30m"), Some(Span(Duration::from_secs(1_800))));
        assert_eq!(span("12h"), Some(Span(Duration::from_secs(43_200))));
        assert_eq!(span("7d"), Some(Span(Duration::from_secs(604_800))));
        for wrong in ["", "d", "7", "7w", "0d", "-7d", "7 d", "7\u{e9}"] {
            assert_eq!(span(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moments_are_read_and_shown_to_the_second() {
        let moment = parse("2030-12-24T18:00:00.5Z").unwrap();
        assert_eq!(show(Some(moment)), "2030-12-24T18:00:00Z");
        assert_eq!(show(None), "");
        assert!(parse("tomorrow").is_err());
        assert_eq!(show_end(moment, SystemTime::UNIX_EPOCH), "until 2030-12-24T18:00:00Z");
        let never = parse("9999-12-31T23:59:59Z").unwrap();
        assert_eq!(show_end(never, SystemTime::UNIX_EPOCH), "for good");
    }
}

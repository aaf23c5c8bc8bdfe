//! Names of key files: they say when a key was made.

use std::time::SystemTime;

use corners_service::time::millis_since_1970;
use prost_types::Timestamp;

/// The name of a key file: when it was made, in UTC, anything, `.pem`. Later keys have higher names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KeyName {
    made_at_ms: u64,
    file: String,
}

const ENDING: &str = ".pem";

/// Characters of `20260131T120000Z`.
const TIME: usize = 16;

impl KeyName {
    /// The name of a key that is made now; `id` makes it differ from others of the same second.
    pub(super) fn new(now: SystemTime, id: &str) -> Self {
        let whole_second = Timestamp {
            seconds: i64::try_from(millis_since_1970(now) / 1000).unwrap_or(i64::MAX),
            nanos: 0,
        };
        let time: String = whole_second
            .to_string()
            .chars()
            .filter(|character| !matches!(character, '-' | ':'))
            .collect();
        let beginning: String = id.chars().take(8).collect();
        Self {
            made_at_ms: millis_since_1970(now) / 1000 * 1000,
            file: format!("{time}-{beginning}{ENDING}"),
        }
    }

    /// Reads a file's name; `None` when it does not begin with a time and end with `.pem`.
    pub(super) fn parse(file: &str) -> Option<Self> {
        let stem = file.strip_suffix(ENDING)?;
        let (time, rest) = stem.split_at_checked(TIME)?;
        if !(rest.is_empty() || rest.starts_with(['-', '_', '.'])) {
            return None;
        }
        let (date, hour) = time.split_once('T')?;
        let parts = |text: &str, ends: [usize; 2]| {
            let (first, rest) = text.split_at_checked(ends[0])?;
            let (second, third) = rest.split_at_checked(ends[1])?;
            [first, second, third]
                .iter()
                .all(|part| part.len() >= 2)
                .then(|| [first.to_owned(), second.to_owned(), third.to_owned()])
        };
        let [year, month, day] = parts(date, [4, 2])?;
        let [hours, minutes, seconds] = parts(hour, [2, 2])?;
        let written = format!("{year}-{month}-{day}T{hours}:{minutes}:{seconds}");
        let moment: Timestamp = written.parse().ok()?;
        let moment = SystemTime::try_from(moment).ok()?;
        Some(Self {
            made_at_ms: millis_since_1970(moment),
            file: file.to_owned(),
        })
    }

    pub(super) const fn made_at_ms(&self) -> u64 {
        self.made_at_ms
    }

    pub(super) fn as_str(&self) -> &str {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_says_when_the_key_was_made() {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(1_769_860_800);
        let name = KeyName::new(moment + Duration::from_millis(300), "_abcdefghijk");
        assert_eq!(name.as_str(), "20260131T120000Z-_abcdefg.pem");
        assert_eq!(KeyName::parse(name.as_str()), Some(name.clone()));
        assert_eq!(name.made_at_ms(), 1_769_860_800_000);
        let by_hand = KeyName::parse("20260131T120001Z.pem").unwrap();
        assert!(name < by_hand);
        for other in [
            "key.pem",
            "20260131T120000Z.key",
            "20260131.pem",
            "20261331T120000Z.pem",
            "20260131T120000.pem",
            "20260131T120000Zx.pem",
            "",
            ".pem",
            "2026-01-31T12:00:00Z.pem",
        ] {
            assert_eq!(KeyName::parse(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_name_is_too_strange(name in "\\PC{0,30}|[0-9TZ:-]{10,20}\\.pem") {
            if let Some(read) = KeyName::parse(&name) {
                prop_assert_eq!(read.as_str(), name);
            }
        }

        #[test]
        fn later_keys_have_higher_names(one in 0_u64..4_000_000_000, other in 0_u64..4_000_000_000) {
            let name = |seconds| KeyName::new(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds), "x");
            prop_assert_eq!(name(one).cmp(&name(other)), one.cmp(&other));
            prop_assert_eq!(name(one).as_str().cmp(name(other).as_str()), one.cmp(&other));
        }
    }
}

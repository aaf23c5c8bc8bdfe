//! What two players agree to play, and the pools of those who want the same.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use corners_clockwork::{Correspondence, RealTime, TimeControl, whole_millis};
use corners_rules::Variant;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What two players agree to play. Its text names it in stores and settings: `classic-3x3/180000+2000/rated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Terms {
    /// The variant's id.
    pub variant: &'static str,
    /// How time is kept.
    pub pace: Pace,
    /// Whether the result changes ratings.
    pub rated: bool,
}

/// How time is kept, in whole milliseconds and days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pace {
    /// A reserve and an increment.
    RealTime {
        /// At the start.
        reserve_ms: u64,
        /// For each move.
        increment_ms: u64,
    },
    /// Days for each move.
    Correspondence(u32),
    /// Nobody's clock runs.
    Untimed,
}

impl From<TimeControl> for Pace {
    fn from(time_control: TimeControl) -> Self {
        match time_control {
            TimeControl::Untimed => Self::Untimed,
            TimeControl::RealTime(real_time) => Self::RealTime {
                reserve_ms: whole_millis(real_time.reserve()),
                increment_ms: whole_millis(real_time.increment()),
            },
            TimeControl::Correspondence(correspondence) => Self::Correspondence(correspondence.days()),
        }
    }
}

impl Pace {
    /// The time control; untimed for numbers that are none, which are not made here.
    #[must_use]
    pub fn time_control(self) -> TimeControl {
        let made = match self {
            Self::Untimed => return TimeControl::Untimed,
            Self::RealTime {
                reserve_ms,
                increment_ms,
            } => RealTime::new(Duration::from_millis(reserve_ms), Duration::from_millis(increment_ms)).map(Into::into),
            Self::Correspondence(days) => Correspondence::new(days).map(Into::into),
        };
        made.unwrap_or(TimeControl::Untimed)
    }
}

/// Kept and read as its text.
macro_rules! kept_as_text {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?
                    .parse()
                    .map_err(de::Error::custom)
            }
        }
    };
}

/// A text that names no terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no terms: expected such as classic-3x3/180000+2000/rated")]
pub struct NoTerms(String);

impl fmt::Display for Pace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RealTime {
                reserve_ms,
                increment_ms,
            } => write!(formatter, "{reserve_ms}+{increment_ms}"),
            Self::Correspondence(days) => write!(formatter, "{days}d"),
            Self::Untimed => formatter.write_str("untimed"),
        }
    }
}

impl FromStr for Pace {
    type Err = NoTerms;

    fn from_str(text: &str) -> Result<Self, NoTerms> {
        let no_terms = || NoTerms(text.to_owned());
        if text == "untimed" {
            return Ok(Self::Untimed);
        }
        if let Some(days) = text.strip_suffix('d') {
            let days = days.parse().map_err(|_| no_terms())?;
            Correspondence::new(days).map_err(|_| no_terms())?;
            return Ok(Self::Correspondence(days));
        }
        let (reserve, increment) = text.split_once('+').ok_or_else(no_terms)?;
        let [reserve_ms, increment_ms] = [reserve, increment].map(|part| part.parse::<u64>().map_err(|_| no_terms()));
        let (reserve_ms, increment_ms) = (reserve_ms?, increment_ms?);
        RealTime::new(Duration::from_millis(reserve_ms), Duration::from_millis(increment_ms))
            .map_err(|_| no_terms())?;
        Ok(Self::RealTime {
            reserve_ms,
            increment_ms,
        })
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.rated { "rated" } else { "casual" };
        write!(formatter, "{}/{}/{kind}", self.variant, self.pace)
    }
}

impl FromStr for Terms {
    type Err = NoTerms;

    fn from_str(text: &str) -> Result<Self, NoTerms> {
        let no_terms = || NoTerms(text.to_owned());
        let parts: Vec<&str> = text.split('/').collect();
        let [variant, pace, kind] = parts[..] else {
            return Err(no_terms());
        };
        let variant = Variant::find(variant).ok_or_else(no_terms)?.id();
        let rated = match kind {
            "rated" => true,
            "casual" => false,
            _ => return Err(no_terms()),
        };
        Ok(Self {
            variant,
            pace: pace.parse()?,
            rated,
        })
    }
}

kept_as_text!(Terms);

/// A pool: everybody who waits in it wants the same game. Its text is that of its terms, with `/bots` behind where programs may
/// wait in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    /// What is played.
    pub terms: Terms,
    /// Whether programs may wait in it.
    pub bots: bool,
}

impl fmt::Display for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.fmt(formatter)?;
        formatter.write_str(if self.bots { "/bots" } else { "" })
    }
}

impl FromStr for Pool {
    type Err = NoTerms;

    fn from_str(text: &str) -> Result<Self, NoTerms> {
        let (terms, bots) = text.strip_suffix("/bots").map_or((text, false), |terms| (terms, true));
        Ok(Self {
            terms: terms.parse()?,
            bots,
        })
    }
}

kept_as_text!(Pool);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_pools_are_what_their_texts_say() {
        for text in [
            "classic-3x3/180000+2000/rated",
            "classic-3x3/3d/casual",
            "classic-3x3/untimed/casual/bots",
        ] {
            assert_eq!(text.parse::<Pool>().map(|pool| pool.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            "classic-3x3",
            "classic-3x3/1/rated",
            "nothing/1000+0/rated",
            "classic-3x3/0+0/rated",
        ] {
            assert_eq!(text.parse::<Pool>().ok(), None, "{text}");
        }
    }
}

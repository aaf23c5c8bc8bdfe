//! The settings of matchmaking.

use std::time::Duration;

use corners_clockwork::{RealTime, TimeControl};
use corners_pairing::{Parameters, Policy};
use corners_rules::Variant;
use corners_service::config::{OutOfRange, in_range};
use serde::Deserialize;

use crate::domain::terms::{Pace, Pool, Terms};

/// The section `[matchmaking]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// How many time controls pools can have.
const MOST_TIME_CONTROLS: usize = 40;

/// The settings of a matchmaking replica: the section `[matchmaking]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// The pools, in order.
    pub pools: Vec<Pool>,
    /// The longest time between two waves of a pool in which somebody waits.
    pub wave_interval: Duration,
    /// The shortest time between two waves of a pool.
    pub wave_pause: Duration,
    /// After how long without another message a stream has a sign of life.
    pub heartbeat: Duration,
    /// Who may meet whom.
    pub policy: Policy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    time_controls: Vec<String>,
    wave_interval_ms: u64,
    wave_pause_ms: u64,
    heartbeat_ms: u64,
    initial_window: f64,
    widening_per_second: f64,
    widest_window: f64,
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadOptions {
    /// A number is out of range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A time control is none.
    #[error("time_controls has {0:?}: expected minutes+seconds such as 3+2, each possible at a table")]
    TimeControl(String),
    /// There are none, or too many, time controls.
    #[error("time_controls has {0} of them: expected 1 to {MOST_TIME_CONTROLS}")]
    TimeControls(usize),
    /// A number of the policy is out of range.
    #[error(transparent)]
    Policy(#[from] corners_pairing::InvalidParameter),
}

impl TryFrom<Section> for Options {
    type Error = BadOptions;

    fn try_from(section: Section) -> Result<Self, BadOptions> {
        let millis = |key, got, range| in_range(key, got, range).map(Duration::from_millis);
        let count = section.time_controls.len();
        if !(1..=MOST_TIME_CONTROLS).contains(&count) {
            return Err(BadOptions::TimeControls(count));
        }
        let paces = section.time_controls.iter().map(|text| pace(text));
        let paces: Vec<Pace> = paces.collect::<Result<_, _>>()?;
        let parameters = Parameters {
            initial_window: section.initial_window,
            widening_per_second: section.widening_per_second,
            widest_window: section.widest_window,
            ..*Policy::default().parameters()
        };
        Ok(Self {
            pools: pools(&paces),
            wave_interval: millis("wave_interval_ms", section.wave_interval_ms, 100..=10_000)?,
            wave_pause: millis("wave_pause_ms", section.wave_pause_ms, 10..=10_000)?,
            heartbeat: millis("heartbeat_ms", section.heartbeat_ms, 1_000..=15_000)?,
            policy: Policy::new(parameters)?,
        })
    }
}

/// A time control as players write it.
fn pace(text: &str) -> Result<Pace, BadOptions> {
    let bad = || BadOptions::TimeControl(text.to_owned());
    let (minutes, seconds) = text.split_once('+').ok_or_else(bad)?;
    let minutes: f64 = minutes.parse().map_err(|_| bad())?;
    let seconds: u64 = seconds.parse().map_err(|_| bad())?;
    let reserve = Duration::try_from_secs_f64(minutes * 60.0).map_err(|_| bad())?;
    let made = RealTime::new(reserve, Duration::from_secs(seconds)).map_err(|_| bad())?;
    Ok(TimeControl::from(made).into())
}

/// All pools of these time controls.
fn pools(paces: &[Pace]) -> Vec<Pool> {
    let mut pools = Vec::new();
    for variant in Variant::all() {
        for pace in paces {
            for rated in [false, true] {
                if rated && !variant.rated() {
                    continue;
                }
                let terms = Terms {
                    variant: variant.id(),
                    pace: *pace,
                    rated,
                };
                pools.extend([false, true].map(|bots| Pool { terms, bots }));
            }
        }
    }
    pools
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct File {
        matchmaking: Options,
    }

    fn load(overrides: &[(&str, &str)]) -> Result<Options, String> {
        let overrides = overrides
            .iter()
            .map(|(key, value)| (format!("matchmaking.{key}"), (*value).to_owned()));
        let loaded = corners_service::config::load::<File>(DEFAULTS, None, [], overrides);
        loaded.map(|file| file.matchmaking).map_err(|error| error.to_string())
    }

    #[test]
    fn every_variant_has_its_pools() {
        let options = load(&[]).unwrap();
        let rated = Variant::all().iter().filter(|variant| variant.rated()).count();
        assert_eq!(options.pools.len(), 7 * 2 * (Variant::all().len() + rated));
        assert!(
            options
                .pools
                .contains(&"classic-3x3/180000+2000/rated".parse().unwrap())
        );
    }

    #[test]
    fn settings_out_of_range_are_named() {
        for (key, value, said) in [
            (
                "wave_interval_ms",
                "99",
                "wave_interval_ms must be from 100 to 10000, not 99",
            ),
            ("wave_pause_ms", "9", "wave_pause_ms must be from 10 to 10000, not 9"),
            (
                "heartbeat_ms",
                "999",
                "heartbeat_ms must be from 1000 to 15000, not 999",
            ),
            ("time_controls", "3", r#"time_controls has "3""#),
            ("time_controls", "0+0", r#"time_controls has "0+0""#),
            ("time_controls", "x+1", r#"time_controls has "x+1""#),
            ("initial_window", "-1.0", "initial_window"),
        ] {
            let refused = load(&[(key, value)]).unwrap_err();
            assert!(refused.contains(said), "{key}: {refused}");
        }
    }
}

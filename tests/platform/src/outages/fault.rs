//! What can happen to the platform.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use corners_test_redis::Step;
use futures::future::join_all;

use crate::Stage;

/// How far the clock of Redis's machine is set.
const HOUR: Duration = Duration::from_secs(60 * 60);

/// What can happen to the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Redis is stopped where it is (SIGSTOP).
    RedisPaused,
    /// All replicas of game-authority are killed, and started again after it.
    AuthoritiesKilled,
    /// All replicas of the clock are killed, and started again after it.
    ClocksKilled,
    /// All three at once.
    AllAtOnce,
    /// The clock of Redis's machine is set an hour ahead.
    SteppedForward,
    /// The clock of Redis's machine is set an hour back.
    SteppedBack,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::RedisPaused,
        Self::AuthoritiesKilled,
        Self::ClocksKilled,
        Self::AllAtOnce,
        Self::SteppedForward,
        Self::SteppedBack,
    ];

    /// Whether it takes a moment and no longer.
    #[must_use]
    pub fn is_a_step(self) -> bool {
        matches!(self, Self::SteppedForward | Self::SteppedBack)
    }

    pub(super) fn begin(self, stage: &mut Stage) {
        match self {
            Self::RedisPaused => stage.redis().pause(),
            Self::AuthoritiesKilled => stage.authorities.iter_mut().for_each(crate::Service::kill),
            Self::ClocksKilled => stage.clocks.iter_mut().for_each(crate::Service::kill),
            Self::AllAtOnce => {
                for fault in [Self::RedisPaused, Self::AuthoritiesKilled, Self::ClocksKilled] {
                    fault.begin(stage);
                }
            }
            Self::SteppedForward => stage.redis().step_clock(Step::Forward(HOUR)).unwrap(),
            Self::SteppedBack => stage.redis().step_clock(Step::Back(HOUR)).unwrap(),
        }
    }

    /// Has everything back, and waits until it serves.
    pub(super) async fn end(self, stage: &mut Stage) {
        let (redis, authorities, clocks) = match self {
            Self::RedisPaused => (true, false, false),
            Self::AuthoritiesKilled => (false, true, false),
            Self::ClocksKilled => (false, false, true),
            Self::AllAtOnce => (true, true, true),
            Self::SteppedForward | Self::SteppedBack => return,
        };
        if redis {
            stage.redis().resume();
        }
        let authorities = stage.authorities.iter_mut().filter(|_| authorities);
        let clocks = stage.clocks.iter_mut().filter(|_| clocks);
        join_all(authorities.chain(clocks).map(crate::Service::restart)).await;
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::RedisPaused => "redis-paused",
            Self::AuthoritiesKilled => "authorities-killed",
            Self::ClocksKilled => "clocks-killed",
            Self::AllAtOnce => "all-at-once",
            Self::SteppedForward => "stepped-forward",
            Self::SteppedBack => "stepped-back",
        })
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|fault| fault.to_string() == name);
        named.ok_or_else(|| {
            format!(
                "{name:?} is none of {}",
                Self::ALL.map(|fault| fault.to_string()).join(", ")
            )
        })
    }
}

/// One outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// What happens.
    pub fault: Fault,
    /// How long everything stays away; nothing for a step.
    pub length: Duration,
}

impl fmt::Display for Outage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.fault)?;
        if self.fault.is_a_step() {
            return Ok(());
        }
        write!(formatter, ", {:?}", self.length)
    }
}

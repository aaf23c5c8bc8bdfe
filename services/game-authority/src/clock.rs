//! What the authority asks of the clock.

use std::time::Duration;

use corners_clockwork::{BEAT_REACH, GameTime, Punch, Reading, Transit, Turn, whole_millis};
use corners_proto::clock::internal::v1 as proto;
use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
use corners_service::internal::InternalChannel;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::error::AuthorityError;
use crate::store::WantedAlarm;

/// How long a reading is good enough for what needs no judgement: game time runs on at least so long after it.
const GOOD_FOR: Duration = Duration::from_millis(250);

/// The clock service, wherever it runs.
#[derive(Debug)]
pub struct Clock {
    service: ClockInternalServiceClient<InternalChannel>,
    last: Mutex<Last>,
}

/// What the clock said of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The verdict on it.
    pub punch: Punch,
    /// Where the last stall ended; the punch's reading while the platform stands still.
    pub last_stall_end: Option<GameTime>,
}

/// What is known of game time for [`Clock::now`].
#[derive(Debug, Default)]
struct Last {
    /// The last reading, and when it was asked for.
    reading: Option<(GameTime, Instant)>,
    /// When the clock was last found to be away.
    failed: Option<Instant>,
}

impl Clock {
    /// The clock behind a channel.
    #[must_use]
    pub fn new(channel: InternalChannel) -> Self {
        Self {
            service: ClockInternalServiceClient::new(channel),
            last: Mutex::default(),
        }
    }

    /// Reads game time, never below `last_reading`, and judges a turn at it, given what is known of a move's way.
    ///
    /// # Errors
    /// [`AuthorityError::Clock`] when the clock is away or its answer makes no sense.
    pub async fn punch(
        &self,
        turn: &Turn,
        last_reading: GameTime,
        transit: Option<Transit>,
    ) -> Result<Judged, AuthorityError> {
        let request = proto::PunchRequest {
            turn_started_ms: turn.started.millis(),
            last_reading_ms: last_reading.millis(),
            limit: turn.limit.map(|limit| proto::TurnLimit {
                remaining_ms: whole_millis(limit.remaining),
                running: limit.running,
                increment_ms: whole_millis(limit.increment),
                reset_ms: limit.reset.map(whole_millis),
                lag_quota_ms: whole_millis(limit.lag_quota),
            }),
            transit: transit.map(|transit| proto::Transit {
                think_time_ms: whole_millis(transit.think_time),
                round_trip_ms: whole_millis(transit.round_trip),
            }),
        };
        let response = self
            .service
            .clone()
            .punch(request)
            .await
            .map_err(unavailable)?
            .into_inner();
        let punch = Punch {
            reading: GameTime::from_millis(response.reading_ms),
            outage_credit: Duration::from_millis(response.outage_credit_ms),
            lag_credit: Duration::from_millis(response.lag_credit_ms),
            due: response.due_ms.map(GameTime::from_millis),
            expired: response.expired,
            remaining_after: turn.limit.map(|_| Duration::from_millis(response.remaining_after_ms)),
        };
        let stall_end = Some(response.last_stall_end_ms).filter(|millis| *millis > 0);
        Ok(Judged {
            punch,
            last_stall_end: stall_end.map(GameTime::from_millis),
        })
    }

    /// Game time now, and where the last stall ended.
    ///
    /// # Errors
    /// [`AuthorityError::Clock`] when the clock is away.
    pub async fn look(&self) -> Result<Reading, AuthorityError> {
        let no_turn = Turn {
            started: GameTime::ZERO,
            limit: None,
        };
        let judged = self.punch(&no_turn, GameTime::ZERO, None).await?;
        Ok(Reading {
            game: judged.punch.reading,
            stall_end: judged.last_stall_end,
        })
    }

    /// About what game time is now, for heartbeats and leases: one reading serves all who ask within a moment. While the
    /// clock is away, game time is where it last was, or a second further.
    ///
    /// # Errors
    /// [`AuthorityError::Clock`] when the clock is away and has never been read.
    pub async fn now(&self) -> Result<GameTime, AuthorityError> {
        let mut last = self.last.lock().await;
        let about = last
            .reading
            .map(|(reading, asked)| (reading + asked.elapsed().min(BEAT_REACH), asked.elapsed()));
        match about {
            Some((about, age)) if age < GOOD_FOR || last.failed.is_some_and(|at| at.elapsed() < GOOD_FOR) => {
                return Ok(about);
            }
            _ => {}
        }
        let asked = Instant::now();
        match self.look().await {
            Ok(Reading { game: reading, .. }) => {
                *last = Last {
                    reading: Some((reading, asked)),
                    failed: None,
                };
                Ok(reading)
            }
            Err(error) => {
                last.failed = Some(Instant::now());
                about.map(|(about, _)| about).ok_or(error)
            }
        }
    }

    /// Sets alarms.
    ///
    /// # Errors
    /// [`AuthorityError::Clock`] when the clock is away; the alarms are then to be set again.
    pub async fn arm(&self, alarms: &[WantedAlarm]) -> Result<(), AuthorityError> {
        let alarms = alarms.iter().map(|alarm| proto::Alarm {
            table: alarm.table.to_string(),
            version: alarm.version,
            due_ms: alarm.due.map(GameTime::millis),
        });
        let request = proto::ArmRequest {
            alarms: alarms.collect(),
        };
        self.service.clone().arm(request).await.map_err(unavailable)?;
        Ok(())
    }
}

// Taken by value because that is what map_err hands over.
#[allow(clippy::needless_pass_by_value)]
fn unavailable(status: tonic::Status) -> AuthorityError {
    AuthorityError::Clock(status.message().to_owned())
}

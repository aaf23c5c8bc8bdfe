//! The edge: the clock's two gRPC services.

use std::error::Error;

use corners_clockwork::{GameTime, punch, whole_millis};
use corners_proto::clock::internal::v1::clock_internal_service_server::ClockInternalService;
use corners_proto::clock::internal::v1::{ArmRequest, ArmResponse, PunchRequest, PunchResponse};
use corners_proto::clock::v1::clock_service_server::ClockService;
use corners_proto::clock::v1::{GetGameTimeRequest, GetGameTimeResponse};
use corners_proto::error::{Reason, Refusal};
use tonic::{Request, Response, Status};

use crate::clock::Clock;
use crate::parse;
use crate::store::StoreError;

#[tonic::async_trait]
impl ClockService for Clock {
    async fn get_game_time(&self, _: Request<GetGameTimeRequest>) -> Result<Response<GetGameTimeResponse>, Status> {
        let reading = self.reading().await.map_err(|error| blind(&error))?;
        Ok(Response::new(GetGameTimeResponse {
            game_time_ms: reading.game.millis(),
            last_stall_end_ms: reading.stall_end.map_or(0, GameTime::millis),
        }))
    }
}

#[tonic::async_trait]
impl ClockInternalService for Clock {
    async fn punch(&self, request: Request<PunchRequest>) -> Result<Response<PunchResponse>, Status> {
        let asked = parse::punch(request.get_ref())?;
        let reading = self.reading().await.map_err(|error| blind(&error))?;
        let moment = reading.game.max(asked.last_reading);
        let verdict = punch(&asked.turn, moment, reading.stall_end, asked.transit);
        Ok(Response::new(PunchResponse {
            reading_ms: verdict.reading.millis(),
            outage_credit_ms: whole_millis(verdict.outage_credit),
            due_ms: verdict.due.map(GameTime::millis),
            expired: verdict.expired,
            remaining_after_ms: verdict.remaining_after.map_or(0, whole_millis),
            lag_credit_ms: whole_millis(verdict.lag_credit),
            last_stall_end_ms: reading.stall_end.map_or(0, GameTime::millis),
        }))
    }

    async fn arm(&self, request: Request<ArmRequest>) -> Result<Response<ArmResponse>, Status> {
        let alarms = parse::alarms(request.get_ref())?;
        self.arm(alarms).await.map_err(|error| {
            // Whoever arms tells when it cannot, once.
            tracing::debug!(error = &*error, "could not set alarms");
            Refusal::new(
                Reason::StoreUnavailable,
                "cannot set the alarms: the clock's store does not answer; try again",
            )
        })?;
        Ok(Response::new(ArmResponse {}))
    }
}

fn blind(error: &StoreError) -> Refusal {
    // The loop of beats tells when the store goes away and when it is back.
    tracing::debug!(error = error as &dyn Error, "game time cannot be read");
    Refusal::new(
        Reason::StoreUnavailable,
        "cannot read game time: the clock's store does not answer; try again",
    )
}

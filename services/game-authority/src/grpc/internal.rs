//! What the clock asks of tables.

use std::sync::Arc;

use corners_proto::game::internal::v1 as proto;
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use tonic::{Request, Response, Status, async_trait};

use super::{parse, refusal};
use crate::authority::Authority;

/// The internal service. Mount it only where the public cannot reach it.
#[derive(Clone)]
pub struct GameInternal {
    authority: Arc<Authority>,
}

impl GameInternal {
    /// The internal side of an authority.
    #[must_use]
    pub fn new(authority: Arc<Authority>) -> Self {
        Self { authority }
    }
}

#[async_trait]
impl GameInternalService for GameInternal {
    async fn alarm_due(
        &self,
        request: Request<proto::AlarmDueRequest>,
    ) -> Result<Response<proto::AlarmDueResponse>, Status> {
        let table = parse::table_id(&request.get_ref().table)?;
        let rearm = self.authority.alarm_due(table).await.map_err(refusal)?;
        Ok(Response::new(proto::AlarmDueResponse {
            version: rearm.version,
            due_ms: rearm.due.map(corners_clockwork::GameTime::millis),
        }))
    }

    async fn probe(&self, _: Request<proto::ProbeRequest>) -> Result<Response<proto::ProbeResponse>, Status> {
        self.authority.probe().await.map_err(refusal)?;
        Ok(Response::new(proto::ProbeResponse {}))
    }
}

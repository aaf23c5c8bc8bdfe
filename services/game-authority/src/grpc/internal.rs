//! What the platform's other services ask of tables.

use std::sync::Arc;

use corners_proto::game::internal::v1 as proto;
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use corners_service::drain::Drain;
use tonic::{Request, Response, Status, async_trait};

use super::{fault, matched, parse, refusal};
use crate::authority::Authority;
use crate::render;
use crate::table::Table;

/// How large an answer with finished tables can be, in bytes: below 1 MiB.
const MOST_BYTES: usize = 1_000_000;

/// The internal service. Mount it only where the public cannot reach it.
#[derive(Clone)]
pub struct GameInternal {
    authority: Arc<Authority>,
    drain: Drain,
}

impl GameInternal {
    /// The internal side of an authority.
    #[must_use]
    pub fn new(authority: Arc<Authority>, drain: Drain) -> Self {
        Self { authority, drain }
    }
}

#[async_trait]
impl GameInternalService for GameInternal {
    async fn create_table(
        &self,
        request: Request<proto::CreateTableRequest>,
    ) -> Result<Response<proto::CreateTableResponse>, Status> {
        let (id, agreement) = matched::agreement(request.get_ref())?;
        // Detached: a caller that waits no longer must not stop it between the append and the wake-up.
        let authority = Arc::clone(&self.authority);
        let making = self.drain.spawn(async move { authority.create(id, agreement).await });
        let table = making.await.map_err(fault)?.map_err(refusal)?;
        Ok(Response::new(proto::CreateTableResponse {
            table: Some(render::at_its_last_event(id, &table)),
        }))
    }

    async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Result<Response<proto::GetTableResponse>, Status> {
        let id = parse::table_id(&request.get_ref().table)?;
        let table = self.authority.table(id).await.map_err(refusal)?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(render::at_its_last_event(id, &table)),
        }))
    }

    async fn alarm_due(
        &self,
        request: Request<proto::AlarmDueRequest>,
    ) -> Result<Response<proto::AlarmDueResponse>, Status> {
        let table = parse::table_id(&request.get_ref().table)?;
        // Detached: a clock that waits no longer must not stop it between the append and the wake-up.
        let authority = Arc::clone(&self.authority);
        let looked = self.drain.spawn(async move { authority.alarm_due(table).await }).await;
        let rearm = looked.map_err(fault)?.map_err(refusal)?;
        Ok(Response::new(proto::AlarmDueResponse {
            version: rearm.version,
            due_ms: rearm.due.map(corners_clockwork::GameTime::millis),
        }))
    }

    async fn take_finished(
        &self,
        request: Request<proto::TakeFinishedRequest>,
    ) -> Result<Response<proto::TakeFinishedResponse>, Status> {
        let limit = parse::limit(request.get_ref().limit)?;
        let mut room = MOST_BYTES;
        let mut tables = Vec::new();
        let accept = |id, table: &Table| {
            let rendered = render::at_its_last_event(id, table);
            let length = prost::encoding::message::encoded_len(1, &rendered);
            // Whatever its length, one is always handed out.
            let fits = length <= room || tables.is_empty();
            if fits {
                room = room.saturating_sub(length);
                tables.push(rendered);
            }
            fits
        };
        self.authority.take_finished(limit, accept).await.map_err(refusal)?;
        Ok(Response::new(proto::TakeFinishedResponse { tables }))
    }

    async fn reject_finished(
        &self,
        request: Request<proto::RejectFinishedRequest>,
    ) -> Result<Response<proto::RejectFinishedResponse>, Status> {
        let (table, reason) = parse::rejected(request.get_ref())?;
        self.authority.reject(table, reason).await.map_err(refusal)?;
        Ok(Response::new(proto::RejectFinishedResponse {}))
    }

    async fn ack_finished(
        &self,
        request: Request<proto::AckFinishedRequest>,
    ) -> Result<Response<proto::AckFinishedResponse>, Status> {
        let tables = parse::table_ids(&request.get_ref().tables)?;
        let acknowledged = self.authority.acknowledge(&tables).await.map_err(refusal)?;
        Ok(Response::new(proto::AckFinishedResponse {
            acknowledged: u32::try_from(acknowledged).unwrap_or(u32::MAX),
        }))
    }

    async fn probe(&self, _: Request<proto::ProbeRequest>) -> Result<Response<proto::ProbeResponse>, Status> {
        self.authority.probe().await.map_err(refusal)?;
        Ok(Response::new(proto::ProbeResponse {}))
    }
}

//! What operators do with tables.

use std::sync::Arc;

use corners_proto::game::v1 as proto;
use corners_proto::game::v1::admin_service_server::AdminService;
use corners_proto::ids::{AccountId, TableId};
use corners_service::auth::caller;
use corners_service::drain::Drain;
use tonic::{Request, Response, Status, async_trait};

use super::parse::{self, TableCall};
use super::{dead_letters, fault, moves, refusal};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::render;
use crate::table::Table;

/// The public service for operators, over an authority.
#[derive(Clone)]
pub struct GameAdmin {
    authority: Arc<Authority>,
    drain: Drain,
}

impl GameAdmin {
    /// The operators' side of an authority.
    #[must_use]
    pub fn new(authority: Arc<Authority>, drain: Drain) -> Self {
        Self { authority, drain }
    }
}

#[async_trait]
impl AdminService for GameAdmin {
    async fn close_table(
        &self,
        request: Request<proto::CloseTableRequest>,
    ) -> Result<Response<proto::CloseTableResponse>, Status> {
        let operator = caller(&request)?;
        let request = request.into_inner();
        let TableCall { table, call, command } = moves::close_call(&operator, &request)?;
        let authority = Arc::clone(&self.authority);
        // Detached: what was done is in the log, whether or not the operator still waits for the answer.
        let work = async move {
            let closed = authority.close(table, call, command.by).await;
            audit(operator.account, table, &request.note, &closed);
            closed
        };
        let closed = self.drain.spawn(work).await.map_err(fault)?.map_err(refusal)?;
        Ok(Response::new(proto::CloseTableResponse {
            state: Some(render::state(&closed, false)),
        }))
    }

    async fn list_dead_letters(
        &self,
        request: Request<proto::ListDeadLettersRequest>,
    ) -> Result<Response<proto::ListDeadLettersResponse>, Status> {
        caller(&request)?;
        let page = dead_letters::page(&self.authority, request.get_ref()).await?;
        Ok(Response::new(page))
    }

    async fn requeue_dead_letter(
        &self,
        request: Request<proto::RequeueDeadLetterRequest>,
    ) -> Result<Response<proto::RequeueDeadLetterResponse>, Status> {
        let operator = caller(&request)?;
        let table = parse::requeued(request.get_ref())?;
        let authority = Arc::clone(&self.authority);
        // Detached, as above.
        let work = async move {
            let requeued = authority.requeue(table).await;
            audit_requeue(operator.account, table, &requeued);
            requeued
        };
        self.drain.spawn(work).await.map_err(fault)?.map_err(refusal)?;
        Ok(Response::new(proto::RequeueDeadLetterResponse {}))
    }
}

/// Writes into the log what an operator did or tried. The note is quoted, so that it stays within its line.
fn audit(operator: AccountId, table: TableId, note: &str, outcome: &Result<Arc<Table>, AuthorityError>) {
    let action = "admin.close-table";
    match outcome {
        Ok(_) => tracing::info!(target: "audit", action, %operator, %table, note, "a table is closed"),
        Err(error) => {
            tracing::info!(target: "audit", action, %operator, %table, note, %error, "a table was not closed");
        }
    }
}

fn audit_requeue(operator: AccountId, table: TableId, outcome: &Result<bool, AuthorityError>) {
    let action = "admin.requeue-dead-letter";
    match outcome {
        Ok(true) => tracing::info!(target: "audit", action, %operator, %table, "a dead letter is put back"),
        Ok(false) => tracing::info!(target: "audit", action, %operator, %table, "the table is no dead letter"),
        Err(error) => {
            tracing::info!(target: "audit", action, %operator, %table, %error, "a dead letter was not put back");
        }
    }
}

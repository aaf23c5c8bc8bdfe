//! What operators do with finished games.

use std::sync::Arc;

use corners_feed::{FeedHead, epoch_text, parse_epoch};
use corners_proto::archive::v1::admin_service_server::AdminService;
use corners_proto::archive::v1::{
    AnnulGameRequest, AnnulGameResponse, Feed as FeedMessage, GetFeedRequest, GetFeedResponse, StartFeedEpochRequest,
    StartFeedEpochResponse,
};
use corners_proto::error::{Refusal, Violations};
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_service::auth::caller;
use corners_service::drain::Drain;
use corners_service::time::wall_clock_ms;
use tonic::{Request, Response, Status, async_trait};

use super::refuse;
use crate::convert::{Json, annulled, without_moves};
use crate::domain::ArchivedGame;
use crate::feed::Feed;
use crate::store::{Annul, ArchiveStore};

/// The longest note about an annulled game, in characters.
const LONGEST_NOTE: usize = 500;

/// The public service for operators.
#[derive(Clone)]
pub struct ArchiveAdmin {
    store: Arc<dyn ArchiveStore>,
    feed: Arc<Feed>,
    json: Json,
    drain: Drain,
}

impl ArchiveAdmin {
    pub(crate) fn new(store: Arc<dyn ArchiveStore>, feed: Arc<Feed>, json: Json, drain: Drain) -> Self {
        Self {
            store,
            feed,
            json,
            drain,
        }
    }

    async fn annul(&self, table: TableId, by: AccountId, note: String) -> Result<ArchivedGame, Status> {
        let finished = self.store.finished_event(table).await.map_err(refuse::store)?;
        let finished = finished.ok_or_else(|| refuse::not_found(table))?;
        let now_ms = wall_clock_ms();
        let told = self.json.finished(&finished.data).map_err(refuse::fault)?;
        let told = annulled(told, finished.position, now_ms);
        let annul = Annul {
            table,
            now_ms,
            by,
            note,
            told: self.json.of_annulled(&told).map_err(refuse::fault)?,
        };
        let game = self.store.annul(annul).await.map_err(refuse::store)?;
        self.feed.note_recorded();
        game.ok_or_else(|| refuse::not_found(table))
    }
}

#[async_trait]
impl AdminService for ArchiveAdmin {
    async fn annul_game(&self, request: Request<AnnulGameRequest>) -> Result<Response<AnnulGameResponse>, Status> {
        let operator = caller(&request)?.account;
        let request = request.into_inner();
        let table = annul_call(&request)?;
        let admin = self.clone();
        // Detached: what was done is in the log, whether or not the operator still waits for the answer.
        let work = async move {
            let annulled = admin.annul(table, operator, request.note.clone()).await;
            audit(
                "admin.annul-game",
                operator,
                &annulled,
                format_args!("table {table}: {:?}", request.note),
            );
            annulled
        };
        let game = self.drain.spawn(work).await.map_err(refuse::fault)??;
        Ok(Response::new(AnnulGameResponse {
            game: Some(without_moves(&game)),
        }))
    }

    async fn start_feed_epoch(
        &self,
        request: Request<StartFeedEpochRequest>,
    ) -> Result<Response<StartFeedEpochResponse>, Status> {
        let operator = caller(&request)?.account;
        let current = parse_epoch("current_epoch", &request.get_ref().current_epoch)?;
        let feed = Arc::clone(&self.feed);
        let work = async move {
            let started = feed.start_epoch(current).await;
            let started = started.map_err(|error| error.status(refuse::store));
            audit(
                "admin.start-feed-epoch",
                operator,
                &started,
                format_args!("epoch {}", epoch_text(current)),
            );
            started
        };
        let head = self.drain.spawn(work).await.map_err(refuse::fault)??;
        Ok(Response::new(StartFeedEpochResponse {
            feed: Some(feed_message(&head)),
        }))
    }

    async fn get_feed(&self, _: Request<GetFeedRequest>) -> Result<Response<GetFeedResponse>, Status> {
        let head = self.feed.head().await.map_err(refuse::store)?;
        Ok(Response::new(GetFeedResponse {
            feed: Some(feed_message(&head)),
        }))
    }
}

/// Parses AnnulGame.
fn annul_call(request: &AnnulGameRequest) -> Result<TableId, Refusal> {
    let mut violations = Violations::new();
    let _: Option<RequestId> = violations.check("request_id", request.request_id.parse());
    let table = violations.check("table", request.table.parse());
    let length = request.note.chars().count();
    if length == 0 || length > LONGEST_NOTE {
        violations.add(
            "note",
            format_args!("has {length} characters: expected 1 to {LONGEST_NOTE}"),
        );
    }
    match table {
        Some(table) if violations.is_empty() => Ok(table),
        _ => Err(violations.refusal()),
    }
}

fn feed_message(head: &FeedHead) -> FeedMessage {
    FeedMessage {
        epoch: epoch_text(head.epoch()),
        last_sequence: head.last,
        epoch_start: head.current().position,
    }
}

/// Writes into the log what an operator did or tried. Notes are quoted, so that they stay within their line.
fn audit<T>(action: &str, operator: AccountId, outcome: &Result<T, Status>, what: std::fmt::Arguments<'_>) {
    match outcome {
        Ok(_) => tracing::info!(target: "audit", action, %operator, %what, "done"),
        Err(status) => {
            let error = status.message();
            tracing::info!(target: "audit", action, %operator, %what, error, "not done");
        }
    }
}

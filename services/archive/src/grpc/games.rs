//! The public service.

use std::pin::Pin;
use std::sync::Arc;

use corners_feed::Start;
use corners_proto::archive::v1::archive_service_server::ArchiveService;
use corners_proto::archive::v1::stream_results_request::Start as AskedStart;
use corners_proto::archive::v1::{
    ExportGamesRequest, ExportGamesResponse, GetGameRequest, GetGameResponse, ListGamesRequest, ListGamesResponse,
    StreamResultsRequest,
};
use corners_proto::error::{Refusal, Violations};
use corners_proto::ids::TableId;
use corners_service::auth::end_of_right;
use corners_service::drain::Drain;
use futures::Stream;
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, async_trait};

use super::export::export_call;
use super::export_stream::{ExportStream, Source};
use super::pack::Packer;
use super::{list, refuse};
use crate::convert::{Json, game};
use crate::feed::{Feed, FeedMessage};
use crate::store::ArchiveStore;

/// How many exports read the store at once.
const EXPORTS_AT_ONCE: usize = 4;

/// The public service over the archive's store and its feed.
#[derive(Clone)]
pub struct Games {
    store: Arc<dyn ArchiveStore>,
    feed: Arc<Feed>,
    json: Json,
    exports: Arc<Semaphore>,
    drain: Drain,
}

impl Games {
    pub(crate) fn new(store: Arc<dyn ArchiveStore>, feed: Arc<Feed>, json: Json, drain: Drain) -> Self {
        Self {
            store,
            feed,
            json,
            exports: Arc::new(Semaphore::new(EXPORTS_AT_ONCE)),
            drain,
        }
    }
}

#[async_trait]
impl ArchiveService for Games {
    async fn get_game(&self, request: Request<GetGameRequest>) -> Result<Response<GetGameResponse>, Status> {
        let table = table_id(&request.get_ref().table)?;
        let found = self.store.game(table).await.map_err(refuse::store)?;
        let found = found.ok_or_else(|| refuse::not_found(table))?;
        Ok(Response::new(GetGameResponse {
            game: Some(game(&found)),
        }))
    }

    async fn list_games(&self, request: Request<ListGamesRequest>) -> Result<Response<ListGamesResponse>, Status> {
        let call = list::list_call(request.get_ref())?;
        let page = self.store.list(&call.query).await.map_err(refuse::store)?;
        Ok(Response::new(list::answer(&call, &page)))
    }

    type ExportGamesStream = Pin<Box<dyn Stream<Item = Result<ExportGamesResponse, Status>> + Send>>;

    async fn export_games(
        &self,
        request: Request<ExportGamesRequest>,
    ) -> Result<Response<Self::ExportGamesStream>, Status> {
        let call = export_call(request.get_ref())?;
        let right = end_of_right(&request);
        let packer = Packer {
            format: call.format,
            question: call.question.clone(),
            json: self.json.clone(),
        };
        let source = Source::new(call, packer, Arc::clone(&self.store), Arc::clone(&self.exports));
        source.check().await?;
        let export = ExportStream::new(source, right, self.drain.token());
        Ok(Response::new(Box::pin(export.into_stream())))
    }

    type StreamResultsStream = Pin<Box<dyn Stream<Item = Result<FeedMessage, Status>> + Send>>;

    async fn stream_results(
        &self,
        request: Request<StreamResultsRequest>,
    ) -> Result<Response<Self::StreamResultsStream>, Status> {
        let start = start(request.get_ref())?;
        let right = end_of_right(&request);
        let stream = self.feed.stream(start, right, self.drain.token()).await;
        let stream = stream.map_err(|error| error.status(refuse::store))?;
        Ok(Response::new(Box::pin(stream.into_stream())))
    }
}

fn table_id(text: &str) -> Result<TableId, Refusal> {
    let mut violations = Violations::new();
    let table = violations.check("table", text.parse());
    table.ok_or_else(|| violations.refusal())
}

/// Where a consumer of the feed wants to start.
fn start(request: &StreamResultsRequest) -> Result<Start, Refusal> {
    match &request.start {
        None => Ok(Start::Beginning),
        Some(AskedStart::Cursor(text)) => Ok(Start::After(Feed::parse_cursor(text)?)),
        Some(AskedStart::RecordedFrom(moment)) => Start::recorded_from(moment),
    }
}

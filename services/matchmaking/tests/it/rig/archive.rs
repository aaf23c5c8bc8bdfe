//! The archive's feed of results, as far as it is followed.

use std::pin::Pin;
use std::sync::Arc;

use corners_proto::archive::v1::archive_service_server::{ArchiveService, ArchiveServiceServer};
use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::*;
use corners_proto::encoded::Encoded;
use corners_proto::game::v1::{EndReason, Ending, Result as Outcome, Seat, Side};
use corners_proto::ids::AccountId;
use corners_proto::io::cloudevents::v1::CloudEvent;
use corners_proto::io::cloudevents::v1::cloud_event::Data;
use corners_proto::time::timestamp;
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;
use futures::{Stream, StreamExt};
use prost::Message;
use tokio::sync::watch;
use tonic::{Request, Response, Status, async_trait};

/// The feed. Cursors are how many results lie before.
#[derive(Clone, Default)]
pub struct FakeArchive {
    results: Arc<watch::Sender<Vec<GameFinished>>>,
}

/// A game that White has spoilt, or Black.
pub fn spoilt(table: &str, by: Side, reason: EndReason, players: [AccountId; 2]) -> GameFinished {
    let seat = |side: Side, account: AccountId| Seat {
        side: side.into(),
        account: account.to_string(),
        ..Seat::default()
    };
    let result = match by {
        Side::White => Outcome::BlackWins,
        _ => Outcome::WhiteWins,
    };
    let is_aborted = reason == EndReason::Aborted;
    GameFinished {
        table: table.to_owned(),
        seats: vec![seat(Side::White, players[0]), seat(Side::Black, players[1])],
        finish_time: Some(timestamp(wall_clock_ms())),
        ending: Some(Ending {
            reason: reason.into(),
            result: if is_aborted { Outcome::Unspecified } else { result }.into(),
            by: if is_aborted { by } else { Side::Unspecified }.into(),
            no_show: false,
        }),
        ..GameFinished::default()
    }
}

impl FakeArchive {
    /// Records the result of a game.
    pub fn finish(&self, game: GameFinished) {
        self.results.send_modify(|results| results.push(game));
    }

    pub fn channel(&self) -> InternalChannel {
        InternalChannel::in_process(ArchiveServiceServer::new(self.clone()))
    }
}

fn message(number: usize, finished: &GameFinished) -> StreamResultsResponse {
    let event = CloudEvent {
        r#type: "corners.game.finished.v1".to_owned(),
        data: Some(Data::ProtoData(prost_types::Any {
            type_url: String::new(),
            value: finished.encode_to_vec(),
        })),
        ..CloudEvent::default()
    };
    StreamResultsResponse {
        events: vec![ResultEvent {
            cursor: number.to_string(),
            event: Some(event),
        }],
        ..StreamResultsResponse::default()
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[async_trait]
impl ArchiveService for FakeArchive {
    async fn get_game(&self, _: Request<GetGameRequest>) -> Answer<GetGameResponse> {
        unreachable!("matchmaking follows results")
    }

    async fn list_games(&self, _: Request<ListGamesRequest>) -> Answer<ListGamesResponse> {
        unreachable!("matchmaking follows results")
    }

    type ExportGamesStream = Pin<Box<dyn Stream<Item = Result<ExportGamesResponse, Status>> + Send>>;

    async fn export_games(&self, _: Request<ExportGamesRequest>) -> Answer<Self::ExportGamesStream> {
        unreachable!("matchmaking follows results")
    }

    type StreamResultsStream = Pin<Box<dyn Stream<Item = Result<Encoded<StreamResultsResponse>, Status>> + Send>>;

    async fn stream_results(&self, request: Request<StreamResultsRequest>) -> Answer<Self::StreamResultsStream> {
        let from: usize = match request.into_inner().start {
            Some(Start::Cursor(cursor)) => cursor.parse().unwrap(),
            _ => 0,
        };
        let followed = (from, self.results.subscribe());
        let stream = futures::stream::unfold(followed, |(seen, mut results)| async move {
            let result = results.wait_for(|results| results.len() > seen).await.ok()?[seen].clone();
            let told = message(seen + 1, &result);
            Some((Ok(Encoded::new(&told)), (seen + 1, results)))
        });
        Ok(Response::new(stream.boxed()))
    }
}

//! An archive that tells the results it was given, by the feed that the real one has.

use std::error::Error;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use corners_feed::{Feed, FeedHead, FeedMeters, FeedOptions, FeedPoint, FeedSource, Restarted, Start};
use corners_proto::archive::v1::archive_service_server::{ArchiveService, ArchiveServiceServer};
use corners_proto::archive::v1::stream_results_request::Start as AskedStart;
use corners_proto::archive::v1::*;
use corners_proto::encoded::Encoded;
use corners_proto::error::{Reason, Refusal};
use corners_proto::io::cloudevents::v1::CloudEvent;
use corners_proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_proto::io::cloudevents::v1::cloud_event::{CloudEventAttributeValue, Data};
use corners_service::auth::end_of_right;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use futures::Stream;
use prost::Message;
use tonic::{Request, Response, Status, async_trait};

/// The feed, as the archive's store has it.
#[derive(Default)]
pub struct World {
    /// Types and data, oldest first.
    pub events: Vec<(String, Vec<u8>)>,
    /// The epochs and their starts.
    pub epochs: Vec<FeedPoint>,
    /// It answers nothing.
    pub is_away: bool,
    /// How many streams were opened.
    pub opened: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("the archive's store is away")]
pub struct Away;

/// What the feed reads.
#[derive(Clone, Default)]
pub struct Results(Arc<Mutex<World>>);

impl Results {
    fn there(&self) -> Result<MutexGuard<'_, World>, Away> {
        let world = self.0.lock().unwrap();
        if world.is_away { Err(Away) } else { Ok(world) }
    }
}

#[async_trait]
impl FeedSource for Results {
    const NAME: &'static str = "result feed";
    const OWNER: &'static str = "the archive";
    type Event = (u64, String, Vec<u8>);
    type Message = StreamResultsResponse;
    type Error = Away;

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<Self::Event>, Away> {
        let world = self.there()?;
        let events = (1..).zip(&world.events).skip(position as usize).take(limit as usize);
        Ok(events
            .map(|(position, (kind, data))| (position, kind.clone(), data.clone()))
            .collect())
    }

    async fn position_before(&self, _: u64) -> Result<u64, Away> {
        Ok(0)
    }

    async fn head(&self) -> Result<FeedHead, Away> {
        let world = self.there()?;
        Ok(FeedHead {
            epochs: world.epochs.clone(),
            last: world.events.len() as u64,
        })
    }

    async fn start_epoch(&self, _: u64) -> Result<FeedHead, Away> {
        self.head().await
    }

    fn unavailable(_: &'static str) -> Away {
        Away
    }

    fn position((position, ..): &Self::Event) -> u64 {
        *position
    }

    fn encode(
        &self,
        (position, kind, data): &Self::Event,
        cursor: String,
    ) -> Result<StreamResultsResponse, Box<dyn Error + Send + Sync>> {
        let sequence = CloudEventAttributeValue {
            attr: Some(Attr::CeString(position.to_string())),
        };
        let event = CloudEvent {
            id: format!("{kind} {position}"),
            source: "/corners".to_owned(),
            spec_version: "1.0".to_owned(),
            r#type: kind.clone(),
            attributes: [("sequence".to_owned(), sequence)].into(),
            data: Some(Data::ProtoData(prost_types::Any {
                type_url: String::new(),
                value: data.clone(),
            })),
        };
        Ok(StreamResultsResponse {
            events: vec![ResultEvent {
                cursor,
                event: Some(event),
            }],
            ..Default::default()
        })
    }

    fn heartbeat(cursor: String) -> StreamResultsResponse {
        StreamResultsResponse {
            heartbeat: Some(FeedHeartbeat { cursor }),
            ..Default::default()
        }
    }

    fn restarted(restarted: Restarted) -> StreamResultsResponse {
        StreamResultsResponse {
            restarted: Some(FeedRestarted {
                cursor: restarted.cursor,
                last_common_sequence: restarted.last_common,
                forgotten: restarted.forgotten,
            }),
            ..Default::default()
        }
    }

    fn ending(reason: Reason, cursor: String) -> StreamResultsResponse {
        StreamResultsResponse {
            ending: Some(FeedEnding {
                reason: reason.to_string(),
                cursor,
            }),
            ..Default::default()
        }
    }
}

/// The archive.
#[derive(Clone)]
pub struct FakeArchive {
    results: Results,
    feed: Arc<Feed<Results>>,
    drain: Drain,
}

impl Default for FakeArchive {
    fn default() -> Self {
        let results = Results::default();
        results
            .0
            .lock()
            .unwrap()
            .epochs
            .push(FeedPoint { epoch: 1, position: 0 });
        let meters = FeedMeters::new(&opentelemetry::global::meter("test"), "test", "result feed");
        let options = FeedOptions {
            heartbeat: Duration::from_millis(500),
            ..FeedOptions::default()
        };
        let feed = Arc::new(Feed::new(results.clone(), options, meters));
        let drain = Drain::new();
        tokio::spawn(Arc::clone(&feed).follow(drain.over()));
        Self { results, feed, drain }
    }
}

impl FakeArchive {
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.results.0.lock().unwrap()
    }

    /// Records the result of a game.
    pub fn finish(&self, game: &GameFinished) {
        self.record("corners.game.finished.v1", game.encode_to_vec());
    }

    /// Annuls a game.
    pub fn annul(&self, game: &GameFinished, at: prost_types::Timestamp) {
        let annulled = GameAnnulled {
            game: Some(game.clone()),
            finished_sequence: 0,
            annul_time: Some(at),
        };
        self.record("corners.game.annulled.v1", annulled.encode_to_vec());
    }

    /// Records anything.
    pub fn record(&self, kind: &str, data: Vec<u8>) {
        self.world().events.push((kind.to_owned(), data));
        self.feed.note_recorded();
    }

    /// Is restored from a backup that has so many events.
    pub fn restore(&self, kept: usize) {
        let mut world = self.world();
        world.events.truncate(kept);
        let epoch = world.epochs.len() as u64 + 1;
        world.epochs.push(FeedPoint {
            epoch,
            position: kept as u64,
        });
    }

    /// What the rating service calls.
    pub fn channel(&self) -> InternalChannel {
        InternalChannel::in_process(ArchiveServiceServer::new(self.clone()))
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[async_trait]
impl ArchiveService for FakeArchive {
    async fn get_game(&self, _: Request<GetGameRequest>) -> Answer<GetGameResponse> {
        unreachable!("ratings are made of results")
    }

    async fn list_games(&self, _: Request<ListGamesRequest>) -> Answer<ListGamesResponse> {
        unreachable!("ratings are made of results")
    }

    type ExportGamesStream = Pin<Box<dyn Stream<Item = Result<ExportGamesResponse, Status>> + Send>>;

    async fn export_games(&self, _: Request<ExportGamesRequest>) -> Answer<Self::ExportGamesStream> {
        unreachable!("ratings are made of results")
    }

    type StreamResultsStream = Pin<Box<dyn Stream<Item = Result<Encoded<StreamResultsResponse>, Status>> + Send>>;

    async fn stream_results(&self, request: Request<StreamResultsRequest>) -> Answer<Self::StreamResultsStream> {
        self.world().opened += 1;
        let start = match &request.get_ref().start {
            Some(AskedStart::Cursor(text)) => Start::After(Feed::<Results>::parse_cursor(text).map_err(Refusal::from)?),
            _ => Start::Beginning,
        };
        let right = end_of_right(&request);
        let stream = self.feed.stream(start, right, self.drain.token()).await;
        let away = |error: Away| Refusal::new(Reason::StoreUnavailable, error.to_string()).into();
        let stream = stream.map_err(|error| error.status(away))?;
        Ok(Response::new(Box::pin(stream.into_stream())))
    }
}

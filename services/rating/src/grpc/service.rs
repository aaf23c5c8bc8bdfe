//! The public service.

use std::pin::Pin;
use std::sync::Arc;

use corners_feed::{Feed, Start};
use corners_proto::encoded::Encoded;
use corners_proto::error::Refusal;
use corners_proto::rating::v1::rating_service_server::RatingService;
use corners_proto::rating::v1::stream_rating_events_request::Start as AskedStart;
use corners_proto::rating::v1::{
    GetDistributionRequest, GetDistributionResponse, GetExpectedScoreRequest, GetExpectedScoreResponse,
    GetGameRatingRequest, GetGameRatingResponse, GetRankRequest, GetRankResponse, GetRatingSystemRequest,
    GetRatingSystemResponse, GetRatingsRequest, GetRatingsResponse, ListLeadersRequest, ListLeadersResponse,
    ListRatingChangesRequest, ListRatingChangesResponse, StreamRatingEventsRequest, StreamRatingEventsResponse,
};
use corners_service::auth::{caller, end_of_right};
use corners_service::drain::Drain;
use futures::Stream;
use tonic::{Request, Response, Status, async_trait};

use super::refuse;
use crate::domain::Rulebook;
use crate::events::Events;
use crate::in_force::InForce;
use crate::store::RatingStore;

/// The public service over the store of ratings.
#[derive(Clone)]
pub struct Ratings {
    pub(super) store: Arc<dyn RatingStore>,
    in_force: InForce,
    events: Arc<Feed<Events>>,
    drain: Drain,
}

impl Ratings {
    pub(crate) fn new(store: Arc<dyn RatingStore>, in_force: InForce, events: Arc<Feed<Events>>, drain: Drain) -> Self {
        Self {
            store,
            in_force,
            events,
            drain,
        }
    }

    /// How ratings are made.
    pub(super) fn rulebook(&self) -> Arc<Rulebook> {
        self.in_force.rulebook()
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[async_trait]
impl RatingService for Ratings {
    async fn get_rating_system(&self, _: Request<GetRatingSystemRequest>) -> Answer<GetRatingSystemResponse> {
        Ok(Response::new(self.system()))
    }

    async fn get_ratings(&self, request: Request<GetRatingsRequest>) -> Answer<GetRatingsResponse> {
        self.ratings(request.get_ref()).await.map(Response::new)
    }

    async fn list_rating_changes(
        &self,
        request: Request<ListRatingChangesRequest>,
    ) -> Answer<ListRatingChangesResponse> {
        self.changes(request.get_ref()).await.map(Response::new)
    }

    async fn get_game_rating(&self, request: Request<GetGameRatingRequest>) -> Answer<GetGameRatingResponse> {
        self.game(request.get_ref()).await.map(Response::new)
    }

    async fn list_leaders(&self, request: Request<ListLeadersRequest>) -> Answer<ListLeadersResponse> {
        self.leaders(request.get_ref()).await.map(Response::new)
    }

    async fn get_rank(&self, request: Request<GetRankRequest>) -> Answer<GetRankResponse> {
        let caller = caller(&request)?.account;
        self.rank(request.get_ref(), caller).await.map(Response::new)
    }

    async fn get_distribution(&self, request: Request<GetDistributionRequest>) -> Answer<GetDistributionResponse> {
        self.distribution(request.get_ref()).await.map(Response::new)
    }

    async fn get_expected_score(&self, request: Request<GetExpectedScoreRequest>) -> Answer<GetExpectedScoreResponse> {
        self.expected_score(request.get_ref()).await.map(Response::new)
    }

    type StreamRatingEventsStream =
        Pin<Box<dyn Stream<Item = Result<Encoded<StreamRatingEventsResponse>, Status>> + Send>>;

    async fn stream_rating_events(
        &self,
        request: Request<StreamRatingEventsRequest>,
    ) -> Answer<Self::StreamRatingEventsStream> {
        let start = match &request.get_ref().start {
            None => Start::Beginning,
            Some(AskedStart::Cursor(text)) => Start::After(Feed::<Events>::parse_cursor(text).map_err(Refusal::from)?),
            Some(AskedStart::RecordedFrom(moment)) => Start::recorded_from(moment)?,
        };
        let right = end_of_right(&request);
        let stream = self.events.stream(start, right, self.drain.token()).await;
        let stream = stream.map_err(|error| error.status(refuse::store))?;
        Ok(Response::new(Box::pin(stream.into_stream())))
    }
}

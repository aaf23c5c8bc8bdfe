//! Who there is and how they are rated: the accounts and the rating service.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};

use corners_proto::accounts::internal::v1::accounts_internal_service_server::{
    AccountsInternalService, AccountsInternalServiceServer,
};
use corners_proto::accounts::internal::v1::{
    BatchGetPlayersRequest, BatchGetPlayersResponse, GetTrustRequest, GetTrustResponse,
};
use corners_proto::accounts::v1::Player;
use corners_proto::encoded::Encoded;
use corners_proto::game::v1::AccountKind;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::rating_service_server::{RatingService, RatingServiceServer};
use corners_proto::rating::v1::*;
use corners_service::internal::InternalChannel;
use futures::Stream;
use tonic::{Request, Response, Status, async_trait};

/// What is known of people. Whom the test has not named is a player, rated 1500.
#[derive(Default)]
pub struct World {
    pub kinds: HashMap<String, AccountKind>,
    pub ratings: HashMap<String, f64>,
    pub gone: Vec<String>,
    /// Ratings cannot be asked for.
    pub ratings_are_away: bool,
    /// Accounts cannot be asked for.
    pub accounts_are_away: bool,
}

#[derive(Clone, Default)]
pub struct FakePeople(Arc<Mutex<World>>);

impl FakePeople {
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    pub fn is_rated(&self, account: AccountId, rating: f64) {
        self.world().ratings.insert(account.to_string(), rating);
    }

    pub fn is_a(&self, account: AccountId, kind: AccountKind) {
        self.world().kinds.insert(account.to_string(), kind);
    }

    pub fn accounts(&self) -> InternalChannel {
        InternalChannel::in_process(AccountsInternalServiceServer::new(self.clone()))
    }

    pub fn ratings(&self) -> InternalChannel {
        InternalChannel::in_process(RatingServiceServer::new(self.clone()))
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[async_trait]
impl AccountsInternalService for FakePeople {
    async fn get_trust(&self, _: Request<GetTrustRequest>) -> Answer<GetTrustResponse> {
        unreachable!("matchmaking is called as after tokens were verified")
    }

    async fn batch_get_players(&self, request: Request<BatchGetPlayersRequest>) -> Answer<BatchGetPlayersResponse> {
        let world = self.world();
        if world.accounts_are_away {
            return Err(Status::unavailable("away"));
        }
        let asked = request.into_inner().accounts;
        assert!((1..=500).contains(&asked.len()));
        let there = asked.into_iter().filter(|account| !world.gone.contains(account));
        let players = there.map(|account| Player {
            kind: (*world.kinds.get(&account).unwrap_or(&AccountKind::Player)).into(),
            account,
            ..Player::default()
        });
        Ok(Response::new(BatchGetPlayersResponse {
            players: players.collect(),
        }))
    }
}

#[async_trait]
impl RatingService for FakePeople {
    async fn get_ratings(&self, request: Request<GetRatingsRequest>) -> Answer<GetRatingsResponse> {
        let world = self.world();
        if world.ratings_are_away {
            return Err(Status::unavailable("away"));
        }
        let request = request.into_inner();
        assert!((1..=200).contains(&request.players.len()));
        let players = request.players.into_iter().map(|player| PlayerRatings {
            ratings: vec![PlayerRating {
                variant: request.variant.clone(),
                rating: Some(Rating {
                    rating: *world.ratings.get(&player).unwrap_or(&1500.0),
                    deviation: 60.0,
                    ..Rating::default()
                }),
                ..PlayerRating::default()
            }],
            player,
        });
        Ok(Response::new(GetRatingsResponse {
            players: players.collect(),
        }))
    }

    async fn get_rating_system(&self, _: Request<GetRatingSystemRequest>) -> Answer<GetRatingSystemResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn list_rating_changes(&self, _: Request<ListRatingChangesRequest>) -> Answer<ListRatingChangesResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn get_game_rating(&self, _: Request<GetGameRatingRequest>) -> Answer<GetGameRatingResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn list_leaders(&self, _: Request<ListLeadersRequest>) -> Answer<ListLeadersResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn get_rank(&self, _: Request<GetRankRequest>) -> Answer<GetRankResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn get_distribution(&self, _: Request<GetDistributionRequest>) -> Answer<GetDistributionResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    async fn get_expected_score(&self, _: Request<GetExpectedScoreRequest>) -> Answer<GetExpectedScoreResponse> {
        unreachable!("matchmaking asks for ratings alone")
    }

    type StreamRatingEventsStream =
        Pin<Box<dyn Stream<Item = Result<Encoded<StreamRatingEventsResponse>, Status>> + Send>>;

    async fn stream_rating_events(
        &self,
        _: Request<StreamRatingEventsRequest>,
    ) -> Answer<Self::StreamRatingEventsStream> {
        unreachable!("matchmaking asks for ratings alone")
    }
}

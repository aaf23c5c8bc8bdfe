//! Ratings.

use corners_proto::rating::v1::{
    GetDistributionRequest, GetDistributionResponse, GetExpectedScoreRequest, GetExpectedScoreResponse,
    GetGameRatingRequest, GetGameRatingResponse, GetRankRequest, GetRankResponse, GetRatingSystemRequest,
    GetRatingSystemResponse, GetRatingsRequest, ListLeadersRequest, ListLeadersResponse, ListRatingChangesRequest,
    ListRatingChangesResponse, PlayerRatings,
};

use crate::{Corners, Error, FeedFrom, RatingEvents, Session, retry};

/// A call of the rating service.
macro_rules! call {
    ($session:expr, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $session.corners().rating();
            async move { client.$method(request).await }
        };
        $session.send($call, $request, send).await
    }};
}

impl Corners {
    /// How ratings are made, and in which variants.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn rating_system(&self) -> Result<GetRatingSystemResponse, Error> {
        let send = |request| {
            let mut client = self.rating();
            async move { client.get_rating_system(request).await }
        };
        retry::call(self.options(), "GetRatingSystem", GetRatingSystemRequest {}, send).await
    }
}

impl Session {
    /// What players are rated in a variant, or in all of them when it is empty; in the order of the players, 200 at most.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT`, [`Error::Unreachable`].
    pub async fn ratings(&self, players: &[&str], variant: &str) -> Result<Vec<PlayerRatings>, Error> {
        let request = GetRatingsRequest {
            players: players.iter().map(|player| (*player).to_owned()).collect(),
            variant: variant.to_owned(),
        };
        Ok(call!(self, "GetRatings", get_ratings, request)?.players)
    }

    /// One page of the changes of a player's rating in a variant, the last one first.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT` or `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_rating_changes(
        &self,
        request: ListRatingChangesRequest,
    ) -> Result<ListRatingChangesResponse, Error> {
        call!(self, "ListRatingChanges", list_rating_changes, request)
    }

    /// What became of a rated game.
    ///
    /// # Errors
    /// [`Error::Refused`] with `GAME_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn game_rating(&self, table: &str) -> Result<GetGameRatingResponse, Error> {
        let request = GetGameRatingRequest {
            table: table.to_owned(),
        };
        call!(self, "GetGameRating", get_game_rating, request)
    }

    /// One page of a leaderboard, the best first.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT` or `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_leaders(&self, request: ListLeadersRequest) -> Result<ListLeadersResponse, Error> {
        call!(self, "ListLeaders", list_leaders, request)
    }

    /// A player's rank, and who is next to them.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT`, [`Error::Unreachable`].
    pub async fn rank(&self, request: GetRankRequest) -> Result<GetRankResponse, Error> {
        call!(self, "GetRank", get_rank, request)
    }

    /// How many players have which ratings.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT`, [`Error::Unreachable`].
    pub async fn rating_distribution(&self, request: GetDistributionRequest) -> Result<GetDistributionResponse, Error> {
        call!(self, "GetDistribution", get_distribution, request)
    }

    /// What White is expected to score against Black, and what each result would do.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT`, [`Error::Unreachable`].
    pub async fn expected_score(&self, request: GetExpectedScoreRequest) -> Result<GetExpectedScoreResponse, Error> {
        call!(self, "GetExpectedScore", get_expected_score, request)
    }

    /// Follows what becomes of all rated games. The token needs the scope `feed`, which registered players have.
    #[must_use]
    pub fn rating_events(&self, from: FeedFrom) -> RatingEvents {
        RatingEvents::open(self.clone(), from)
    }
}

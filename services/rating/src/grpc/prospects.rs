//! What a pairing would do.

use corners_glicko::{Outcome, Rating};
use corners_proto::error::Violations;
use corners_proto::game::v1::{AccountKind, Result as GameResult};
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::{GetExpectedScoreRequest, GetExpectedScoreResponse, Prospect};
use corners_service::time::wall_clock_ms;
use tonic::Status;

use super::Ratings;
use super::parse::{Rated, kind, rated};
use crate::convert::rating;
use crate::domain::Standing;

const OUTCOMES: [(GameResult, Outcome); 3] = [
    (GameResult::WhiteWins, Outcome::WhiteWins),
    (GameResult::Draw, Outcome::Draw),
    (GameResult::BlackWins, Outcome::BlackWins),
];

impl Ratings {
    pub(super) async fn expected_score(
        &self,
        request: &GetExpectedScoreRequest,
    ) -> Result<GetExpectedScoreResponse, Status> {
        let mut violations = Violations::new();
        let white: Option<AccountId> = violations.check("white", request.white.parse());
        let black: Option<AccountId> = violations.check("black", request.black.parse());
        if white.is_some() && white == black {
            violations.add("black", "is White, too");
        }
        let kinds = [
            kind(&mut violations, "white_kind", request.white_kind),
            kind(&mut violations, "black_kind", request.black_kind),
        ];
        let rulebook = self.rulebook();
        let rated = rated(violations, &rulebook, &request.variant)?;
        let Some((white, black)) = white.zip(black) else {
            return Ok(GetExpectedScoreResponse::default());
        };
        let white = self.as_kind(rated, white, kinds[0]).await?;
        let black = self.as_kind(rated, black, kinds[1]).await?;
        let now_ms = wall_clock_ms();
        let live: [Rating; 2] = [&white, &black].map(|standing| standing.live(rated.system, now_ms));
        let weights = rulebook.weights(white.kind, black.kind);
        let prospect = |(result, outcome): (GameResult, Outcome)| {
            let (white_after, black_after) = rated.system.play(live[0], live[1], outcome, weights);
            Prospect {
                result: result.into(),
                white_after: Some(rating(white_after)),
                black_after: Some(rating(black_after)),
            }
        };
        Ok(GetExpectedScoreResponse {
            expected_score: rated.system.expected_score(live[0], live[1]),
            white: Some(rated.player_rating(&white, now_ms)),
            black: Some(rated.player_rating(&black, now_ms)),
            prospects: OUTCOMES.map(prospect).to_vec(),
        })
    }

    /// A player's standing, as that of the kind of account which the request names.
    async fn as_kind(
        &self,
        rated: Rated<'_>,
        player: AccountId,
        kind: Option<AccountKind>,
    ) -> Result<Standing, Status> {
        let standing = self.standing(rated, player).await?.unwrap_or_else(|| rated.start());
        Ok(Standing {
            kind: kind.unwrap_or(standing.kind),
            ..standing
        })
    }
}

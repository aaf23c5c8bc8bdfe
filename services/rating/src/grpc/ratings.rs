//! What players are rated.

use std::collections::HashMap;

use corners_proto::error::Violations;
use corners_proto::game::v1::AccountKind;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::{
    GetRatingSystemResponse, GetRatingsRequest, GetRatingsResponse, PlayerRating, PlayerRatings, RatedVariant,
};
use corners_service::time::wall_clock_ms;
use tonic::Status;

use super::parse::{Rated, one_or_all, players};
use super::{Ratings, refuse};
use crate::convert::{player_rating, rating};
use crate::domain::{PlayerIn, Standing};

impl Ratings {
    pub(super) fn system(&self) -> GetRatingSystemResponse {
        let rulebook = self.rulebook();
        let policy = rulebook.policy();
        let start = rulebook.systems().next().map(|(_, system)| rating(system.start()));
        GetRatingSystemResponse {
            start,
            tau: policy.tau,
            lowest_deviation: policy.lowest_deviation,
            highest_deviation: policy.highest_deviation,
            highest_volatility: policy.highest_volatility,
            periods_per_day: policy.periods_per_day,
            provisional_from: policy.provisional_from,
            listed_to: policy.listed_to,
            greatest_change: policy.greatest_change,
            weight_against_bots: policy.weight_against_bots,
            fewest_plies: policy.fewest_plies,
            pair_games_a_day: policy.pair_games_a_day,
            variants: rulebook
                .systems()
                .map(|(variant, system)| RatedVariant {
                    variant: variant.id().to_owned(),
                    first_move_advantage: system.parameters().first_move_advantage,
                })
                .collect(),
        }
    }

    pub(super) async fn ratings(&self, request: &GetRatingsRequest) -> Result<GetRatingsResponse, Status> {
        let mut violations = Violations::new();
        let players = players(&mut violations, &request.players);
        let rulebook = self.rulebook();
        let variants = one_or_all(violations, &rulebook, &request.variant)?;
        let wanted: Vec<PlayerIn> = players
            .iter()
            .flat_map(|player| variants.iter().map(|rated| rated.of(*player)))
            .collect();
        let found = self.store.standings(&wanted).await.map_err(refuse::store)?;
        let found: HashMap<PlayerIn, Standing> = found.into_iter().collect();
        let now_ms = wall_clock_ms();
        let of_player = |player: &AccountId| PlayerRatings {
            player: player.to_string(),
            ratings: variants
                .iter()
                .map(|rated| {
                    let standing = found.get(&rated.of(*player)).copied();
                    rated.player_rating(&standing.unwrap_or_else(|| rated.start()), now_ms)
                })
                .collect(),
        };
        Ok(GetRatingsResponse {
            players: players.iter().map(of_player).collect(),
        })
    }

    /// The standing of one player, if there is one.
    pub(super) async fn standing(&self, rated: Rated<'_>, player: AccountId) -> Result<Option<Standing>, Status> {
        let mut found = self.store.standings(&[rated.of(player)]).await.map_err(refuse::store)?;
        Ok(found.pop().map(|(_, standing)| standing))
    }
}

impl Rated<'_> {
    /// A player in the variant.
    pub(super) fn of(self, player: AccountId) -> PlayerIn {
        PlayerIn {
            player,
            variant: self.variant.to_owned(),
        }
    }

    /// What a standing is at a moment.
    pub(super) fn player_rating(self, standing: &Standing, now_ms: u64) -> PlayerRating {
        player_rating(self.variant, standing, (self.system, self.policy), now_ms)
    }

    /// The standing of a person who has not played.
    pub(super) fn start(self) -> Standing {
        Standing::start(self.system, AccountKind::Player)
    }
}

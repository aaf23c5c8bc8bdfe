//! Leaderboards, ranks and distributions.

use corners_proto::error::Violations;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::{
    DistributionStep, GetDistributionRequest, GetDistributionResponse, GetRankRequest, GetRankResponse, Leader,
    ListLeadersRequest, ListLeadersResponse,
};
use corners_service::page_token;
use corners_service::time::wall_clock_ms;
use tonic::Status;

use super::parse::{Rated, board_message, bots, count, rated};
use super::{Ratings, refuse};
use crate::domain::{Board, Standing};
use crate::store::{Rung, Step};

const DEFAULT_PAGE: u32 = 50;
const LARGEST_PAGE: u32 = 200;
const MOST_NEIGHBOURS: u32 = 25;
const DEFAULT_STEP: u32 = 25;
const LARGEST_STEP: u32 = 500;

impl Ratings {
    pub(super) async fn leaders(&self, request: &ListLeadersRequest) -> Result<ListLeadersResponse, Status> {
        let mut violations = Violations::new();
        let limit = count(
            &mut violations,
            "page_size",
            request.page_size,
            DEFAULT_PAGE,
            LARGEST_PAGE,
        );
        let bots = bots(&mut violations, request.board);
        let rulebook = self.rulebook();
        let rated = rated(violations, &rulebook, &request.variant)?;
        let board = rated.board(bots);
        let question = format!("leaders {board:?}");
        let after = page_token::read(&question, &request.page_token)?;
        let after = after.map(|([bits], player)| Rung {
            rating: f64::from_bits(bits),
            player: AccountId::from_bytes(player),
        });
        let page = self
            .store
            .leaders(&board, after.as_ref(), limit + 1)
            .await
            .map_err(refuse::store)?;
        let is_more = page.leaders.len() > limit as usize;
        let shown = page.leaders.get(..limit as usize).unwrap_or(&page.leaders);
        let last = shown.last().filter(|_| is_more);
        let next = last.map(|(player, standing)| {
            page_token::write(&question, ([standing.rating.rating.to_bits()], *player.as_bytes()))
        });
        Ok(ListLeadersResponse {
            leaders: ranked(rated, page.first_rank, shown),
            next_page_token: next.unwrap_or_default(),
            players: page.players,
        })
    }

    pub(super) async fn rank(&self, request: &GetRankRequest, caller: AccountId) -> Result<GetRankResponse, Status> {
        let mut violations = Violations::new();
        let neighbours = count(&mut violations, "neighbours", request.neighbours, 0, MOST_NEIGHBOURS);
        let player = match request.player.as_str() {
            "" => Some(caller),
            text => violations.check("player", text.parse()),
        };
        let rulebook = self.rulebook();
        let rated = rated(violations, &rulebook, &request.variant)?;
        let player = player.unwrap_or(caller);
        let standing = self.standing(rated, player).await?.unwrap_or_else(|| rated.start());
        let board = rated.board(standing.is_bots());
        let found = self
            .store
            .rank(&board, player, neighbours)
            .await
            .map_err(refuse::store)?;
        let rating = rated.player_rating(&standing, wall_clock_ms());
        let mut answer = GetRankResponse {
            rating: Some(rating),
            board: board_message(&board).into(),
            ..GetRankResponse::default()
        };
        if let Some(found) = found {
            answer.rank = Some(found.rank);
            answer.players = found.players;
            let first_rank = found.rank.saturating_sub(u64::from(found.before));
            answer.neighbours = ranked(rated, first_rank, &found.neighbours);
        } else {
            let first = self.store.leaders(&board, None, 1).await.map_err(refuse::store)?;
            answer.players = first.players;
        }
        Ok(answer)
    }

    pub(super) async fn distribution(
        &self,
        request: &GetDistributionRequest,
    ) -> Result<GetDistributionResponse, Status> {
        let mut violations = Violations::new();
        let asked = u32::try_from(request.step).ok().filter(|step| *step <= LARGEST_STEP);
        let step = asked.ok_or(format!("is not from 0 to {LARGEST_STEP}"));
        let step = violations
            .check("step", step)
            .filter(|step| *step > 0)
            .unwrap_or(DEFAULT_STEP);
        let bots = bots(&mut violations, request.board);
        let rulebook = self.rulebook();
        let rated = rated(violations, &rulebook, &request.variant)?;
        let found = self
            .store
            .distribution(&rated.board(bots))
            .await
            .map_err(refuse::store)?;
        let step = i32::try_from(step).unwrap_or(i32::MAX);
        Ok(GetDistributionResponse {
            step,
            steps: in_steps(step, &found),
        })
    }
}

impl Rated<'_> {
    fn board(self, bots: bool) -> Board {
        Board {
            variant: self.variant.to_owned(),
            bots,
        }
    }
}

fn ranked(rated: Rated<'_>, first_rank: u64, players: &[(AccountId, Standing)]) -> Vec<Leader> {
    let now_ms = wall_clock_ms();
    let ranks = first_rank..;
    ranks
        .zip(players)
        .map(|(rank, (player, standing))| Leader {
            rank,
            player: player.to_string(),
            rating: Some(rated.player_rating(standing, now_ms)),
        })
        .collect()
}

/// Joins steps of a point each, which are in order, to larger ones.
fn in_steps(step: i32, found: &[Step]) -> Vec<DistributionStep> {
    let mut steps: Vec<DistributionStep> = Vec::new();
    for one in found {
        let from = one.points.div_euclid(step).saturating_mul(step);
        match steps.last_mut().filter(|last| last.from == from) {
            Some(last) => {
                last.players += one.listed;
                last.all_players += one.all;
            }
            None => steps.push(DistributionStep {
                from,
                players: one.listed,
                all_players: one.all,
            }),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_of_whole_multiples_below_zero_too() {
        let one = |points, all| Step { points, listed: 1, all };
        let found = [one(-26, 2), one(-1, 3), one(0, 4), one(24, 5), one(25, 6)];
        let joined: Vec<_> = in_steps(25, &found)
            .iter()
            .map(|step| (step.from, step.players, step.all_players))
            .collect();
        assert_eq!(joined, [(-50, 1, 2), (-25, 1, 3), (0, 2, 9), (25, 1, 6)]);
    }
}

//! What became of ratings and of games.

use corners_proto::error::Violations;
use corners_proto::rating::v1::{
    GetGameRatingRequest, GetGameRatingResponse, ListRatingChangesRequest, ListRatingChangesResponse,
};
use corners_service::page_token;
use tonic::Status;

use super::parse::{count, rated};
use super::{Ratings, refuse};
use crate::convert::{change, event};

const DEFAULT_PAGE: u32 = 50;
const LARGEST_PAGE: u32 = 1_000;

impl Ratings {
    pub(super) async fn changes(
        &self,
        request: &ListRatingChangesRequest,
    ) -> Result<ListRatingChangesResponse, Status> {
        let mut violations = Violations::new();
        let limit = count(
            &mut violations,
            "page_size",
            request.page_size,
            DEFAULT_PAGE,
            LARGEST_PAGE,
        );
        let player = violations.check("player", request.player.parse());
        let rulebook = self.rulebook();
        let rated = rated(violations, &rulebook, &request.variant)?;
        let Some(player) = player else {
            return Ok(ListRatingChangesResponse::default());
        };
        let question = format!("rating changes {player} {}", rated.variant);
        let before = page_token::read(&question, &request.page_token)?;
        let before = before.map(|([number], _)| number);
        // One more tells whether there is another page.
        let mut changes = self
            .store
            .changes(&rated.of(player), before, limit + 1)
            .await
            .map_err(refuse::store)?;
        let is_more = changes.len() > limit as usize;
        changes.truncate(limit as usize);
        let last = changes.last().filter(|_| is_more);
        let next = last.map(|last| page_token::write(&question, ([last.number], *player.as_bytes())));
        Ok(ListRatingChangesResponse {
            changes: changes.iter().map(change).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }

    pub(super) async fn game(&self, request: &GetGameRatingRequest) -> Result<GetGameRatingResponse, Status> {
        let mut violations = Violations::new();
        let table = violations.check("table", request.table.parse());
        let table = table.ok_or_else(|| violations.refusal())?;
        let events = self.store.game(table).await.map_err(refuse::store)?;
        let mut events = events.iter().map(|found| event(found, String::new()));
        Ok(GetGameRatingResponse {
            event: Some(events.next().ok_or_else(|| refuse::not_found(table))?),
            annulment: events.next(),
        })
    }
}

//! ListGames.

use corners_proto::archive::v1::{ListGamesRequest, ListGamesResponse};
use corners_proto::error::{Refusal, Violations};
use corners_service::page_token;

use super::filter::{check, filter, place, question, read_token};
use crate::convert::without_moves;
use crate::store::{GamesPage, GamesQuery};

const DEFAULT_PAGE: u32 = 50;
const LARGEST_PAGE: u32 = 200;

/// A page that was asked for.
pub(super) struct ListCall {
    pub(super) query: GamesQuery,
    question: String,
}

/// Parses ListGames.
pub(super) fn list_call(request: &ListGamesRequest) -> Result<ListCall, Refusal> {
    let mut violations = Violations::new();
    let limit = match u32::try_from(request.page_size) {
        Ok(0) => DEFAULT_PAGE,
        Ok(size) => size.min(LARGEST_PAGE),
        Err(_) => {
            violations.add("page_size", "is negative");
            DEFAULT_PAGE
        }
    };
    let filter = filter(&mut violations, request.filter.as_ref());
    check(violations, request.filter.as_ref())?;
    let question = question("games", &filter);
    let after = read_token(&question, &request.page_token)?;
    let query = GamesQuery { filter, after, limit };
    Ok(ListCall { query, question })
}

/// A page as it is answered.
pub(super) fn answer(question: &ListCall, page: &GamesPage) -> ListGamesResponse {
    let next = page.next.map(|next| page_token::write(&question.question, place(next)));
    ListGamesResponse {
        games: page.games.iter().map(without_moves).collect(),
        next_page_token: next.unwrap_or_default(),
    }
}

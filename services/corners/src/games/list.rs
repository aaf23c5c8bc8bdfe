//! Lists of games.

use corners_client::proto::archive::v1::{Game, GameFilter, ListGamesRequest};
use corners_client::{Error, Session};

use crate::pages;

/// The largest page there is.
const LARGEST_PAGE: usize = 200;

/// Games that match, those that ended last first.
pub(super) async fn games(session: &Session, filter: &GameFilter, most: usize) -> Result<Vec<Game>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListGamesRequest {
            page_size: i32::try_from(left.min(LARGEST_PAGE)).unwrap_or(i32::MAX),
            page_token,
            filter: Some(filter.clone()),
        };
        let page = session.list_games(request).await?;
        Ok((page.games, page.next_page_token))
    })
    .await
}

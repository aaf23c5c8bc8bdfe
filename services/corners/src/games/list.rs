//! Lists of games, page by page.

use corners_client::proto::archive::v1::{Game, GameFilter, ListGamesRequest};
use corners_client::{Error, Session};

/// The largest page there is.
const LARGEST_PAGE: usize = 200;

/// Games that match, those that ended last first.
pub(super) async fn games(session: &Session, filter: &GameFilter, most: usize) -> Result<Vec<Game>, Error> {
    let mut games = Vec::new();
    let mut page_token = String::new();
    while games.len() < most {
        let request = ListGamesRequest {
            page_size: i32::try_from((most - games.len()).min(LARGEST_PAGE)).unwrap_or(i32::MAX),
            page_token,
            filter: Some(filter.clone()),
        };
        let page = session.list_games(request).await?;
        games.extend(page.games);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(games)
}

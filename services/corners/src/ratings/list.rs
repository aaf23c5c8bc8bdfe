//! Lists of ratings.

use corners_client::proto::rating::v1::{Leader, ListLeadersRequest, ListRatingChangesRequest, RatingChange};
use corners_client::{Error, Session};

use super::cli::BoardArgs;
use crate::pages;

/// The largest page of changes that there is.
const MOST_CHANGES: usize = 1_000;

/// The largest page of a leaderboard that there is.
const MOST_LEADERS: usize = 200;

/// The changes of a player's rating, the last one first.
pub(super) async fn changes(
    session: &Session,
    player: &str,
    variant: &str,
    most: usize,
) -> Result<Vec<RatingChange>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListRatingChangesRequest {
            player: player.to_owned(),
            variant: variant.to_owned(),
            page_size: size(left, MOST_CHANGES),
            page_token,
        };
        let page = session.list_rating_changes(request).await?;
        Ok((page.changes, page.next_page_token))
    })
    .await
}

/// A leaderboard, the best first.
pub(super) async fn leaders(session: &Session, board: &BoardArgs, most: usize) -> Result<Vec<Leader>, Error> {
    pages::collect(most, async |left, page_token| {
        let request = ListLeadersRequest {
            variant: board.variant.clone(),
            board: board.board(),
            page_size: size(left, MOST_LEADERS),
            page_token,
        };
        let page = session.list_leaders(request).await?;
        Ok((page.leaders, page.next_page_token))
    })
    .await
}

fn size(left: usize, most: usize) -> i32 {
    i32::try_from(left.min(most)).unwrap_or(i32::MAX)
}

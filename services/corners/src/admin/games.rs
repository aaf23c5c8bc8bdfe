//! What operators do with finished games and the result feed.

use std::io::Write;

use corners_client::Admin;
use corners_client::proto::archive::v1::{AnnulGameRequest, Feed};
use corners_service::startup::MainError;
use serde_json::{Value, json};

use super::Out;

/// Annuls a game.
pub(super) async fn annul(
    admin: &Admin,
    table: String,
    note: String,
    out: &mut Out<'_, impl Write>,
) -> Result<(), MainError> {
    let request = AnnulGameRequest {
        table: table.clone(),
        note,
        ..AnnulGameRequest::default()
    };
    admin.annul_game(request).await?;
    Ok(out.done(
        &format!("the game of table {table} is annulled"),
        &json!({ "annulled": table }),
    )?)
}

/// Prints where the feed is.
pub(super) async fn feed(admin: &Admin, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let feed = admin.feed().await?;
    Ok(out.done(&sentence(&feed), &object(&feed))?)
}

/// Starts another epoch, after the one that is.
pub(super) async fn new_feed_epoch(admin: &Admin, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let current = admin.feed().await?;
    let feed = admin.start_feed_epoch(&current.epoch).await?;
    Ok(out.done(&sentence(&feed), &object(&feed))?)
}

fn sentence(feed: &Feed) -> String {
    format!(
        "the feed is at {} in epoch {}, which started at {}",
        feed.last_sequence, feed.epoch, feed.epoch_start
    )
}

fn object(feed: &Feed) -> Value {
    json!({ "epoch": feed.epoch, "last_sequence": feed.last_sequence, "epoch_start": feed.epoch_start })
}

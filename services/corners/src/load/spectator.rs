//! Spectators: each follows the table in one place and, when it ends, the one that takes its place.

use corners_client::{Session, Update};
use tokio::sync::watch;

use super::measured::Measured;
use super::reason;

/// Follows the tables of a place until the load is over.
pub(crate) async fn follow(session: Session, mut table: watch::Receiver<String>, measured: Measured) {
    while table.wait_for(|table| !table.is_empty()).await.is_ok() {
        let id = table.borrow_and_update().clone();
        let mut watch = session.watch([id]);
        while let Some(update) = watch.next().await {
            match update {
                Ok(Update::Snapshot(_) | Update::Presence(_)) => {}
                Ok(Update::Event(_)) => measured.spectator_received(),
                Ok(Update::Failed(_)) => return measured.failed("a table cannot be watched".to_owned()),
                Err(error) => return measured.failed(reason(&error)),
            }
        }
        if table.changed().await.is_err() {
            return;
        }
    }
}

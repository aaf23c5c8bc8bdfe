//! Spectators: each follows the table in one place and, when it ends, the one that takes its place.

use std::sync::Arc;

use corners_client::proto::game::v1::TableState;
use corners_client::{Session, Update};
use tokio::sync::watch;

use super::hall::NotThereYet;
use super::measured::{Measured, Of};
use super::reason;
use super::shown::Shown;

/// What a spectator measures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spectator {
    /// One among those of all tables.
    Somewhere,
    /// One of the crowd at one table.
    InTheCrowd,
}

impl Spectator {
    /// Follows the tables of a place until the load is over.
    pub(crate) async fn follow(
        self,
        session: Session,
        mut place: watch::Receiver<Option<Arc<Shown>>>,
        measured: Measured,
        not_there: NotThereYet,
    ) {
        let mut not_there = Some(not_there);
        loop {
            let shown = match place.wait_for(Option::is_some).await {
                Ok(shown) => shown.clone(),
                Err(_) => return,
            };
            place.mark_unchanged();
            let Some(shown) = shown else { continue };
            if let Err(problem) = self.watch(&session, &shown, &measured, &mut not_there).await {
                return measured.failed(problem);
            }
            if place.changed().await.is_err() {
                return;
            }
        }
    }

    async fn watch(
        self,
        session: &Session,
        shown: &Shown,
        measured: &Measured,
        not_there: &mut Option<NotThereYet>,
    ) -> Result<(), String> {
        let mut watch = session.watch([&shown.id]);
        let mut is_there = false;
        while let Some(update) = watch.next().await {
            match update.map_err(|error| reason(&error))? {
                Update::Snapshot(_) if !is_there => {
                    is_there = true;
                    shown.spectator_comes();
                    *not_there = None;
                }
                Update::Event(event) => self.hear(shown, event.state.as_ref(), measured),
                Update::Snapshot(_) | Update::Presence(_) | Update::Heartbeat(_) => {}
                Update::Failed(_) => return Err("a table cannot be watched".to_owned()),
            }
        }
        Ok(())
    }

    fn hear(self, shown: &Shown, state: Option<&TableState>, measured: &Measured) {
        let turn = state
            .and_then(|state| state.turn.as_ref())
            .map_or(0, |turn| turn.number);
        let Some(heard) = shown.spectator_hears(turn) else {
            return;
        };
        match self {
            Self::Somewhere => measured.record(Of::SpectatorEvent, heard.due),
            Self::InTheCrowd => {
                measured.record(Of::CrowdEvent, heard.due);
                if heard.by_all {
                    measured.record(Of::WholeCrowd, heard.due);
                }
            }
        }
    }
}

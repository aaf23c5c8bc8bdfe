//! One batch of finished tables: taken, recorded, acknowledged.

use std::error::Error;
use std::time::Duration;

use corners_proto::game::internal::v1::{AckFinishedRequest, RejectFinishedRequest, TakeFinishedRequest};
use corners_service::faults::kill_point;
use corners_service::time::wall_clock_ms;
use tonic::{Request, Status};

use super::sort::{Rejected, Sorted, sort};
use super::{BATCH, Taking};
use crate::meters::{Failed, Outcome};
use crate::store::{NewGame, Recorded, StoreError};

/// How long game-authority may take to answer: it reads the logs of all tables of a batch.
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);

/// The longest reason that game-authority takes, in characters.
const LONGEST_REASON: usize = 500;

/// Why a batch could not be taken or recorded. Its tables come again.
#[derive(Debug, thiserror::Error)]
pub(super) enum BatchError {
    /// Game-authority does not do what it is asked.
    #[error("game-authority does not {attempt}: {}", .source.message())]
    Authority {
        /// As in "does not answer".
        attempt: &'static str,
        /// Why.
        source: Box<Status>,
    },
    /// The store does not record.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A fault of the program.
    #[error("a batch could not be read")]
    Fault(#[from] tokio::task::JoinError),
}

impl BatchError {
    /// Who failed.
    pub(super) fn who(&self) -> Failed {
        match self {
            Self::Authority { .. } => Failed::Authority,
            Self::Store(_) | Self::Fault(_) => Failed::Store,
        }
    }
}

/// What became of the games of a batch.
#[derive(Debug, Default)]
struct Outcomes {
    /// Those that are recorded, by this batch or before.
    kept: Vec<String>,
    rejected: Vec<Rejected>,
    new: usize,
    conflicts: usize,
}

impl Taking {
    /// Takes a batch and brings it to its end; answers how many tables it had.
    pub(super) async fn take_batch(&mut self) -> Result<usize, BatchError> {
        let taken = self
            .authority
            .take_finished(within(TakeFinishedRequest { limit: BATCH }));
        let tables = taken
            .await
            .map_err(|status| refused("hand out", status))?
            .into_inner()
            .tables;
        if tables.is_empty() {
            return Ok(0);
        }
        let count = tables.len();
        let json = self.json.clone();
        let Sorted { games, rejected } = tokio::task::spawn_blocking(move || sort(&tables, &json)).await?;
        let mut outcomes = Outcomes {
            rejected,
            ..Outcomes::default()
        };
        let recorded = self.record(games, &mut outcomes).await;
        self.settle(outcomes).await?;
        recorded?;
        Ok(count)
    }

    /// Records games, as many as can be: when the store refuses a batch for what it is, each half by itself, down to the
    /// game that it refuses.
    async fn record(&self, games: Vec<NewGame>, outcomes: &mut Outcomes) -> Result<(), StoreError> {
        let mut batches = vec![games];
        while let Some(mut batch) = batches.pop().filter(|batch| !batch.is_empty()) {
            match self.store.record(batch.clone(), wall_clock_ms()).await {
                Ok(recorded) => outcomes.note(&batch, &recorded),
                Err(refusal @ StoreError::Refused { .. }) => match batch.as_slice() {
                    [game] => outcomes.reject(game, with_causes(&refusal)),
                    _ => {
                        let second = batch.split_off(batch.len() / 2);
                        batches.extend([second, batch]);
                    }
                },
                Err(away) => return Err(away),
            }
        }
        Ok(())
    }

    /// Tells game-authority what became of a batch.
    async fn settle(&mut self, outcomes: Outcomes) -> Result<(), BatchError> {
        if outcomes.new > 0 {
            self.feed.note_recorded();
        }
        let known = outcomes.kept.len() - outcomes.new;
        let rejected = outcomes.rejected.len() - outcomes.conflicts;
        for (outcome, count) in [
            (Outcome::Recorded, outcomes.new),
            (Outcome::Known, known),
            (Outcome::Conflict, outcomes.conflicts),
            (Outcome::Rejected, rejected),
        ] {
            self.meters.taken(outcome, count);
        }
        kill_point("archive-after-record");
        if !outcomes.kept.is_empty() {
            let tables = outcomes.kept;
            let acknowledged = self.authority.ack_finished(within(AckFinishedRequest { tables }));
            acknowledged.await.map_err(|status| refused("acknowledge", status))?;
        }
        for Rejected { table, why } in outcomes.rejected {
            tracing::error!(%table, why, "a finished table cannot be recorded: it goes to the dead letters");
            let reason = why.chars().take(LONGEST_REASON).collect();
            let rejecting = self
                .authority
                .reject_finished(within(RejectFinishedRequest { table, reason }));
            rejecting.await.map_err(|status| refused("take back", status))?;
        }
        Ok(())
    }
}

impl Outcomes {
    fn note(&mut self, games: &[NewGame], recorded: &[Recorded]) {
        for (game, recorded) in games.iter().zip(recorded) {
            match recorded {
                Recorded::New(_) => {
                    self.new += 1;
                    self.kept.push(game.game.table.to_string());
                }
                Recorded::Known => self.kept.push(game.game.table.to_string()),
                Recorded::Conflict => {
                    self.conflicts += 1;
                    self.reject(game, "another game of this table is recorded, and stays".to_owned());
                }
            }
        }
    }

    fn reject(&mut self, game: &NewGame, why: String) {
        self.rejected.push(Rejected {
            table: game.game.table.to_string(),
            why,
        });
    }
}

fn within<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(ANSWERS_WITHIN);
    request
}

fn refused(attempt: &'static str, status: Status) -> BatchError {
    BatchError::Authority {
        attempt,
        source: Box::new(status),
    }
}

fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

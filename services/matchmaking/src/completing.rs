//! Making the tables of recorded matches.
//!
//! Whoever has recorded a match makes its table at once; any replica does so for those that nobody has completed in time. The
//! table's id derives from the match, so that it is made once, however often it is asked for.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::error::{Reason, metadata_of, reason_of};
use corners_proto::game::internal::v1::CreateTableRequest;
use corners_proto::game::v1 as game;
use corners_proto::ids::TableId;
use corners_proto::time_control::time_control_to_proto;
use corners_service::drain::Drain;
use corners_service::faults::kill_point;
use corners_service::internal::was_sent_again;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tonic::{Code, Status};

use crate::acts::matches::{self, Attempt, Refused, ToDo};
use crate::desk::{Desk, DeskError};
use crate::domain::matched::Match;
use crate::peers::{Peers, within};
use crate::render;
use crate::store::Key;

/// How many tables are being made at once.
const AT_ONCE: usize = 64;

/// How long an attempt may wait for its turn: with [the time that calls have](crate::peers::ANSWERED_WITHIN) it is over long before
/// [others](matches::UNANSWERED_FOR_MS) count on that.
const BEGUN_WITHIN: Duration = Duration::from_secs(5);

/// Makes tables. Clones share their bound.
#[derive(Clone)]
pub(crate) struct Completing {
    desk: Desk,
    peers: Peers,
    room: Arc<Semaphore>,
    drain: Drain,
}

impl Completing {
    pub(crate) fn new(desk: Desk, peers: Peers, drain: Drain) -> Self {
        Self {
            desk,
            peers,
            room: Arc::new(Semaphore::new(AT_ONCE)),
            drain,
        }
    }

    /// Makes the tables of matches that were just recorded, in the background.
    pub(crate) fn complete_soon(&self, recorded: Vec<Match>) {
        for found in recorded {
            let completing = self.clone();
            self.drain.spawn(async move {
                if let Err(error) = completing.make(&found, Attempt::FIRST).await {
                    let error: &(dyn std::error::Error + 'static) = &error;
                    tracing::debug!(table = %found.table, error, "a match is not completed yet");
                }
            });
        }
    }

    /// Does what is due about a match.
    ///
    /// # Errors
    /// When the store is away.
    pub(crate) async fn look(&self, table: TableId) -> Result<(), DeskError> {
        let key = Key::of_match(table);
        match self.desk.change(&[key], |draft| matches::look(draft, table)).await? {
            ToDo::Make(found, attempt) => self.make(&found, attempt).await,
            ToDo::Nothing => Ok(()),
        }
    }

    /// Makes the table of a recorded match, and notes what became of it. `attempt` was decided on just now.
    ///
    /// # Errors
    /// When the store is away.
    pub(crate) async fn make(&self, found: &Match, attempt: Attempt) -> Result<(), DeskError> {
        let table = found.table;
        // The semaphore is never closed. Without room in time nothing is made, because others may know more by then; the match comes
        // up again.
        let Ok(Ok(_room)) = timeout(BEGUN_WITHIN, self.room.acquire()).await else {
            return Ok(());
        };
        kill_point("matchmaking-before-table");
        let asked = self.peers.tables.clone().create_table(within(request(found))).await;
        kill_point("matchmaking-after-table");
        let keys = [
            Key::of_match(table),
            Key::player(found.white.account),
            Key::player(found.black.account),
        ];
        match asked.map_err(|status| refused(&status)) {
            Ok(_) => self.desk.change(&keys, |draft| matches::made(draft, table)).await,
            Err(Some(refused)) => {
                tracing::info!(%table, reason = refused.reason, "a table is not made");
                self.desk
                    .change(&keys, |draft| matches::refused(draft, table, attempt, &refused))
                    .await
            }
            Err(None) => self.desk.change(&keys, |draft| matches::unanswered(draft, table)).await,
        }
    }
}

fn request(found: &Match) -> CreateTableRequest {
    let seat = |side: game::Side, person| game::Seat {
        side: side.into(),
        ..render::seat(person)
    };
    CreateTableRequest {
        request_id: found.request.clone(),
        variant: found.terms.variant.to_owned(),
        time_control: Some(time_control_to_proto(&found.terms.pace.time_control())),
        takebacks: game::TakebackPolicy::Agreed.into(),
        rated: found.terms.rated,
        seats: vec![
            seat(game::Side::White, &found.white),
            seat(game::Side::Black, &found.black),
        ],
    }
}

/// What a refusal says; none when nobody knows whether the table was made, or still is: another replica may be making it.
fn refused(status: &Status) -> Option<Refused> {
    if was_sent_again(status) {
        return None;
    }
    let reason = reason_of(status);
    match status.code() {
        Code::InvalidArgument | Code::FailedPrecondition | Code::NotFound | Code::PermissionDenied => Some(Refused {
            reason: reason.unwrap_or_else(|| "INTERNAL".to_owned()),
            account: None,
            is_for_now: false,
        }),
        Code::ResourceExhausted => {
            let is_too_many = reason.as_deref() == Some(Reason::TooMany.as_str());
            let account = metadata_of(status, "account").and_then(|account| account.parse().ok());
            Some(Refused {
                reason: reason.unwrap_or_else(|| "OVERLOADED".to_owned()),
                account: account.filter(|_| is_too_many),
                is_for_now: !is_too_many,
            })
        }
        _ => None,
    }
}

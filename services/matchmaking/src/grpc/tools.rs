//! What the calls have in common: each is decided once, and the same call again gets the same answer.

use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, TableId};
use corners_proto::matchmaking::v1 as proto;
use corners_service::drain::Drain;
use tonic::Status;

use super::refuse;
use crate::acts::calls::{Answer, Call, answered, once};
use crate::acts::matches::Attempt;
use crate::completing::Completing;
use crate::desk::Desk;
use crate::domain::matched::{Match, MatchState};
use crate::draft::{Decision, Draft};
use crate::peers::Peers;
use crate::render;
use crate::store::Key;
use crate::streams::{Finding, Lobby, Snapshots};

/// What calls work with.
pub(crate) struct Tools {
    pub(crate) desk: Desk,
    pub(crate) peers: Peers,
    pub(crate) completing: Completing,
    pub(crate) finding: Finding,
    pub(crate) lobby: Lobby,
    pub(crate) snapshots: Snapshots,
    pub(crate) heartbeat: Duration,
    pub(crate) drain: Drain,
}

impl Tools {
    /// Decides a call once.
    pub(super) async fn once(
        &self,
        call: &Call,
        mut decide: impl FnMut(&mut Draft<'_>) -> Decision<Answer> + Send,
    ) -> Result<Answer, Status> {
        let changed = self
            .desk
            .change(&call.needs(), |draft| once(draft, call, &mut decide))
            .await;
        changed.map_err(refuse::desk)
    }

    /// Decides a call once, on what was looked up for it. That may be refused by now though the same call was accepted before: its
    /// answer stays the same.
    pub(super) async fn once_with<T: Sync>(
        &self,
        call: &Call,
        looked_up: Result<T, Status>,
        mut decide: impl FnMut(&mut Draft<'_>, &T) -> Decision<Answer> + Send,
    ) -> Result<Answer, Status> {
        match looked_up {
            Ok(found) => self.once(call, |draft| decide(draft, &found)).await,
            Err(refusal) => self.answered(call, refusal).await,
        }
    }

    /// What a call was answered before, or this refusal.
    async fn answered(&self, call: &Call, refusal: Status) -> Result<Answer, Status> {
        let answer = self.desk.change(&call.needs(), |draft| answered(draft, call)).await;
        answer.map_err(refuse::desk)?.ok_or(refusal)
    }

    /// A record, if there is one.
    pub(super) async fn read<T: serde::de::DeserializeOwned>(&self, key: Key) -> Result<Option<T>, Status> {
        let read = self.desk.change(&[key], |draft| draft.get::<T>(key)).await;
        read.map_err(refuse::desk)
    }

    /// Decides a call once that may begin a game, on what was looked up for it, and makes the table. Answers the game as the account
    /// sees it; none where none begins.
    pub(super) async fn play_once<T: Sync>(
        &self,
        call: &Call,
        looked_up: Result<T, Status>,
        mut decide: impl FnMut(&mut Draft<'_>, &T) -> Decision<Option<Match>> + Send,
    ) -> Result<Option<proto::StartedGame>, Status> {
        let found = match looked_up {
            Ok(found) => found,
            Err(refusal) => return self.game_of(self.answered(call, refusal).await?, None, call).await,
        };
        let mut recorded = None;
        let changed = self
            .desk
            .change(&call.needs(), |draft| {
                // It may be decided anew.
                recorded = None;
                once(draft, call, |draft| {
                    recorded = decide(draft, &found)?;
                    Ok(recorded
                        .as_ref()
                        .map_or(Answer::Done, |found| Answer::Game(found.table)))
                })
            })
            .await;
        self.game_of(changed.map_err(refuse::desk)?, recorded, call).await
    }

    /// The game that a call was answered with, if it was one. `recorded` is its match, if this very call has recorded it.
    async fn game_of(
        &self,
        answer: Answer,
        recorded: Option<Match>,
        call: &Call,
    ) -> Result<Option<proto::StartedGame>, Status> {
        match answer {
            Answer::Game(table) => self.started(table, recorded, call.account).await.map(Some),
            Answer::Done | Answer::Offer(_) => Ok(None),
        }
    }

    /// The game that begins at this table, once the table is made, as the account sees it. `recorded` is its match, if this very call
    /// has recorded it.
    async fn started(
        &self,
        table: TableId,
        recorded: Option<Match>,
        account: AccountId,
    ) -> Result<proto::StartedGame, Status> {
        let made = match recorded {
            Some(found) => self.completing.make(&found, Attempt::FIRST).await,
            None => self.completing.look(table).await,
        };
        made.map_err(refuse::desk)?;
        let found = self.read::<Match>(Key::of_match(table)).await?;
        match found {
            Some(found) if found.state == MatchState::Made => {
                Ok(render::game(&found.game(found.white.account == account)))
            }
            Some(Match {
                state: MatchState::Refused(reason),
                ..
            }) => Err(not_made(&reason).into()),
            _ => {
                let message = "the game begins and its table is not made yet: repeat the call with the same request_id";
                Err(Refusal::new(Reason::TablesUnavailable, message)
                    .with("table", table)
                    .into())
            }
        }
    }
}

/// The table of a game was refused.
fn not_made(reason: &str) -> Refusal {
    if reason == Reason::TooMany.as_str() {
        let message = "one of the two sits at as many tables as an account may";
        return Refusal::new(Reason::TooMany, message).with("limit", "tables_per_account");
    }
    let message = format!("the table was refused: {reason}");
    Refusal::new(Reason::PlayerNotAvailable, message).with("why", reason)
}

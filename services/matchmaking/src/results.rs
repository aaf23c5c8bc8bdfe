//! Following the result feed for what players have spoilt.
//!
//! Every replica does; the place is changed with what is noted, so that each result is looked at once. A feed that cannot be
//! followed delays nobody: what is in it is looked at later.

use std::time::Duration;

use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::{GameFinished, ResultEvent, StreamResultsRequest, StreamResultsResponse};
use corners_proto::error::{Reason, reason_of};
use corners_proto::game::v1 as game;
use corners_proto::ids::AccountId;
use corners_proto::io::cloudevents::v1::cloud_event::Data;
use corners_proto::time::{millis_of, timestamp};
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;
use prost::Message;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::acts::misconduct::{AT_ONCE, Place, Spoilt, look_at, place_key};
use crate::desk::{Desk, DeskError};
use crate::domain::ledger::OffenceKind;

const FINISHED: &str = "corners.game.finished.v1";

/// Where who begins to follow the feed starts: what is older does not count any more.
const FROM_MS: u64 = 12 * 60 * 60 * 1_000;

/// There is a heartbeat every ten seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(25);

const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Follows the feed in a replica.
pub(crate) struct Results {
    pub(crate) desk: Desk,
    pub(crate) archive: ArchiveServiceClient<InternalChannel>,
}

/// Why following has to begin anew.
#[derive(Debug, thiserror::Error)]
enum Stopped {
    #[error("the archive says {:?}: {}", .0.code(), .0.message())]
    Ended(#[from] Box<Status>),
    #[error("the archive was silent for {0:?}")]
    Silent(Duration),
    #[error(transparent)]
    Desk(#[from] DeskError),
}

impl Results {
    /// Follows until `over`.
    pub(crate) async fn run(mut self, over: CancellationToken) {
        let mut failures: u32 = 0;
        while !over.is_cancelled() {
            let followed = over.run_until_cancelled(self.follow(&mut failures)).await;
            let Some(Err(stopped)) = followed else {
                continue;
            };
            note(&stopped, failures);
            failures = failures.saturating_add(1);
            let pause = (FIRST_PAUSE * (1 << failures.min(5))).min(LONGEST_PAUSE);
            over.run_until_cancelled(sleep(pause)).await;
        }
    }

    /// Follows one stream until it breaks, or until another replica has looked at what comes next.
    async fn follow(&mut self, failures: &mut u32) -> Result<(), Stopped> {
        let mut place = self.place().await?;
        let start = place.cursor.clone().map(Start::Cursor);
        let from_ms = wall_clock_ms().saturating_sub(FROM_MS);
        let start = start.unwrap_or_else(|| Start::RecordedFrom(timestamp(from_ms)));
        let opening = self.archive.stream_results(StreamResultsRequest { start: Some(start) });
        let mut stream = match opening.await {
            Ok(opened) => opened.into_inner(),
            Err(status) if reason_of(&status).as_deref() == Some(Reason::CursorLost.as_str()) => {
                self.look(&place, Place::default(), &[]).await?;
                return Ok(());
            }
            Err(status) => return Err(Box::new(status).into()),
        };
        loop {
            let next = timeout(LONGEST_SILENCE, stream.message()).await;
            let next = next.map_err(|_| Stopped::Silent(LONGEST_SILENCE))?;
            let Some(message) = next.map_err(Box::new)? else {
                return Ok(());
            };
            *failures = 0;
            let Some(behind) = behind(&message) else {
                continue;
            };
            let behind = Place { cursor: Some(behind) };
            let spoilt: Vec<Spoilt> = message.events.iter().filter_map(spoilt).collect();
            if !self.look(&place, behind.clone(), &spoilt).await? {
                // Another replica was quicker.
                return Ok(());
            }
            place = behind;
        }
    }

    async fn place(&self) -> Result<Place, DeskError> {
        let read = self
            .desk
            .change(&[place_key()], |draft| draft.get::<Place>(place_key()))
            .await?;
        Ok(read.unwrap_or_default())
    }

    async fn look(&self, from: &Place, to: Place, spoilt: &[Spoilt]) -> Result<bool, DeskError> {
        let first = [place_key()];
        let mut spoilt = spoilt;
        // A game that was noted counts once, should it be looked at again.
        while let Some((some, rest)) = spoilt.split_at_checked(AT_ONCE) {
            if !self
                .desk
                .change(&first, |draft| look_at(draft, from, from, some))
                .await?
            {
                return Ok(false);
            }
            spoilt = rest;
        }
        self.desk
            .change(&first, |draft| look_at(draft, from, &to, spoilt))
            .await
    }
}

fn note(error: &(dyn std::error::Error + 'static), failures: u32) {
    // Streams end whenever an archive restarts: that is no trouble before it has happened often.
    if failures == 10 {
        tracing::warn!(
            error,
            "results are not looked at for what players have spoilt: trying again until they are"
        );
    } else {
        tracing::debug!(error, "results are not looked at");
    }
}

/// The place behind a message that has results, or says that the feed is another one.
fn behind(message: &StreamResultsResponse) -> Option<String> {
    if let Some(restarted) = &message.restarted {
        return Some(restarted.cursor.clone());
    }
    message.events.last().map(|event| event.cursor.clone())
}

/// What a result says of who has spoilt the game; none when nobody has. What cannot be read is said and passed over: nobody is
/// delayed for it.
fn spoilt(event: &ResultEvent) -> Option<Spoilt> {
    let event = event.event.as_ref()?;
    if event.r#type != FINISHED {
        return None;
    }
    let Some(Data::ProtoData(data)) = &event.data else {
        return None;
    };
    let finished = match GameFinished::decode(data.value.as_slice()) {
        Ok(finished) => finished,
        Err(error) => {
            tracing::error!(%error, "a result cannot be read by this program");
            return None;
        }
    };
    let ending = finished.ending?;
    let (side, kind) = blamed(&ending)?;
    let seat = finished.seats.iter().find(|seat| seat.side() == side)?;
    Some(Spoilt {
        table: finished.table.parse().ok()?,
        by: seat.account.parse::<AccountId>().ok()?,
        kind,
        at_ms: finished.finish_time.as_ref().and_then(|time| millis_of(time).ok())?,
    })
}

/// Whose fault an ending is.
fn blamed(ending: &game::Ending) -> Option<(game::Side, OffenceKind)> {
    match ending.reason() {
        game::EndReason::Aborted => {
            let kind = if ending.no_show {
                OffenceKind::NoShow
            } else {
                OffenceKind::Abort
            };
            (ending.by() != game::Side::Unspecified).then(|| (ending.by(), kind))
        }
        game::EndReason::Abandonment => {
            let loser = match ending.result() {
                game::Result::WhiteWins => game::Side::Black,
                game::Result::BlackWins => game::Side::White,
                game::Result::Draw | game::Result::Unspecified => return None,
            };
            Some((loser, OffenceKind::WalkedAway))
        }
        _ => None,
    }
}

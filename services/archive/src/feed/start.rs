//! Where a consumer starts.

use std::sync::Arc;

use corners_proto::archive::v1::FeedRestarted;

use super::{Feed, cursor};
use crate::domain::{FeedHead, FeedPoint};
use crate::store::StoreError;

/// How often a moment is looked up, when the epoch changes meanwhile.
const LOOK_UPS: u32 = 3;

/// Where a consumer wants to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With the first event there ever was.
    Beginning,
    /// Behind a place.
    After(FeedPoint),
    /// With the first event that was recorded at this moment or later, in milliseconds since 1970.
    RecordedFrom(u64),
}

/// Why a consumer cannot start where it wants.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotStart {
    /// The place is beyond the end of its feed.
    #[error(
        "the cursor is beyond the end of the feed; if the archive was restored from a copy of its files, its operator has to \
         start another epoch"
    )]
    BeyondTheEnd,
    /// The feed of the place is not known here.
    #[error(
        "the cursor is of a feed that is not known here: it was restored from a backup that is older than the feed"
    )]
    Lost,
    /// The store is away.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Feed {
    /// The place that a cursor stands for.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn parse_cursor(text: &str) -> Result<FeedPoint, super::NotACursor> {
        cursor::read(text)
    }

    /// The place in the current epoch where a consumer starts, and what it is told if its own was in another.
    pub(super) async fn locate(&self, start: Start) -> Result<(FeedPoint, Option<FeedRestarted>), CannotStart> {
        match start {
            Start::Beginning => {
                let head = self.known_head().await?;
                let epoch = head.epoch();
                Ok((FeedPoint { epoch, position: 0 }, None))
            }
            Start::After(point) => match find(&*self.known_head().await?, point) {
                Ok(found) => Ok(found),
                // Another replica may know more than this one does yet.
                Err(_) => find(&*self.head().await?, point),
            },
            Start::RecordedFrom(moment_ms) => Ok((self.recorded_from(moment_ms).await?, None)),
        }
    }

    async fn known_head(&self) -> Result<Arc<FeedHead>, StoreError> {
        let known = self.recent().head();
        match known {
            Some(head) => Ok(head),
            None => self.head().await,
        }
    }

    async fn recorded_from(&self, moment_ms: u64) -> Result<FeedPoint, StoreError> {
        let mut before = self.known_head().await?;
        for _ in 0..LOOK_UPS {
            let position = self.store.position_before(moment_ms).await?;
            let after = self.head().await?;
            if after.epoch() == before.epoch() {
                let epoch = after.epoch();
                return Ok(FeedPoint { epoch, position });
            }
            before = after;
        }
        Err(StoreError::Unavailable {
            attempt: "read",
            source: "the feed changes its epoch again and again".into(),
        })
    }
}

/// Where a place of some epoch is in the current one: as far as all epochs since have it in common.
pub(super) fn find(head: &FeedHead, point: FeedPoint) -> Result<(FeedPoint, Option<FeedRestarted>), CannotStart> {
    let index = head.epochs.iter().position(|epoch| epoch.epoch == point.epoch);
    let later = index
        .and_then(|index| head.epochs.get(index + 1..))
        .ok_or(CannotStart::Lost)?;
    let starts = later.iter().map(|epoch| epoch.position);
    let position = starts.fold(point.position, u64::min);
    if later.is_empty() {
        return match position <= head.last {
            true => Ok((point, None)),
            false => Err(CannotStart::BeyondTheEnd),
        };
    }
    let place = FeedPoint {
        epoch: head.epoch(),
        position,
    };
    let restarted = FeedRestarted {
        cursor: cursor::write(place),
        last_common_sequence: position,
        forgotten: point.position - position,
    };
    Ok((place, Some(restarted)))
}

//! Where a consumer starts.

use std::sync::Arc;

use corners_proto::error::{Refusal, Violations};
use corners_proto::time::millis_of;
use prost_types::Timestamp;

use crate::cursor;
use crate::error::CannotStart;
use crate::feed::Feed;
use crate::place::{FeedHead, FeedPoint};
use crate::source::{FeedSource, Restarted};

/// How often a moment is looked up, when the epoch changes meanwhile.
const LOOK_UPS: u32 = 3;

/// Where a consumer wants to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the first event there ever was.
    Beginning,
    /// Behind a place.
    After(FeedPoint),
    /// With the first event that was recorded at this moment or later, in milliseconds since 1970.
    RecordedFrom(u64),
}

impl Start {
    /// With the first event that was recorded at a moment or later: the field `recorded_from` of a request.
    ///
    /// # Errors
    /// When the moment is malformed, or not in the years from 1970 to 9999.
    pub fn recorded_from(moment: &Timestamp) -> Result<Self, Refusal> {
        let mut violations = Violations::new();
        let moment_ms = violations.check("recorded_from", millis_of(moment));
        moment_ms.map(Self::RecordedFrom).ok_or_else(|| violations.refusal())
    }
}

impl<S: FeedSource> Feed<S> {
    /// The place in the current epoch where a consumer starts, and what it is told if its own was in another.
    pub(crate) async fn locate(&self, start: Start) -> Result<(FeedPoint, Option<Restarted>), CannotStart<S::Error>> {
        match start {
            Start::Beginning => {
                let head = self.known_head().await?;
                let epoch = head.epoch();
                Ok((FeedPoint { epoch, position: 0 }, None))
            }
            Start::After(point) => match find::<S>(&*self.known_head().await?, point) {
                Ok(found) => Ok(found),
                // Another replica may know more than this one does yet.
                Err(_) => find::<S>(&*self.head().await?, point),
            },
            Start::RecordedFrom(moment_ms) => Ok((self.recorded_from(moment_ms).await?, None)),
        }
    }

    async fn known_head(&self) -> Result<Arc<FeedHead>, S::Error> {
        let known = self.recent().head();
        match known {
            Some(head) => Ok(head),
            None => self.head().await,
        }
    }

    async fn recorded_from(&self, moment_ms: u64) -> Result<FeedPoint, S::Error> {
        let mut before = self.known_head().await?;
        for _ in 0..LOOK_UPS {
            let position = self.source.position_before(moment_ms).await?;
            let after = self.head().await?;
            if after.epoch() == before.epoch() {
                let epoch = after.epoch();
                return Ok(FeedPoint { epoch, position });
            }
            before = after;
        }
        Err(S::unavailable("the feed changes its epoch again and again"))
    }
}

/// Where a place of some epoch is in the current one: as far as all epochs since have it in common.
pub(crate) fn find<S: FeedSource>(
    head: &FeedHead,
    point: FeedPoint,
) -> Result<(FeedPoint, Option<Restarted>), CannotStart<S::Error>> {
    let index = head.epochs.iter().position(|epoch| epoch.epoch == point.epoch);
    let later = index
        .and_then(|index| head.epochs.get(index + 1..))
        .ok_or(CannotStart::Lost)?;
    let starts = later.iter().map(|epoch| epoch.position);
    let position = starts.fold(point.position, u64::min);
    if later.is_empty() {
        return match position <= head.last {
            true => Ok((point, None)),
            false => Err(CannotStart::BeyondTheEnd { owner: S::OWNER }),
        };
    }
    let place = FeedPoint {
        epoch: head.epoch(),
        position,
    };
    let restarted = Restarted {
        cursor: cursor::write(place),
        last_common: position,
        forgotten: point.position - position,
    };
    Ok((place, Some(restarted)))
}

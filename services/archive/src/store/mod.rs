//! What the archive keeps.
//!
//! How things are kept: ids, variants, kinds, results and reasons as the texts that clients see, so that whoever queries
//! the database reads them; moments as milliseconds since 1970 in signed 64 bits.

mod embedded;
mod events;
mod listing;
mod open;
mod postgres;
mod storable;
mod stored;
mod stored_moves;
mod words;

pub mod conformance;

use std::error::Error;

use async_trait::async_trait;
use corners_feed::FeedHead;
use corners_proto::ids::{AccountId, TableId};

use crate::domain::{ArchivedGame, FeedEvent, Filter, Game, GamePoint};

pub use embedded::EmbeddedArchiveStore;
pub use listing::SCANNED_AT_MOST;
pub use open::{OpenError, open};
pub use postgres::PostgresArchiveStore;

/// The store of finished games and of the feed. Several replicas may share one. Every call is atomic, and sees what was
/// answered before.
#[async_trait]
pub trait ArchiveStore: Send + Sync + 'static {
    /// Stores games with the event that each finished, all or none; answers what became of each, in the order of the games,
    /// of which none is there twice. Positions are given in this order. A game that is there is not changed.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when one of the games cannot be stored whatever comes: nothing was stored.
    async fn record(&self, games: Vec<NewGame>, now_ms: u64) -> Result<Vec<Recorded>, StoreError>;

    /// A game with its moves.
    async fn game(&self, table: TableId) -> Result<Option<ArchivedGame>, StoreError>;

    /// These games with their moves, in any order; tables without one are left out. At most 200.
    async fn games(&self, tables: &[TableId]) -> Result<Vec<ArchivedGame>, StoreError>;

    /// A page of games without their moves, those that ended last first.
    async fn list(&self, query: &GamesQuery) -> Result<GamesPage, StoreError>;

    /// The event that a game finished; none when there is no such game.
    async fn finished_event(&self, table: TableId) -> Result<Option<FeedEvent>, StoreError>;

    /// Annuls a game, with the event that tells it, unless it is annulled already; answers the game without its moves.
    /// None: there is no such game.
    async fn annul(&self, annul: Annul) -> Result<Option<ArchivedGame>, StoreError>;

    /// Events behind a position, in order, at most `limit`.
    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError>;

    /// The position before the first event that was recorded at this moment or later.
    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError>;

    /// Where the feed is. The first call ever starts the first epoch. Starts another one when the database is no longer
    /// the one that the current epoch was started in.
    async fn head(&self) -> Result<FeedHead, StoreError>;

    /// Starts another epoch, unless the current one is not the given one; answers where the feed is.
    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError>;
}

/// A game to be recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game.
    pub game: Game,
    /// What its event tells: [`FeedEvent::data`].
    pub told: String,
}

/// What became of a game that was to be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It is stored, and its event has this position.
    New(u64),
    /// It was there, the same.
    Known,
    /// Another game of this table is there; it stays as it is.
    Conflict,
}

/// Which games are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesQuery {
    /// Which games.
    pub filter: Filter,
    /// Only games behind this place.
    pub after: Option<GamePoint>,
    /// At most this many: 1 to 200.
    pub limit: u32,
}

/// A page of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesPage {
    /// The games, without their moves; fewer than asked for where few of those looked at match.
    pub games: Vec<ArchivedGame>,
    /// The place behind the last game that was looked at; none when no more games match.
    pub next: Option<GamePoint>,
}

/// A game that is to be annulled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annul {
    /// The game's table.
    pub table: TableId,
    /// When, in milliseconds since 1970.
    pub now_ms: u64,
    /// The operator.
    pub by: AccountId,
    /// Why.
    pub note: String,
    /// What its event tells: [`FeedEvent::data`].
    pub told: String,
}

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store is away; the same call may succeed later. What was to be stored may be stored or not.
    #[error("cannot {attempt} the archive's store")]
    Unavailable {
        /// As in "cannot read".
        attempt: &'static str,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The store refuses what it was asked for what it is; nothing was stored.
    #[error("the archive's store refuses to {attempt}")]
    Refused {
        /// As in "refuses to record".
        attempt: &'static str,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl StoreError {
    /// The store is away, as in "cannot read".
    pub(crate) fn unavailable(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unavailable {
            attempt,
            source: source.into(),
        }
    }

    /// The store refuses, as in "refuses to record".
    pub(crate) fn refused(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Refused {
            attempt,
            source: source.into(),
        }
    }
}

//! What the rating service keeps.
//!
//! How things are kept: ids, variants, kinds and reasons as the texts that clients see, moments as milliseconds since 1970 in
//! signed 64 bits, and ratings as 64-bit floating-point numbers, which come back as they were to the last bit.

mod embedded;
mod folding;
mod open;
mod postgres;
mod reached;
mod rungs;
mod storable;
mod stored;
mod words;

pub mod conformance;

use std::error::Error;

use async_trait::async_trait;
use corners_proto::ids::{AccountId, TableId};

use crate::domain::{Board, Change, PlayerIn, Policy, RatingEvent, Standing, Told};
use corners_feed::FeedHead;

pub use embedded::EmbeddedRatingStore;
pub use open::{OpenError, open};
pub use postgres::PostgresRatingStore;

/// The store of ratings, and of what became of each game that was to be rated. Several replicas may share one. Every call is
/// atomic, and sees what was answered before.
#[async_trait]
pub trait RatingStore: Send + Sync + 'static {
    /// Puts a policy in force for all that is taken from now on, unless it is in force.
    async fn adopt(&self, policy: &Policy) -> Result<(), StoreError>;

    /// The policies of the current epoch, oldest first, each with the position of the last event before it was in force.
    async fn policies(&self) -> Result<Vec<(u64, Policy)>, StoreError>;

    /// How far the result feed was taken; none before its first event.
    async fn place(&self) -> Result<Option<Place>, StoreError>;

    /// Takes results that come one after the other in the feed: makes ratings of them by the policy in force, and keeps these
    /// with the place in one step. Results up to the place that was reached before, by whomever, are left out. Players are
    /// locked in the order of their ids.
    async fn take(&self, results: Results, now_ms: u64) -> Result<Taken, StoreError>;

    /// Goes on from another place of the feed, because the feed is another one, unless the place is no longer `from`; answers
    /// whether it was. Nothing that was taken is forgotten: what comes again is known.
    async fn move_to(&self, from: Option<&Place>, to: Option<&Place>) -> Result<bool, StoreError>;

    /// The standings of players, of those who have one, in any order. At most 1,000.
    async fn standings(&self, players: &[PlayerIn]) -> Result<Vec<(PlayerIn, Standing)>, StoreError>;

    /// A player's changes in a variant, the last one first: those with numbers below `before`, if it is given. At most
    /// `limit`, which is at most 1,001.
    async fn changes(&self, player: &PlayerIn, before: Option<u64>, limit: u32) -> Result<Vec<Change>, StoreError>;

    /// What became of a game: nothing, its event, or also the event of its annulment.
    async fn game(&self, table: TableId) -> Result<Vec<RatingEvent>, StoreError>;

    /// A page of a leaderboard, the best first, behind a place on it.
    async fn leaders(&self, board: &Board, after: Option<&Rung>, limit: u32) -> Result<Leaders, StoreError>;

    /// Where a player is on a leaderboard, with as many as `neighbours` on either side; none when the player is not on it.
    async fn rank(&self, board: &Board, player: AccountId, neighbours: u32) -> Result<Option<Ranked>, StoreError>;

    /// How many players have ratings of how many whole points, the lowest first; those that nobody has are left out.
    async fn distribution(&self, board: &Board) -> Result<Vec<Step>, StoreError>;

    /// Takes those off the leaderboards whose time on them is over, at most `limit`; answers how many.
    async fn unlist(&self, now_ms: u64, limit: u32) -> Result<u32, StoreError>;

    /// Standings in the order of players and variants, behind the given one, at most `limit`, each with the rating that the
    /// last change of its chain says: to be compared.
    async fn chains(&self, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>, StoreError>;

    /// Events behind a position, in order, at most `limit`.
    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<RatingEvent>, StoreError>;

    /// The position before the first event that was recorded at this moment or later.
    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError>;

    /// Where the events are. The first call ever starts the first epoch.
    async fn head(&self) -> Result<FeedHead, StoreError>;

    /// Forgets everything but the policy in force and starts another epoch at position 0, unless the current one is not the
    /// given one; answers where the events are.
    async fn rebuild(&self, current: u64) -> Result<FeedHead, StoreError>;
}

/// A place in the result feed: behind an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The event's cursor.
    pub cursor: String,
    /// The event's position.
    pub sequence: u64,
}

/// Results that come one after the other in the feed.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The place that they come behind; none for the beginning of the feed.
    pub behind: Option<Place>,
    /// Each with the place behind it; what says nothing to ratings is there with its place only.
    pub results: Vec<(Place, Option<Told>)>,
}

/// What became of results.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// They are taken, by this call or by another; this many events were recorded by this one.
    Done(u64),
    /// The feed was taken up to this place, which is neither where these come behind nor among them: nothing was done.
    Elsewhere(Option<Place>),
}

/// A place on a leaderboard: that of a player with a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The rating.
    pub rating: f64,
    /// The player.
    pub player: AccountId,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaders {
    /// How many players are on the board.
    pub players: u64,
    /// The rank of the first one of the page, from 1.
    pub first_rank: u64,
    /// The players, the best first.
    pub leaders: Vec<(AccountId, Standing)>,
}

/// Where a player is on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// How many players are on the board.
    pub players: u64,
    /// The player's rank, from 1.
    pub rank: u64,
    /// How many of the neighbours are before the player.
    pub before: u32,
    /// The neighbours, with the player among them, the best first.
    pub neighbours: Vec<(AccountId, Standing)>,
}

/// How many players have a rating of so many whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The points.
    pub points: i32,
    /// How many of them are on the leaderboard.
    pub listed: u64,
    /// How many there are.
    pub all: u64,
}

/// A standing, and the last change of its chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Whose.
    pub player: PlayerIn,
    /// The standing.
    pub standing: Standing,
    /// The change with the standing's number, if there is one.
    pub last: Option<Change>,
}

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store is away; the same call may succeed later. What was to be stored may be stored or not.
    #[error("cannot {attempt} the store of ratings")]
    Unavailable {
        /// As in "cannot read".
        attempt: &'static str,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The store refuses what it was asked for what it is; nothing was stored.
    #[error("the store of ratings refuses to {attempt}")]
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

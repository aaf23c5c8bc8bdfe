//! What matchmaking keeps.
//!
//! Everything is a record under a [`Key`], and some of it is in an [`Index`] besides. What is to change is decided outside, on
//! what was read, and handed over as a [`Commit`]: it is stored as a whole, in one step, if what it was decided on still holds. A
//! lost race is told ([`Committed::Stale`]), read again and decided again. So whoever is brought together with somebody is
//! taken, and the pair recorded, in one step.
//!
//! Everything that an account has in matchmaking is listed in its own record ([`Key::player`]) and changed with it only: its
//! revision guards all of it.

mod bounds;
mod commit;
pub mod conformance;
mod embedded;
mod error;
mod key;
mod news;
mod open;
mod redis;
mod touched;

use async_trait::async_trait;

pub use bounds::{
    LARGEST_BODY, LARGEST_COMMIT, LARGEST_MEMBER, LARGEST_NEWS, LONGEST_POOL, MOST_IN_COMMIT, MOST_LISTED, MOST_READ,
};
pub use commit::{Audience, Commit, Committed, Entry, Index, ItemId, PoolName, Put, Tell};
pub use embedded::{EmbeddedMatchmakingStore, OwnTime};
pub use error::StoreError;
pub use key::{Key, Kind};
pub use news::{Heard, Listener, MOST_NEWS, Mark, NEWS_KEPT_MS, NewsPage, Told};
pub use open::open;
pub use redis::RedisMatchmakingStore;

/// How long a pool is known after a ticket was put into it, in milliseconds: an hour.
pub const POOL_KNOWN_MS: u64 = 60 * 60 * 1_000;

/// How long a lease of a pool that nobody takes again is remembered, in milliseconds: a month.
pub const LEASE_KEPT_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// A record as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Random, another one with every write, never 0.
    pub revision: u64,
    /// What it says.
    pub body: Vec<u8>,
}

/// What was read in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The time, by the store's clock, in milliseconds since 1970.
    pub now_ms: u64,
    /// The records in the order they were asked for.
    pub records: Vec<Option<Record>>,
}

/// Members of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The time, by the store's clock, in milliseconds since 1970.
    pub now_ms: u64,
    /// The members and their moments in milliseconds since 1970, the earliest first (equally early ones by their bytes).
    pub members: Vec<(Vec<u8>, u64)>,
}

/// A wait for a pool: which ticket.
pub type Wait = (PoolName, ItemId);

/// The store of matchmaking. Several replicas may share one. Every call is atomic, and time is the store's own.
///
/// # Errors
/// All calls fail with [`StoreError`] when the store cannot be reached in time; what was to be written may then be written or not.
#[async_trait]
pub trait MatchmakingStore: Send + Sync + 'static {
    /// Reads records (at most [`MOST_READ`]), as they were at one moment; of none, the time alone.
    async fn read(&self, keys: &[Key]) -> Result<Reading, StoreError>;

    /// Stores each commit, or nothing of it, one after the other; answers what became of each. Each is atomic, all together are
    /// not. If one of them is [too large](MOST_IN_COMMIT), nothing is stored of any.
    async fn commit(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError>;

    /// The first members of an index, whose moment is `from_ms` or later, at most `limit` (and [`MOST_LISTED`]). Tickets whose
    /// lease has ended are in the index until a commit takes them out: a lease that ends at `now_ms` has ended. The time is that at
    /// which the list was asked for, and may be a little before what is listed.
    async fn list(&self, index: &Index, from_ms: u64, limit: usize) -> Result<Listed, StoreError>;

    /// The pools in which a ticket was put [within the last hour](POOL_KNOWN_MS), or waits (be its lease ended or not).
    async fn pools(&self) -> Result<Vec<PoolName>, StoreError>;

    /// Lets the leases of waiting tickets end this long after now, also of those whose lease has ended while nobody took them out.
    /// Answers whether each waits; those that do not are not put back. Each is renewed in one step, all together are not.
    async fn renew(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, StoreError>;

    /// Claims what is due: members of [`Index::Due`] whose moment has come, the earliest first, at most `limit` (and
    /// [`MOST_READ`]). They stay, with their moment `hide_ms` after now; answered is the moment that has come.
    async fn claim(&self, limit: usize, hide_ms: u64) -> Result<Listed, StoreError>;

    /// Takes or renews the lease of a pool for `holder` (random, never 0), until `for_ms` after now. Answers its fencing token,
    /// which is greater whenever the lease goes to another holder than the last one; none while somebody else has it.
    async fn hold(&self, pool: &str, holder: u64, for_ms: u64) -> Result<Option<u64>, StoreError>;

    /// Gives the lease of a pool back, if `holder` has it.
    async fn release(&self, pool: &str, holder: u64) -> Result<(), StoreError>;

    /// News for an audience from this number on, at most `limit`, and where its news is. The last [`MOST_NEWS`] are kept, for
    /// [`NEWS_KEPT_MS`] after the last one.
    async fn news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, StoreError>;

    /// Listens to what happens. What happened before its first [`Heard::Gap`] may be missed.
    fn listen(&self) -> Box<dyn Listener>;

    /// Deletes what has been kept long enough, where the store does not do so by itself: at most `limit` of each.
    async fn prune(&self, limit: usize) -> Result<(), StoreError>;
}

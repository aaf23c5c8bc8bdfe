//! Where tables are kept: the one operation is *append these events if the head is the one I decided on*.

mod codec;
pub mod conformance;
mod embedded;

use std::time::Duration;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_proto::ids::{AccountId, RequestId, TableId};

use crate::table::{Event, Status, Version};

pub use codec::{CorruptEvent, decode_event, encode_event};
pub use embedded::EmbeddedTables;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store is away, slow or refuses: nothing is known to be stored, trying again is safe.
    #[error("the table store is unavailable: {0}")]
    Unavailable(String),
    /// The store does not understand what it was asked: a fault of the program.
    #[error("the table store failed: {0}")]
    Failed(String),
    /// What is stored for this table cannot be read.
    #[error("the log of table {table} cannot be read at event {number}: {why}")]
    Corrupt {
        /// The table.
        table: TableId,
        /// The event that cannot be read, from 1.
        number: u64,
        /// What is wrong with it.
        why: String,
    },
}

/// The store's own time since some moment of its choice. Only differences mean anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoreTime(pub Duration);

/// A caller's name for a call, as the store remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestKey {
    /// The caller.
    pub account: AccountId,
    /// Its id for the call.
    pub request: RequestId,
}

/// What the store remembers of an accepted call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Digest of the call's body.
    pub digest: [u8; 32],
    /// The number of the last event that the call appended.
    pub answered_at: u64,
}

/// What a read of a log found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogRead {
    /// There is no such table.
    Missing,
    /// The events after the version that the reader knows; none when nothing happened since.
    Tail(Vec<Event>),
    /// The whole log: the reader knows nothing, or what it knows is not in this log.
    Whole(Vec<Event>),
}

/// The answer to a read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The store's time when it read.
    pub now: StoreTime,
    /// What it found.
    pub log: LogRead,
    /// What it remembers of the call that was asked for.
    pub remembered: Option<Remembered>,
}

/// Events to append.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The head that was decided on; none to make the table.
    pub expected: Option<Version>,
    /// The events, one at least.
    pub events: Vec<Event>,
    /// The call to remember, with the digest of its body.
    pub remember: Option<(RequestKey, [u8; 32])>,
    /// When the table wants to be looked at next.
    pub alarm: Option<GameTime>,
    /// How lists shall find the table.
    pub entry: IndexEntry,
    /// Past this store time the append is refused: the readings in the events are too old.
    pub not_after: Option<StoreTime>,
}

/// How lists find a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// When it was made, in milliseconds since 1970.
    pub created_at_ms: u64,
    /// The variant's id.
    pub variant: &'static str,
    /// Where the table is in its life.
    pub status: Status,
    /// The accounts that sit there.
    pub seated: Vec<AccountId>,
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are in the log, as durable as the store promises.
    Stored,
    /// The head is another one: nothing was stored.
    HeadMoved,
    /// `not_after` has passed: nothing was stored.
    TooLate,
}

/// Which tables to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// Only tables where this account sits.
    pub seated: Option<AccountId>,
    /// Only this variant.
    pub variant: Option<&'static str>,
    /// Only tables in one of these statuses.
    pub statuses: Vec<Status>,
}

/// A place in a list of tables, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListPlace {
    /// When the table was made.
    pub created_at_ms: u64,
    /// The table, which decides among tables made in the same millisecond.
    pub table: TableId,
}

/// An alarm that a log wants and the clock may not know yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedAlarm {
    /// The table.
    pub table: TableId,
    /// The version that wants it.
    pub version: u64,
    /// When to ring; none for no alarm.
    pub due: Option<GameTime>,
}

/// Where tables are kept.
#[async_trait]
pub trait TableStore: Send + Sync + 'static {
    /// Reads what a reader does not know yet of a log, and what is remembered of a call, at one moment.
    async fn load(
        &self,
        table: TableId,
        known: Option<Version>,
        call: Option<RequestKey>,
    ) -> Result<Loaded, StoreError>;

    /// Appends events if the head is the expected one, all or nothing, together with the alarm, the index entry and the
    /// memory of the call.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// Lists at most `limit` tables after a place, newest first.
    async fn list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError>;

    /// At most `limit` alarms that appends left to be set, in any order. They stay until [`TableStore::armed`].
    async fn alarms_to_arm(&self, limit: usize) -> Result<Vec<WantedAlarm>, StoreError>;

    /// The clock knows these alarms: each is forgotten unless its table wants another one by now.
    async fn armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError>;

    /// Writes as a move does, without a table.
    async fn probe(&self) -> Result<(), StoreError>;
}

//! Where tables are kept: the one operation is *append these events if the head is the one I decided on*.

mod codec;
pub mod conformance;
mod embedded;
mod open;
mod redis;

use std::time::Duration;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;
use futures::stream::BoxStream;

use crate::table::{BySide, Event, Status, Version};

pub use codec::{CorruptEvent, decode_event, encode_event};
pub use embedded::{EmbeddedTables, OwnTime};
pub use open::{OpenError, open};
pub use redis::RedisTables;

/// Why a store could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
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
    /// When the table wants to be looked at next.
    pub alarm: Option<GameTime>,
    /// What orders this wish among all of the table: the later, the higher.
    pub alarm_order: u64,
    /// How lists shall find the table.
    pub entry: IndexEntry,
    /// Where the table was in its life at the expected head, as the store has it; none when it was not there. One that was
    /// finished and is not any more leaves the finished tables.
    pub was: Option<Status>,
    /// Past this store time the append is refused: the readings in the events are too old.
    pub not_after: Option<StoreTime>,
    /// Refuse the append if the player of this side has been seen after this moment.
    pub unless_seen: Option<(Side, GameTime)>,
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
    /// The player of `unless_seen` came back: nothing was stored.
    SeenSince,
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
    /// What orders the table's wishes: its version, or more where its log has lost its tail.
    pub version: u64,
    /// When to ring; none for no alarm.
    pub due: Option<GameTime>,
}

/// What a replica tells of the watchers that it has at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tended {
    /// The table.
    pub table: TableId,
    /// Whose players watch here.
    pub present: BySide<bool>,
    /// How many accounts without a seat watch here.
    pub spectators: u32,
    /// The round trips to players that were measured here.
    pub round_trips: BySide<Option<Duration>>,
    /// Whether the other replicas should hear of it at once.
    pub announce: bool,
}

/// What all replicas together know of a table's watchers, and how long its log is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attended {
    /// How many events the log holds; none when there is no such table.
    pub length: u64,
    /// When each player was last seen watching; none when nobody remembers.
    pub seen: BySide<Option<GameTime>>,
    /// How many accounts without a seat watch.
    pub spectators: u32,
    /// The last round trip that was measured to each player; none when nobody remembers one.
    pub round_trips: BySide<Option<Duration>>,
}

/// What a store tells of what any replica did. Only a hint: it may come late, twice, in another order, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A log has grown by an event.
    Grown {
        /// The table.
        table: TableId,
        /// The head before the event.
        before: Version,
        /// The event, as stored.
        event: Vec<u8>,
    },
    /// The watchers of a table may have changed.
    Attended(TableId),
    /// A player has answered a heartbeat that this replica may have sent.
    Answered(HeartbeatAnswer),
    /// News may have been missed.
    Gap,
}

/// A heartbeat's nonce, sent back by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartbeatAnswer {
    /// A table where the account plays.
    pub table: TableId,
    /// The account.
    pub account: AccountId,
    /// The nonce.
    pub nonce: u64,
}

/// On which terms finished tables are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taking {
    /// How many at most.
    pub limit: usize,
    /// Only tables that ended so long ago, so that their end is durable.
    pub settled_for: Duration,
    /// How long they are not handed out again.
    pub hidden_for: Duration,
}

/// A finished table that could not be recorded elsewhere. Its log is kept for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// Where it is among the dead letters.
    pub place: DeadLetterPlace,
    /// Why it could not be recorded.
    pub reason: String,
}

/// A place among the dead letters, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadLetterPlace {
    /// When the table became a dead letter, in milliseconds since 1970.
    pub at_ms: u64,
    /// What orders those of one millisecond and partition, where the store needs it.
    pub sequence: u64,
    /// The table.
    pub table: TableId,
}

/// What became of a dead letter that was to be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requeued {
    /// It is among the finished tables again.
    Done,
    /// The table is there and no dead letter.
    NotDead,
    /// There is no such table.
    Missing,
}

/// Where tables are kept.
#[async_trait]
pub trait TableStore: Send + Sync + 'static {
    /// The store's time for a table as far as this process can tell without asking, never later than it is; none when
    /// the store has not answered lately.
    fn now(&self, table: TableId) -> Option<StoreTime>;

    /// Reads what a reader does not know yet of a log.
    async fn load(&self, table: TableId, known: Option<Version>) -> Result<Loaded, StoreError>;

    /// Reads what a reader does not know yet of several logs, all at once; answers in the order asked.
    async fn load_all(&self, reads: &[(TableId, Option<Version>)]) -> Vec<Result<LogRead, StoreError>>;

    /// Appends events if the head is the expected one, all or nothing, together with the alarm and what lists need. A
    /// table that ends is to be taken by [`TableStore::take_finished`] from then on.
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

    /// Writes as a move does, without a table, wherever tables are.
    async fn probe(&self) -> Result<(), StoreError>;

    /// Renews the leases of this process's watchers at `now`, and answers what is known of each table, in order. A
    /// replica's spectators count until it has not renewed them for [`SPECTATORS_COUNT_FOR`].
    async fn tend(&self, now: GameTime, tables: &[Tended]) -> Result<Vec<Attended>, StoreError>;

    /// Tells the other processes of an answer that none of the streams here waited for.
    async fn pass_on(&self, answer: HeartbeatAnswer) -> Result<(), StoreError>;

    /// What other processes do. Endless.
    fn news(&self) -> BoxStream<'static, News>;

    /// Hands out finished tables that are not acknowledged yet, the longest finished first in each partition.
    async fn take_finished(&self, taking: Taking) -> Result<Vec<TableId>, StoreError>;

    /// Finished tables are recorded elsewhere: they are kept for `afterlife`, then forgotten by [`TableStore::expire`].
    /// Answers how many still waited for it.
    async fn acknowledge(&self, tables: &[TableId], afterlife: Duration) -> Result<usize, StoreError>;

    /// Finished tables that were handed out and are not wanted yet: they are handed out next.
    async fn hand_back(&self, tables: &[TableId]) -> Result<(), StoreError>;

    /// A finished table cannot be recorded elsewhere: it becomes a dead letter. Answers whether it still waited.
    async fn reject(&self, table: TableId, reason: &str) -> Result<bool, StoreError>;

    /// At most `limit` dead letters after a place, oldest first.
    async fn dead_letters(&self, after: Option<DeadLetterPlace>, limit: usize) -> Result<Vec<DeadLetter>, StoreError>;

    /// Puts a dead letter back among the finished tables, as one that has ended now.
    async fn requeue(&self, table: TableId) -> Result<Requeued, StoreError>;

    /// How many dead letters there are.
    async fn dead_letter_count(&self) -> Result<u64, StoreError>;

    /// Forgets tables whose afterlife is over, at most about `limit`; answers how many.
    async fn expire(&self, limit: usize) -> Result<usize, StoreError>;

    /// How many finished tables wait to be acknowledged.
    async fn backlog(&self) -> Result<u64, StoreError>;
}

/// How long a replica's spectators count that it does not renew, in game time.
pub const SPECTATORS_COUNT_FOR: Duration = Duration::from_secs(15);

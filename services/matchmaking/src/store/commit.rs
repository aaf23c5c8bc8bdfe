//! What is stored together or not at all.

use corners_proto::ids::AccountId;

use super::key::Key;

/// The name of a pool, as `classic-3x3/180000+2000/rated`: up to 100 characters.
pub type PoolName = String;

/// Ticket, seek or challenge: 16 bytes.
pub type ItemId = [u8; 16];

/// A list that the store keeps in order of a moment, each thing once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Index {
    /// The tickets that wait in a pool, by the end of their lease.
    Waiting(PoolName),
    /// The seeks of the lobby, by when they were made.
    Lobby,
    /// The challenges and the offers to play again that an account has received, by when they were made.
    Received(AccountId),
    /// Records with something to be done, by when.
    Due,
}

/// What enters an index or leaves it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The index.
    pub index: Index,
    /// What is in it: an [`ItemId`], or [the bytes of a key](Key::to_bytes) in [`Index::Received`] and [`Index::Due`].
    pub member: Vec<u8>,
    /// How long after now its moment is, by the store's clock, in milliseconds; none to take it out. What is in the index already
    /// gets the new moment.
    pub after_ms: Option<u64>,
}

/// A record that is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Put {
    /// Its name.
    pub key: Key,
    /// What it says.
    pub body: Vec<u8>,
    /// How long it stays, in milliseconds from now; a later write sets another time.
    pub keep_ms: u64,
}

/// Who is told news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// One account.
    Account(AccountId),
    /// Everybody who looks at the lobby.
    Lobby,
}

/// News that is told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tell {
    /// To whom.
    pub audience: Audience,
    /// What.
    pub body: Vec<u8>,
}

/// A change, with what it was decided on. It is stored as a whole if all of that still holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Commit {
    /// The revisions that the records had when they were read; 0 where there was none.
    pub read: Vec<(Key, u64)>,
    /// Tickets that have to wait with a lease that has not ended.
    pub alive: Vec<(PoolName, ItemId)>,
    /// The fencing token of the pool's lease: nobody else must have taken the lease since.
    pub fence: Option<(PoolName, u64)>,
    /// Records that are written.
    pub puts: Vec<Put>,
    /// What enters indexes and leaves them.
    pub entries: Vec<Entry>,
    /// What is told, in this order.
    pub tell: Vec<Tell>,
}

/// What became of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is stored.
    Stored,
    /// A record is not as it was read: nothing is changed.
    Stale,
    /// A ticket does not wait any more, or its lease has ended: nothing is changed.
    NotWaiting,
    /// Somebody else has taken the pool's lease since: nothing is changed.
    Fenced,
}

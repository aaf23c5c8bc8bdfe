//! What is kept under which name.

use std::fmt;

use corners_proto::ids::{AccountId, TableId};

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// What matchmaking knows of an account.
    Player,
    /// A ticket of a pool.
    Ticket,
    /// A seek of the lobby.
    Seek,
    /// A challenge, to a player or by link.
    Challenge,
    /// What has become of two players who were brought together; by the id of their table.
    Match,
    /// An offer to play again; by the id of the table that it is about.
    Rematch,
    /// The pairings of an organiser.
    Bulk,
    /// A call that was answered, by a digest of its caller and its request id.
    Call,
    /// What was last said of a pool, by a digest of its name.
    Pool,
    /// The place in the result feed; there is one.
    Place,
}

impl Kind {
    /// All there are.
    pub const ALL: [Self; 10] = [
        Self::Player,
        Self::Ticket,
        Self::Seek,
        Self::Challenge,
        Self::Match,
        Self::Rematch,
        Self::Bulk,
        Self::Call,
        Self::Pool,
        Self::Place,
    ];

    /// The letter that stores spell it by.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Player => 'p',
            Self::Ticket => 't',
            Self::Seek => 's',
            Self::Challenge => 'c',
            Self::Match => 'm',
            Self::Rematch => 'r',
            Self::Bulk => 'b',
            Self::Call => 'q',
            Self::Pool => 'w',
            Self::Place => 'f',
        }
    }

    /// The kind with this letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// The name of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// What it is about.
    pub kind: Kind,
    /// Which of them.
    pub id: [u8; 16],
}

impl Key {
    /// The record of an account.
    #[must_use]
    pub const fn player(account: AccountId) -> Self {
        Self {
            kind: Kind::Player,
            id: *account.as_bytes(),
        }
    }

    /// The record of two players who were brought together at this table.
    #[must_use]
    pub const fn of_match(table: TableId) -> Self {
        Self {
            kind: Kind::Match,
            id: *table.as_bytes(),
        }
    }

    /// The record of this kind with this id.
    #[must_use]
    pub const fn new(kind: Kind, id: [u8; 16]) -> Self {
        Self { kind, id }
    }

    /// The account whose record it is; none for a record of another kind.
    #[must_use]
    pub fn account(&self) -> Option<AccountId> {
        (self.kind == Kind::Player).then(|| AccountId::from_bytes(self.id))
    }

    /// As stores keep it in an index: the letter and the id, 17 bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 17] {
        let mut bytes = [0; 17];
        bytes[0] = self.kind.letter() as u8;
        bytes[1..].copy_from_slice(&self.id);
        bytes
    }

    /// From what [`to_bytes`](Self::to_bytes) made.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (letter, id) = bytes.split_first()?;
        Some(Self {
            kind: Kind::of_letter(char::from(*letter))?,
            id: id.try_into().ok()?,
        })
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}({})", self.kind, AccountId::from_bytes(self.id))
    }
}

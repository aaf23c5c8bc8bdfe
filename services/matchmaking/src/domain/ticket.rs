//! A ticket: somebody waits in a pool.

use corners_proto::ids::{AccountId, OfferId, TableId};
use serde::{Deserialize, Serialize};

use super::person::Person;
use super::terms::Pool;

/// A ticket as it was made, and whom its account blocks by now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// Its id, which derives from the account and the request id.
    pub id: OfferId,
    /// Who waits. A rating is set, guessed where nobody knows it.
    pub person: Person,
    /// Where.
    pub pool: Pool,
    /// Since when, in milliseconds since 1970.
    pub since_ms: u64,
    /// How much lower the opponent may be rated; none for no limit.
    pub below: Option<u32>,
    /// How much higher the opponent may be rated; none for no limit.
    pub above: Option<u32>,
    /// Games as White less games as Black, when it was made.
    pub colour_balance: i8,
    /// The last opponents, the last one in front, when it was made.
    pub opponents: Vec<AccountId>,
    /// Whom its account blocks.
    pub blocked: Vec<AccountId>,
}

/// A ticket and what has become of it. Guarded by the revision of its account's record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TicketRecord {
    /// The ticket; none for one that was cancelled before it was made.
    pub ticket: Option<Ticket>,
    /// What has become of it.
    pub state: TicketState,
}

/// What has become of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TicketState {
    /// It waits: it is in its pool as long as its lease is renewed.
    Waiting,
    /// The connection that held it is gone: it is out of its pool, and comes back if its client does so in time.
    Dropped,
    /// Its account plays at this table, or will in a moment.
    Matched(TableId),
    /// The same, and its client has cancelled it meanwhile: should that game not start, it has ended.
    Leaving(TableId),
    /// It has ended without a game.
    Ended(Why),
}

/// Why a ticket has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its client has ended it.
    Cancelled,
    /// Nobody held its stream.
    Expired,
    /// Another ticket in the same pool has taken its place.
    Replaced,
    /// Another game of the account's has started.
    GameStarted,
    /// The account sits at as many tables as it may.
    TooMany,
}

impl Why {
    /// The word that clients switch on.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "CANCELLED",
            Self::Expired => "EXPIRED",
            Self::Replaced => "REPLACED",
            Self::GameStarted => "GAME_STARTED",
            Self::TooMany => "TOO_MANY",
        }
    }
}

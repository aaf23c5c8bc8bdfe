//! Two players who were brought together.

use corners_proto::ids::{OfferId, RequestId, TableId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::person::Person;
use super::terms::Terms;
use super::ticket::Ticket;

/// How two players were brought together, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A pool. What it came of is told to each by its ticket.
    Pool,
    /// This seek was accepted.
    Seek(OfferId),
    /// This challenge was accepted.
    Challenge(OfferId),
    /// They play again what they played at this table.
    Rematch(TableId),
    /// An organiser paired them.
    Bulk(OfferId),
}

/// What stands for a match when its table is made: the same call always makes the same table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchId(RequestId);

impl MatchId {
    /// The id of the one match that can come of these parts.
    #[must_use]
    pub fn derive(what: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new().chain_update(what).chain_update([0]);
        for part in parts {
            hasher = hasher.chain_update(part);
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        Self(RequestId::of_bytes(bytes))
    }

    /// The id that was kept as this request id.
    #[must_use]
    pub const fn of_request(request: RequestId) -> Self {
        Self(request)
    }

    /// The request id to make its table with.
    #[must_use]
    pub const fn request(self) -> RequestId {
        self.0
    }

    /// The id of its table.
    #[must_use]
    pub fn table(self) -> TableId {
        TableId::of_match(self.0)
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> Self {
        id.0.to_string()
    }
}

/// Two players who were brought together. By the id of their table; guarded by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// The table's id.
    pub table: TableId,
    /// The request id to make the table with.
    pub request: String,
    /// What is played.
    pub terms: Terms,
    /// Who has White.
    pub white: Person,
    /// Who has Black.
    pub black: Person,
    /// How they were brought together.
    pub origin: Origin,
    /// The tickets that were taken for it, White's and Black's: they go back if the table cannot be made.
    pub tickets: Option<Box<[Ticket; 2]>>,
    /// When it was recorded, in milliseconds since 1970.
    pub at_ms: u64,
    /// Where it is in its life.
    pub state: MatchState,
    /// When the table was last asked for without an answer so far, in milliseconds since 1970, the first attempt of who has recorded
    /// it left out: until some time after it, a refusal does not show that there is no table.
    pub asked_ms: Option<u64>,
}

/// Where a match is in its life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchState {
    /// It starts at this moment, in milliseconds since 1970.
    Scheduled(u64),
    /// Its players are taken; its table is being made.
    Recorded,
    /// Its table is made.
    Made,
    /// Its table was refused for this reason.
    Refused(String),
    /// It was called off before its start.
    CalledOff,
}

/// A game as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Its table.
    pub table: TableId,
    /// Whether the player has White.
    pub is_white: bool,
    /// The other player.
    pub opponent: Person,
    /// What is played.
    pub terms: Terms,
    /// How they were brought together.
    pub origin: Origin,
    /// The ticket that it came of, where it came of a pool.
    pub ticket: Option<OfferId>,
    /// When it started, in milliseconds since 1970.
    pub at_ms: u64,
}

impl Match {
    /// The match as White sees it, or Black.
    #[must_use]
    pub fn game(&self, is_white: bool) -> Game {
        let ticket = |index: usize| self.tickets.as_ref().map(|tickets| tickets[index].id);
        Game {
            table: self.table,
            is_white,
            opponent: if is_white { self.black } else { self.white },
            terms: self.terms,
            origin: self.origin,
            ticket: ticket(usize::from(!is_white)),
            at_ms: self.at_ms,
        }
    }
}

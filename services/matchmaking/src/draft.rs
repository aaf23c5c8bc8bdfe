//! A change in the making: what was read, and what is to be written.
//!
//! Decisions are functions of a draft. One that needs a record which was not read yet stops ([`Halt::Need`]); it is read, with
//! everything else at one moment, and the decision is made anew. So decisions are pure, and say what they need by using it.

use std::collections::BTreeMap;

use corners_proto::error::Refusal;
use corners_proto::ids::{AccountId, OfferId, TableId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::news::{LobbyNews, News};
use crate::domain::person::AccountKind;
use crate::domain::player::Player;
use crate::store::{Audience, Commit, Entry, Index, Key, Kind, Put, Reading, Record, Tell};

/// Why a decision is not made.
#[derive(Debug)]
pub enum Halt {
    /// These records have to be read first.
    Need(Vec<Key>),
    /// It is refused.
    Refused(Refusal),
    /// This record cannot be read by this program.
    Damaged(Key, serde_json::Error),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What a decision answers.
pub type Decision<T> = Result<T, Halt>;

/// How long an account's record stays after its last change: guests' as long as a guest's session, and others for more than a
/// year, because whom they block is in it.
const GUESTS_KEPT_MS: u64 = 30 * 24 * 60 * 60 * 1_000;
const PLAYERS_KEPT_MS: u64 = 400 * 24 * 60 * 60 * 1_000;

/// A change in the making.
#[derive(Debug)]
pub struct Draft<'a> {
    now_ms: u64,
    read: &'a BTreeMap<Key, Option<Record>>,
    commit: Commit,
    written: BTreeMap<Key, Put>,
}

impl<'a> Draft<'a> {
    /// A change to be decided on what was read.
    #[must_use]
    pub fn new(now_ms: u64, read: &'a BTreeMap<Key, Option<Record>>) -> Self {
        Self {
            now_ms,
            read,
            commit: Commit::default(),
            written: BTreeMap::new(),
        }
    }

    /// The time, by the store's clock, in milliseconds since 1970.
    #[must_use]
    pub const fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// A record, as it was read or as this change has written it. What comes of it counts only while it is as it was read.
    ///
    /// # Errors
    /// When it has to be read first, or cannot be.
    pub fn get<T: DeserializeOwned>(&mut self, key: Key) -> Decision<Option<T>> {
        if let Some(put) = self.written.get(&key) {
            return serde_json::from_slice(&put.body)
                .map(Some)
                .map_err(|error| Halt::Damaged(key, error));
        }
        let record = self.read.get(&key).ok_or_else(|| Halt::Need(vec![key]))?;
        let revision = record.as_ref().map_or(0, |record| record.revision);
        if !self.commit.read.iter().any(|(known, _)| *known == key) {
            self.commit.read.push((key, revision));
        }
        let parsed = record
            .as_ref()
            .map(|record| serde_json::from_slice(&record.body))
            .transpose();
        parsed.map_err(|error| Halt::Damaged(key, error))
    }

    /// Many records are needed: those that were not read yet are read together.
    ///
    /// # Errors
    /// When some have to be read first.
    pub fn need(&self, keys: impl IntoIterator<Item = Key>) -> Decision<()> {
        let is_missing = |key: &Key| !self.read.contains_key(key) && !self.written.contains_key(key);
        let missing: Vec<Key> = keys.into_iter().filter(is_missing).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Halt::Need(missing))
    }

    /// The record of an account; an empty one for an account that was never here.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn player(&mut self, account: AccountId) -> Decision<Player> {
        Ok(self.get(Key::player(account))?.unwrap_or_default())
    }

    /// Writes a record.
    pub fn put<T: Serialize>(&mut self, key: Key, value: &T, keep_ms: u64) -> Decision<()> {
        let body = serde_json::to_vec(value).map_err(|error| Halt::Damaged(key, error))?;
        self.written.insert(key, Put { key, body, keep_ms });
        Ok(())
    }

    /// Writes the record of an account.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn put_player(&mut self, account: AccountId, player: &Player) -> Decision<()> {
        let keep_ms = if player.kind == AccountKind::Guest {
            GUESTS_KEPT_MS
        } else {
            PLAYERS_KEPT_MS
        };
        self.put(Key::player(account), player, keep_ms)
    }

    /// Enters something in an index, so long after now.
    pub fn enter(&mut self, index: Index, member: &[u8], after_ms: u64) {
        self.commit.entries.push(Entry {
            index,
            member: member.to_vec(),
            after_ms: Some(after_ms),
        });
    }

    /// Takes something out of an index.
    pub fn leave(&mut self, index: Index, member: &[u8]) {
        self.commit.entries.push(Entry {
            index,
            member: member.to_vec(),
            after_ms: None,
        });
    }

    /// Has something done with a record, so long after now.
    pub fn due(&mut self, key: Key, after_ms: u64) {
        self.enter(Index::Due, &key.to_bytes(), after_ms);
    }

    /// Nothing is to be done with a record any more.
    pub fn not_due(&mut self, key: Key) {
        self.leave(Index::Due, &key.to_bytes());
    }

    /// Tells an account.
    ///
    /// # Errors
    /// When the news cannot be written.
    pub fn tell(&mut self, account: AccountId, news: &News) -> Decision<()> {
        self.push_news(Audience::Account(account), news)
    }

    /// Tells the lobby.
    ///
    /// # Errors
    /// When the news cannot be written.
    pub fn tell_lobby(&mut self, news: &LobbyNews) -> Decision<()> {
        self.push_news(Audience::Lobby, news)
    }

    fn push_news<T: Serialize>(&mut self, audience: Audience, news: &T) -> Decision<()> {
        let body = serde_json::to_vec(news).map_err(|error| Halt::Damaged(Key::new(Kind::Player, [0; 16]), error))?;
        self.commit.tell.push(Tell { audience, body });
        Ok(())
    }

    /// The ticket has to wait in its pool with a lease that has not ended.
    pub fn must_wait(&mut self, pool: String, ticket: OfferId) {
        self.commit.alive.push((pool, *ticket.as_bytes()));
    }

    /// Nobody else must have taken the pool's lease since it was taken with this token.
    pub fn fence(&mut self, pool: String, token: u64) {
        self.commit.fence = Some((pool, token));
    }

    /// The change; none when nothing changes.
    #[must_use]
    pub fn into_commit(self) -> Option<Commit> {
        let mut commit = self.commit;
        commit.puts = self.written.into_values().collect();
        let changes = !commit.puts.is_empty() || !commit.entries.is_empty() || !commit.tell.is_empty();
        changes.then_some(commit)
    }
}

/// The record of a ticket, a seek, a challenge or a pairing.
#[must_use]
pub fn offer(kind: Kind, id: OfferId) -> Key {
    Key::new(kind, *id.as_bytes())
}

/// The record of an offer to play again at a table.
#[must_use]
pub fn rematch(table: TableId) -> Key {
    Key::new(Kind::Rematch, *table.as_bytes())
}

/// Records that were read at one moment, by their names.
#[must_use]
pub fn by_name(keys: &[Key], reading: Reading) -> (u64, BTreeMap<Key, Option<Record>>) {
    let records = keys.iter().copied().zip(reading.records).collect();
    (reading.now_ms, records)
}

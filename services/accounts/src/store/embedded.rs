//! The store in one file, or in memory.

use async_trait::async_trait;
use corners_embedded::{Database, Durability, Location, Schema};
use corners_proto::ids::AccountId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{AccountsStore, Creation, Outcome, StoreError};
use crate::guest::Guest;

const SCHEMA: Schema = Schema(&["
    CREATE TABLE account (
        id BLOB PRIMARY KEY,
        kind TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE request (
        number INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        account_id BLOB NOT NULL REFERENCES account (id),
        forget_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX request_by_age ON request (forget_at_ms);
"]);

/// Calls that are deleted with each new one: more than one, so that they never pile up.
const FORGOTTEN_AT_ONCE: u32 = 100;

const FORGET: &str = "DELETE FROM request WHERE number IN
    (SELECT number FROM request WHERE forget_at_ms <= ?1 ORDER BY forget_at_ms LIMIT ?2)";
const FORGET_THIS: &str = "DELETE FROM request WHERE digest = ?1 AND forget_at_ms <= ?2";
const REMEMBER: &str = "SELECT account.id, account.created_at_ms
    FROM request JOIN account ON account.id = request.account_id WHERE request.digest = ?1";
// Numbers rise with time, so that those in use span what is remembered; counting rows would read them all.
const REMEMBERED: &str = "SELECT (SELECT max(number) FROM request) - (SELECT min(number) FROM request) + 1";
const OLDEST: &str = "SELECT min(forget_at_ms) FROM request";
const INSERT_ACCOUNT: &str = "INSERT INTO account VALUES (?1, 'guest', ?2)";
const INSERT_REQUEST: &str = "INSERT INTO request (digest, account_id, forget_at_ms) VALUES (?1, ?2, ?3)";

/// The store of accounts in one file (or in memory), for one process. What it answered survives a power cut.
#[derive(Debug)]
pub struct EmbeddedAccountsStore {
    database: Database,
}

impl EmbeddedAccountsStore {
    /// Opens the store.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated, or another process has it open.
    pub fn open(location: Location) -> Result<Self, StoreError> {
        let database =
            Database::open(location, SCHEMA, Durability::Full).map_err(|error| StoreError::new("open", error))?;
        Ok(Self { database })
    }
}

#[async_trait]
impl AccountsStore for EmbeddedAccountsStore {
    async fn create_guest(&self, creation: Creation) -> Result<Outcome, StoreError> {
        let created = self
            .database
            .write(move |connection| create_guest(connection, &creation))
            .await;
        created.map_err(|error| StoreError::new("write to", error))
    }
}

fn create_guest(connection: &Connection, creation: &Creation) -> rusqlite::Result<Outcome> {
    let (digest, guest) = (creation.request.as_bytes(), creation.guest);
    let now_ms = to_sql(guest.created_at_ms);
    connection
        .prepare_cached(FORGET)?
        .execute(params![now_ms, FORGOTTEN_AT_ONCE])?;
    connection
        .prepare_cached(FORGET_THIS)?
        .execute(params![digest, now_ms])?;
    if let Some(known) = connection
        .prepare_cached(REMEMBER)?
        .query_row([digest], read_guest)
        .optional()?
    {
        return Ok(Outcome::Remembered(known));
    }
    let remembered: Option<i64> = connection.prepare_cached(REMEMBERED)?.query_row([], |row| row.get(0))?;
    if from_sql(remembered.unwrap_or(0)) >= creation.most_remembered {
        let room_at_ms: i64 = connection.prepare_cached(OLDEST)?.query_row([], |row| row.get(0))?;
        return Ok(Outcome::Full {
            room_at_ms: from_sql(room_at_ms),
        });
    }
    let account = guest.account.as_bytes();
    connection
        .prepare_cached(INSERT_ACCOUNT)?
        .execute(params![account, now_ms])?;
    connection
        .prepare_cached(INSERT_REQUEST)?
        .execute(params![digest, account, to_sql(creation.remember_until_ms)])?;
    Ok(Outcome::Created(guest))
}

fn read_guest(row: &Row<'_>) -> rusqlite::Result<Guest> {
    Ok(Guest {
        account: AccountId::from_bytes(row.get(0)?),
        created_at_ms: from_sql(row.get(1)?),
    })
}

/// SQLite's integers have a sign; times that do not fit are further away than anybody plays.
fn to_sql(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn from_sql(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

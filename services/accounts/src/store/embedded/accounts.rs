//! Accounts, their names and their outside identities.

use corners_proto::ids::AccountId;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use super::values::{account_id, moment, optional_account_id, optional_moment, to_sql, word};
use crate::domain::{Account, Ban, Digest, NameKey, PasswordHash};
use crate::store::{AccountsQuery, Identity};

macro_rules! columns {
    () => {
        "id, revision, kind, display_name, folded_name, name_key, password, recovery, owner, operator, created_at_ms, \
         renamed_at_ms, ban_until_ms, ban_note, deleted_at_ms"
    };
}

const BY_ID: &str = concat!("SELECT ", columns!(), " FROM account WHERE id = ?1");
const BY_NAME: &str = concat!("SELECT ", columns!(), " FROM account WHERE name_key = ?1");
const BOTS: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM account WHERE owner = ?1 AND deleted_at_ms IS NULL ORDER BY created_at_ms, id"
);
const BY_IDENTITY: &str = "SELECT account FROM identity WHERE issuer = ?1 AND subject = ?2";
// Row values are compared by their first difference, so that this is one walk along the index.
const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM account WHERE (created_at_ms, id) < (?1, ?2) AND (?3 = '' OR (folded_name >= ?3 AND folded_name < ?4))",
    " AND (?5 IS NULL OR ban_until_ms > ?5) ORDER BY created_at_ms DESC, id DESC LIMIT ?6"
);
const INSERT: &str = concat!(
    "INSERT INTO account (",
    columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
);
const UPDATE: &str = "UPDATE account SET revision = revision + 1, kind = ?3, display_name = ?4, folded_name = ?5,
    name_key = ?6, password = ?7, recovery = ?8, owner = ?9, operator = ?10, created_at_ms = ?11, renamed_at_ms = ?12,
    ban_until_ms = ?13, ban_note = ?14, deleted_at_ms = ?15 WHERE id = ?1 AND revision = ?2";
const REVISION: &str = "SELECT revision FROM account WHERE id = ?1";
const CLAIM: &str = "INSERT INTO name (key, account, until_ms) VALUES (?1, ?2, NULL)
    ON CONFLICT (key) DO UPDATE SET account = excluded.account, until_ms = NULL
    WHERE account = excluded.account OR until_ms <= ?3";
const RELEASE: &str = "UPDATE name SET until_ms = ?3 WHERE key = ?1 AND account = ?2";
const LINK: &str = "INSERT INTO identity (issuer, subject, account) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
const UNLINK: &str = "DELETE FROM identity WHERE account = ?1";
const IDENTITIES: &str = "SELECT issuer, subject FROM identity WHERE account = ?1 ORDER BY issuer, subject";

pub(super) fn by_id(connection: &Connection, id: AccountId) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(BY_ID)?
        .query_row([id.as_bytes()], read)
        .optional()
}

pub(super) fn by_name(connection: &Connection, name: NameKey) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(BY_NAME)?
        .query_row([name.as_bytes()], read)
        .optional()
}

pub(super) fn by_identity(connection: &Connection, identity: &Identity) -> rusqlite::Result<Option<Account>> {
    let mut statement = connection.prepare_cached(BY_IDENTITY)?;
    let linked = statement
        .query_row(params![identity.issuer, identity.subject], |row| account_id(row, 0))
        .optional()?;
    linked.map_or(Ok(None), |account| by_id(connection, account))
}

pub(super) fn bots(connection: &Connection, owner: AccountId) -> rusqlite::Result<Vec<Account>> {
    let mut statement = connection.prepare_cached(BOTS)?;
    statement.query_map([owner.as_bytes()], read)?.collect()
}

pub(super) fn list(connection: &Connection, query: &AccountsQuery) -> rusqlite::Result<Vec<Account>> {
    let (before_ms, before) = query
        .after
        .map_or((i64::MAX, [0xff; 16]), |(at, id)| (to_sql(at), *id.as_bytes()));
    let end = format!("{}{}", query.folded_prefix, char::MAX);
    let mut statement = connection.prepare_cached(LIST)?;
    let page = params![
        before_ms,
        before,
        query.folded_prefix,
        end,
        query.banned_at_ms.map(to_sql),
        query.most
    ];
    statement.query_map(page, read)?.collect()
}

pub(super) fn identities(connection: &Connection, account: AccountId) -> rusqlite::Result<Vec<Identity>> {
    let read = |row: &Row<'_>| {
        Ok(Identity {
            issuer: row.get(0)?,
            subject: row.get(1)?,
        })
    };
    let mut statement = connection.prepare_cached(IDENTITIES)?;
    statement.query_map([account.as_bytes()], read)?.collect()
}

pub(super) fn insert(connection: &Connection, account: &Account) -> rusqlite::Result<()> {
    write(connection, INSERT, account).map(drop)
}

/// Whether the stored account had the revision.
pub(super) fn update(connection: &Connection, account: &Account) -> rusqlite::Result<bool> {
    Ok(write(connection, UPDATE, account)? == 1)
}

pub(super) fn has_revision(connection: &Connection, account: AccountId, revision: u64) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(REVISION)?;
    let stored = statement
        .query_row([account.as_bytes()], |row| moment(row, 0))
        .optional()?;
    Ok(stored == Some(revision))
}

/// Whether the name is the account's now.
pub(super) fn claim(connection: &Connection, name: NameKey, account: AccountId, now_ms: u64) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(CLAIM)?;
    Ok(statement.execute(params![name.as_bytes(), account.as_bytes(), to_sql(now_ms)])? == 1)
}

pub(super) fn release(
    connection: &Connection,
    name: NameKey,
    account: AccountId,
    until_ms: u64,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(RELEASE)?;
    statement
        .execute(params![name.as_bytes(), account.as_bytes(), to_sql(until_ms)])
        .map(drop)
}

/// Whether the identity was free.
pub(super) fn link(connection: &Connection, identity: &Identity, account: AccountId) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(LINK)?;
    Ok(statement.execute(params![identity.issuer, identity.subject, account.as_bytes()])? == 1)
}

pub(super) fn unlink(connection: &Connection, account: AccountId) -> rusqlite::Result<()> {
    connection
        .prepare_cached(UNLINK)?
        .execute([account.as_bytes()])
        .map(drop)
}

fn write(connection: &Connection, statement: &str, account: &Account) -> rusqlite::Result<usize> {
    let values: [&dyn ToSql; 15] = [
        account.id.as_bytes(),
        &to_sql(account.revision),
        &account.kind.as_str(),
        &account.display_name,
        &account.folded_name,
        &account.name_key.as_ref().map(NameKey::as_bytes),
        &account.password.as_ref().map(PasswordHash::as_str),
        &account.recovery.as_ref().map(Digest::as_bytes),
        &account.owner.as_ref().map(AccountId::as_bytes),
        &account.operator,
        &to_sql(account.created_at_ms),
        &account.renamed_at_ms.map(to_sql),
        &account.ban.as_ref().map(|ban| to_sql(ban.until_ms)),
        &account.ban.as_ref().map(|ban| &ban.note),
        &account.deleted_at_ms.map(to_sql),
    ];
    connection.prepare_cached(statement)?.execute(values.as_slice())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    let until_ms = optional_moment(row, 12)?;
    let note: Option<String> = row.get(13)?;
    Ok(Account {
        id: account_id(row, 0)?,
        revision: moment(row, 1)?,
        kind: word(row, 2)?,
        display_name: row.get(3)?,
        folded_name: row.get(4)?,
        name_key: row.get::<_, Option<_>>(5)?.map(NameKey::from_bytes),
        password: row.get::<_, Option<_>>(6)?.map(PasswordHash::new),
        recovery: row.get::<_, Option<_>>(7)?.map(Digest::from_bytes),
        owner: optional_account_id(row, 8)?,
        operator: row.get(9)?,
        created_at_ms: moment(row, 10)?,
        renamed_at_ms: optional_moment(row, 11)?,
        ban: until_ms.map(|until_ms| Ban {
            until_ms,
            note: note.unwrap_or_default(),
        }),
        deleted_at_ms: optional_moment(row, 14)?,
    })
}

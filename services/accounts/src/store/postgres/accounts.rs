//! Accounts, their names and their outside identities.

use std::collections::HashMap;

use corners_proto::ids::AccountId;
use sqlx::{Executor, PgConnection, Result, query, query_as};
use uuid::Uuid;

use super::values::{from_sql, optional_bytes, text, to_sql, uuid, word};
use crate::domain::{Account, Ban, Digest, NameKey, PasswordHash};
use crate::store::{AccountsQuery, Identity};

struct Row {
    id: Uuid,
    revision: i64,
    kind: String,
    display_name: String,
    folded_name: String,
    name_key: Option<Vec<u8>>,
    password: Option<String>,
    recovery: Option<Vec<u8>>,
    owner: Option<Uuid>,
    operator: bool,
    created_at_ms: i64,
    renamed_at_ms: Option<i64>,
    ban_until_ms: Option<i64>,
    ban_note: Option<String>,
    deleted_at_ms: Option<i64>,
}

/// Asks for accounts, with what follows `FROM account`.
macro_rules! accounts {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            Row,
            "SELECT account.id, revision, kind, display_name, folded_name, name_key, password, recovery, owner, operator, "
                + "created_at_ms, renamed_at_ms, ban_until_ms, ban_note, deleted_at_ms FROM account " + $rest
            $(, $value)*
        )
    };
}

impl TryFrom<Row> for Account {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: AccountId::from_bytes(row.id.into_bytes()),
            revision: from_sql(row.revision),
            kind: word(&row.kind)?,
            display_name: row.display_name,
            folded_name: row.folded_name,
            name_key: optional_bytes(row.name_key)?.map(NameKey::from_bytes),
            password: row.password.map(PasswordHash::new),
            recovery: optional_bytes(row.recovery)?.map(Digest::from_bytes),
            owner: row.owner.map(|owner| AccountId::from_bytes(owner.into_bytes())),
            operator: row.operator,
            created_at_ms: from_sql(row.created_at_ms),
            renamed_at_ms: row.renamed_at_ms.map(from_sql),
            ban: row.ban_until_ms.map(|until_ms| Ban {
                until_ms: from_sql(until_ms),
                note: row.ban_note.unwrap_or_default(),
            }),
            deleted_at_ms: row.deleted_at_ms.map(from_sql),
        })
    }
}

fn account(row: Option<Row>) -> Result<Option<Account>> {
    row.map(Account::try_from).transpose()
}

fn all(rows: Vec<Row>) -> Result<Vec<Account>> {
    rows.into_iter().map(Account::try_from).collect()
}

pub(super) async fn by_ids(connection: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Account>> {
    all(accounts!("WHERE id = ANY($1)", ids).fetch_all(connection).await?)
}

pub(super) async fn by_name(connection: &mut PgConnection, name: NameKey) -> Result<Option<Account>> {
    account(
        accounts!("WHERE name_key = $1", name.as_bytes())
            .fetch_optional(connection)
            .await?,
    )
}

pub(super) async fn by_identity(connection: &mut PgConnection, identity: &Identity) -> Result<Option<Account>> {
    let found = accounts!(
        "JOIN identity ON identity.account = account.id WHERE issuer = $1 AND subject = $2",
        &text(&identity.issuer),
        &text(&identity.subject)
    );
    account(found.fetch_optional(connection).await?)
}

pub(super) async fn bots(connection: &mut PgConnection, owner: AccountId) -> Result<Vec<Account>> {
    let found = accounts!(
        "WHERE owner = $1 AND deleted_at_ms IS NULL ORDER BY created_at_ms, id",
        uuid(owner.as_bytes())
    );
    all(found.fetch_all(connection).await?)
}

pub(super) async fn list(connection: &mut PgConnection, asked: &AccountsQuery) -> Result<Vec<Account>> {
    let (before_ms, before) = asked.after.map_or((i64::MAX, Uuid::max()), |(at_ms, id)| {
        (to_sql(at_ms), uuid(id.as_bytes()))
    });
    let most = i64::from(asked.most);
    let prefix = &text(&asked.folded_prefix);
    let end = format!("{prefix}{}", char::MAX);
    // Which index is the best depends on how many accounts the filter lets through.
    connection
        .execute("SET LOCAL plan_cache_mode = force_custom_plan")
        .await?;
    let rows = match asked.banned_at_ms.map(to_sql) {
        None => {
            accounts!(
                "WHERE (created_at_ms, id) < ($1, $2) AND ($3 = '' OR (folded_name >= $3 AND folded_name < $4)) \
                 ORDER BY created_at_ms DESC, id DESC LIMIT $5",
                before_ms,
                before,
                prefix,
                end,
                most
            )
            .fetch_all(connection)
            .await?
        }
        Some(banned_at_ms) => {
            accounts!(
                "WHERE (created_at_ms, id) < ($1, $2) AND ($3 = '' OR (folded_name >= $3 AND folded_name < $4)) \
                 AND ban_until_ms > $6 ORDER BY created_at_ms DESC, id DESC LIMIT $5",
                before_ms,
                before,
                prefix,
                end,
                most,
                banned_at_ms
            )
            .fetch_all(connection)
            .await?
        }
    };
    all(rows)
}

pub(super) async fn identities(connection: &mut PgConnection, account: AccountId) -> Result<Vec<Identity>> {
    let found = query_as!(
        Identity,
        "SELECT issuer, subject FROM identity WHERE account = $1 ORDER BY issuer, subject",
        uuid(account.as_bytes())
    );
    found.fetch_all(connection).await
}

/// Keeps accounts as they are until the transaction ends, and in an order in which no two transactions wait for each other;
/// answers the revisions of those that are there.
pub(super) async fn lock(connection: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<AccountId, u64>> {
    let locking = query!(
        "SELECT id, revision FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
        ids
    );
    let rows = locking.fetch_all(connection).await?;
    let revisions = rows
        .into_iter()
        .map(|row| (AccountId::from_bytes(row.id.into_bytes()), from_sql(row.revision)));
    Ok(revisions.collect())
}

pub(super) async fn insert(connection: &mut PgConnection, account: &Account) -> Result<()> {
    let note = account.ban.as_ref().map(|ban| text(&ban.note));
    let inserting = query!(
        "INSERT INTO account (id, revision, kind, display_name, folded_name, name_key, password, recovery, owner, operator, \
         created_at_ms, renamed_at_ms, ban_until_ms, ban_note, deleted_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        uuid(account.id.as_bytes()),
        to_sql(account.revision),
        account.kind.as_str(),
        &text(&account.display_name),
        &text(&account.folded_name),
        account.name_key.as_ref().map(|key| &key.as_bytes()[..]),
        account.password.as_ref().map(PasswordHash::as_str),
        account.recovery.as_ref().map(|digest| &digest.as_bytes()[..]),
        account.owner.as_ref().map(|owner| uuid(owner.as_bytes())),
        account.operator,
        to_sql(account.created_at_ms),
        account.renamed_at_ms.map(to_sql),
        account.ban.as_ref().map(|ban| to_sql(ban.until_ms)),
        note.as_deref(),
        account.deleted_at_ms.map(to_sql)
    );
    inserting.execute(connection).await.map(drop)
}

/// Whether the stored account had the revision.
pub(super) async fn update(connection: &mut PgConnection, account: &Account) -> Result<bool> {
    let note = account.ban.as_ref().map(|ban| text(&ban.note));
    let updating = query!(
        "UPDATE account SET revision = revision + 1, kind = $3, display_name = $4, folded_name = $5, name_key = $6, \
         password = $7, recovery = $8, owner = $9, operator = $10, created_at_ms = $11, renamed_at_ms = $12, \
         ban_until_ms = $13, ban_note = $14, deleted_at_ms = $15 WHERE id = $1 AND revision = $2",
        uuid(account.id.as_bytes()),
        to_sql(account.revision),
        account.kind.as_str(),
        &text(&account.display_name),
        &text(&account.folded_name),
        account.name_key.as_ref().map(|key| &key.as_bytes()[..]),
        account.password.as_ref().map(PasswordHash::as_str),
        account.recovery.as_ref().map(|digest| &digest.as_bytes()[..]),
        account.owner.as_ref().map(|owner| uuid(owner.as_bytes())),
        account.operator,
        to_sql(account.created_at_ms),
        account.renamed_at_ms.map(to_sql),
        account.ban.as_ref().map(|ban| to_sql(ban.until_ms)),
        note.as_deref(),
        account.deleted_at_ms.map(to_sql)
    );
    Ok(updating.execute(connection).await?.rows_affected() == 1)
}

/// Whether the name is the account's now.
pub(super) async fn claim(
    connection: &mut PgConnection,
    name: NameKey,
    account: AccountId,
    now_ms: u64,
) -> Result<bool> {
    let claiming = query!(
        "INSERT INTO name (key, account, until_ms) VALUES ($1, $2, NULL) \
         ON CONFLICT (key) DO UPDATE SET account = excluded.account, until_ms = NULL \
         WHERE name.account = excluded.account OR name.until_ms <= $3",
        name.as_bytes(),
        uuid(account.as_bytes()),
        to_sql(now_ms)
    );
    Ok(claiming.execute(connection).await?.rows_affected() == 1)
}

pub(super) async fn release(
    connection: &mut PgConnection,
    name: NameKey,
    account: AccountId,
    until_ms: u64,
) -> Result<()> {
    let releasing = query!(
        "UPDATE name SET until_ms = $3 WHERE key = $1 AND account = $2",
        name.as_bytes(),
        uuid(account.as_bytes()),
        to_sql(until_ms)
    );
    releasing.execute(connection).await.map(drop)
}

/// Whether the identity was free.
pub(super) async fn link(connection: &mut PgConnection, identity: &Identity, account: AccountId) -> Result<bool> {
    let linking = query!(
        "INSERT INTO identity (issuer, subject, account) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        &text(&identity.issuer),
        &text(&identity.subject),
        uuid(account.as_bytes())
    );
    Ok(linking.execute(connection).await?.rows_affected() == 1)
}

pub(super) async fn unlink(connection: &mut PgConnection, account: AccountId) -> Result<()> {
    let unlinking = query!("DELETE FROM identity WHERE account = $1", uuid(account.as_bytes()));
    unlinking.execute(connection).await.map(drop)
}

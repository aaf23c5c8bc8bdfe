//! Calls that are remembered, the audit log and the secret.

use corners_proto::ids::AccountId;
use sqlx::{Executor, PgConnection, Result, query, query_as, query_scalar};
use uuid::Uuid;

use super::values::{bytes, from_sql, text, to_sql, uuid};
use crate::domain::{AuditEvent, AuditRecord, Digest, Remembered, RequestDigest};
use crate::store::AuditQuery;

struct RequestRow {
    digest: Vec<u8>,
    body: Vec<u8>,
    account: Uuid,
    subject: Uuid,
    created: bool,
    forget_at_ms: i64,
}

struct EventRow {
    number: i64,
    at_ms: i64,
    action: String,
    actor: Option<Uuid>,
    account: Option<Uuid>,
    subject: String,
    address: String,
    note: String,
}

impl TryFrom<RequestRow> for Remembered {
    type Error = sqlx::Error;

    fn try_from(row: RequestRow) -> Result<Self> {
        Ok(Self {
            request: RequestDigest::from_bytes(bytes(row.digest)?),
            body: Digest::from_bytes(bytes(row.body)?),
            account: AccountId::from_bytes(row.account.into_bytes()),
            subject: row.subject.into_bytes(),
            created: row.created,
            forget_at_ms: from_sql(row.forget_at_ms),
        })
    }
}

impl From<EventRow> for AuditEvent {
    fn from(row: EventRow) -> Self {
        let id = |id: Uuid| AccountId::from_bytes(id.into_bytes());
        Self {
            number: from_sql(row.number),
            record: AuditRecord {
                at_ms: from_sql(row.at_ms),
                action: row.action,
                actor: row.actor.map(id),
                account: row.account.map(id),
                subject: row.subject,
                address: row.address,
                note: row.note,
            },
        }
    }
}

pub(super) async fn remembered(
    connection: &mut PgConnection,
    request: RequestDigest,
    now_ms: u64,
) -> Result<Option<Remembered>> {
    let found = query_as!(
        RequestRow,
        "SELECT digest, body, account, subject, created, forget_at_ms FROM request WHERE digest = $1 AND forget_at_ms > $2",
        request.as_bytes(),
        to_sql(now_ms)
    );
    let row = found.fetch_optional(connection).await?;
    row.map(Remembered::try_from).transpose()
}

/// Whether the call is remembered from now on; not when it is already. Another that does the same is waited for.
pub(super) async fn remember(connection: &mut PgConnection, call: &Remembered, now_ms: u64) -> Result<bool> {
    let remembering = query!(
        "INSERT INTO request (digest, body, account, subject, created, forget_at_ms) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (digest) DO UPDATE SET body = excluded.body, account = excluded.account, subject = excluded.subject, \
         created = excluded.created, forget_at_ms = excluded.forget_at_ms WHERE request.forget_at_ms <= $7",
        call.request.as_bytes(),
        call.body.as_bytes(),
        uuid(call.account.as_bytes()),
        uuid(&call.subject),
        call.created,
        to_sql(call.forget_at_ms),
        to_sql(now_ms)
    );
    Ok(remembering.execute(connection).await?.rows_affected() == 1)
}

pub(super) async fn record(connection: &mut PgConnection, record: &AuditRecord) -> Result<()> {
    let recording = query!(
        "INSERT INTO audit (at_ms, action, actor, account, subject, address, note) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        to_sql(record.at_ms),
        &text(&record.action),
        record.actor.as_ref().map(|actor| uuid(actor.as_bytes())),
        record.account.as_ref().map(|account| uuid(account.as_bytes())),
        &text(&record.subject),
        &text(&record.address),
        &text(&record.note)
    );
    recording.execute(connection).await.map(drop)
}

pub(super) async fn forget_addresses(connection: &mut PgConnection, account: AccountId) -> Result<()> {
    let forgetting = query!(
        "UPDATE audit SET address = '' WHERE (actor = $1 OR account = $1) AND address <> ''",
        uuid(account.as_bytes())
    );
    forgetting.execute(connection).await.map(drop)
}

pub(super) async fn events(connection: &mut PgConnection, asked: &AuditQuery) -> Result<Vec<AuditEvent>> {
    let (first, end) = actions(&text(&asked.action));
    let before = asked.before.map_or(i64::MAX, to_sql);
    let most = i64::from(asked.most);
    // Which index is the best depends on how common the actions are.
    connection
        .execute("SET LOCAL plan_cache_mode = force_custom_plan")
        .await?;
    let rows = match asked.account {
        None => {
            let found = query_as!(
                EventRow,
                "SELECT number, at_ms, action, actor, account, subject, address, note FROM audit \
                 WHERE number < $1 AND action >= $2 AND action < $3 ORDER BY number DESC LIMIT $4",
                before,
                first,
                end,
                most
            );
            found.fetch_all(connection).await?
        }
        // Two walks down two indices, each of which ends early.
        Some(account) => {
            let found = query_as!(
                EventRow,
                r#"SELECT number AS "number!", at_ms AS "at_ms!", action AS "action!", actor, account, subject AS "subject!",
                   address AS "address!", note AS "note!"
                   FROM ((SELECT * FROM audit
                          WHERE actor = $5 AND number < $1 AND action >= $2 AND action < $3 ORDER BY number DESC LIMIT $4)
                         UNION
                         (SELECT * FROM audit
                          WHERE account = $5 AND number < $1 AND action >= $2 AND action < $3 ORDER BY number DESC LIMIT $4))
                        AS found
                   ORDER BY number DESC LIMIT $4"#,
                before,
                first,
                end,
                most,
                uuid(account.as_bytes())
            );
            found.fetch_all(connection).await?
        }
    };
    Ok(rows.into_iter().map(AuditEvent::from).collect())
}

/// The first action that is meant, and the first after them.
fn actions(asked: &str) -> (String, String) {
    match asked.strip_suffix('.') {
        None if asked.is_empty() => (String::new(), char::MAX.to_string()),
        // The character after a dot is a slash.
        Some(beginning) => (asked.to_owned(), format!("{beginning}/")),
        None => (asked.to_owned(), format!("{asked}\u{1}")),
    }
}

/// The secret; `fresh` becomes it if there is none.
pub(super) async fn secret(connection: &mut PgConnection, fresh: [u8; 32]) -> Result<[u8; 32]> {
    let making = query!(
        "INSERT INTO secret (one, bytes) VALUES (TRUE, $1) ON CONFLICT DO NOTHING",
        &fresh[..]
    );
    making.execute(&mut *connection).await?;
    let found = query_scalar!("SELECT bytes FROM secret").fetch_one(connection).await?;
    bytes(found)
}

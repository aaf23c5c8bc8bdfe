//! Calls that are remembered, the audit log, meters, the secret; and forgetting.

use corners_proto::ids::AccountId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::values::{account_id, from_sql, moment, optional_account_id, to_sql};
use crate::domain::{AuditEvent, AuditRecord, Digest, Meter, MeterKey, MeterRule, Remembered, RequestDigest, Verdict};
use crate::store::AuditQuery;

const REMEMBERED: &str = "SELECT digest, body, account, subject, created, forget_at_ms FROM request
    WHERE digest = ?1 AND forget_at_ms > ?2";
const REMEMBER: &str = "INSERT OR REPLACE INTO request (digest, body, account, subject, created, forget_at_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const RECORD: &str = "INSERT INTO audit (at_ms, action, actor, account, subject, address, note)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const FORGET_ADDRESSES: &str = "UPDATE audit SET address = '' WHERE actor = ?1 OR account = ?1";
const EVENTS: &str = "SELECT number, at_ms, action, actor, account, subject, address, note FROM audit
    WHERE number < ?1 AND (?2 IS NULL OR actor = ?2 OR account = ?2) AND (?3 = '' OR (action >= ?3 AND action < ?4))
    ORDER BY number DESC LIMIT ?5";
const METER: &str = "SELECT level, at_ms, forget_at_ms FROM meter WHERE key = ?1";
const KEEP_METER: &str = "INSERT OR REPLACE INTO meter (key, level, at_ms, forget_at_ms) VALUES (?1, ?2, ?3, ?4)";
const CLEAR_METER: &str = "DELETE FROM meter WHERE key = ?1";
const SECRET: &str = "SELECT bytes FROM secret";
const MAKE_SECRET: &str = "INSERT INTO secret (one, bytes) VALUES (1, ?1)";

/// What is deleted when its time is over: at most ?2 rows, of ?1 or earlier.
const PRUNE: [&str; 6] = [
    "DELETE FROM session WHERE id IN
        (SELECT id FROM session WHERE expires_at_ms <= ?1 ORDER BY expires_at_ms LIMIT ?2)",
    "DELETE FROM personal_token WHERE id IN
        (SELECT id FROM personal_token WHERE expires_at_ms <= ?1 ORDER BY expires_at_ms LIMIT ?2)",
    "DELETE FROM request WHERE digest IN
        (SELECT digest FROM request WHERE forget_at_ms <= ?1 ORDER BY forget_at_ms LIMIT ?2)",
    "DELETE FROM revocation WHERE subject IN
        (SELECT subject FROM revocation WHERE forget_at_ms <= ?1 ORDER BY forget_at_ms LIMIT ?2)",
    "DELETE FROM meter WHERE key IN
        (SELECT key FROM meter WHERE forget_at_ms <= ?1 ORDER BY forget_at_ms LIMIT ?2)",
    "DELETE FROM name WHERE key IN
        (SELECT key FROM name WHERE until_ms <= ?1 ORDER BY until_ms LIMIT ?2)",
];
const PRUNE_AUDIT: &str = "DELETE FROM audit WHERE number IN
    (SELECT number FROM audit WHERE at_ms < ?1 ORDER BY at_ms LIMIT ?2)";

pub(super) fn remembered(
    connection: &Connection,
    request: RequestDigest,
    now_ms: u64,
) -> rusqlite::Result<Option<Remembered>> {
    let read = |row: &Row<'_>| {
        Ok(Remembered {
            request: RequestDigest::from_bytes(row.get(0)?),
            body: Digest::from_bytes(row.get(1)?),
            account: account_id(row, 2)?,
            subject: row.get(3)?,
            created: row.get(4)?,
            forget_at_ms: moment(row, 5)?,
        })
    };
    let mut statement = connection.prepare_cached(REMEMBERED)?;
    statement
        .query_row(params![request.as_bytes(), to_sql(now_ms)], read)
        .optional()
}

pub(super) fn remember(connection: &Connection, call: &Remembered) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(REMEMBER)?;
    let values = params![
        call.request.as_bytes(),
        call.body.as_bytes(),
        call.account.as_bytes(),
        call.subject,
        call.created,
        to_sql(call.forget_at_ms),
    ];
    statement.execute(values).map(drop)
}

pub(super) fn record(connection: &Connection, record: &AuditRecord) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(RECORD)?;
    let values = params![
        to_sql(record.at_ms),
        record.action,
        record.actor.as_ref().map(AccountId::as_bytes),
        record.account.as_ref().map(AccountId::as_bytes),
        record.subject,
        record.address,
        record.note,
    ];
    statement.execute(values).map(drop)
}

pub(super) fn forget_addresses(connection: &Connection, account: AccountId) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(FORGET_ADDRESSES)?;
    statement.execute([account.as_bytes()]).map(drop)
}

pub(super) fn events(connection: &Connection, query: &AuditQuery) -> rusqlite::Result<Vec<AuditEvent>> {
    let read = |row: &Row<'_>| {
        Ok(AuditEvent {
            number: moment(row, 0)?,
            record: AuditRecord {
                at_ms: moment(row, 1)?,
                action: row.get(2)?,
                actor: optional_account_id(row, 3)?,
                account: optional_account_id(row, 4)?,
                subject: row.get(5)?,
                address: row.get(6)?,
                note: row.get(7)?,
            },
        })
    };
    // The character after a dot is a slash; an action of its own ends before itself and the lowest character.
    let end = match query.action.strip_suffix('.') {
        Some(beginning) => format!("{beginning}/"),
        None => format!("{}\u{1}", query.action),
    };
    let mut statement = connection.prepare_cached(EVENTS)?;
    let page = params![
        query.before.map_or(i64::MAX, to_sql),
        query.account.as_ref().map(AccountId::as_bytes),
        query.action,
        end,
        query.most,
    ];
    statement.query_map(page, read)?.collect()
}

pub(super) fn count(connection: &Connection, key: MeterKey, rule: MeterRule, now_ms: u64) -> rusqlite::Result<Verdict> {
    let read = |row: &Row<'_>| {
        Ok(Meter {
            level: row.get(0).map(from_sql)?,
            at_ms: moment(row, 1)?,
            forget_at_ms: moment(row, 2)?,
        })
    };
    let stored = connection
        .prepare_cached(METER)?
        .query_row([key.as_bytes()], read)
        .optional()?;
    let verdict = rule.judge(stored, now_ms);
    if let Verdict::Admitted(meter) = verdict {
        let mut statement = connection.prepare_cached(KEEP_METER)?;
        statement.execute(params![
            key.as_bytes(),
            to_sql(meter.level),
            to_sql(meter.at_ms),
            to_sql(meter.forget_at_ms)
        ])?;
    }
    Ok(verdict)
}

pub(super) fn clear(connection: &Connection, key: MeterKey) -> rusqlite::Result<()> {
    connection
        .prepare_cached(CLEAR_METER)?
        .execute([key.as_bytes()])
        .map(drop)
}

/// The secret; `fresh` becomes it if there is none.
pub(super) fn secret(connection: &Connection, fresh: [u8; 32]) -> rusqlite::Result<[u8; 32]> {
    let stored = connection
        .prepare_cached(SECRET)?
        .query_row([], |row| row.get(0))
        .optional()?;
    if let Some(secret) = stored {
        return Ok(secret);
    }
    connection.prepare_cached(MAKE_SECRET)?.execute([fresh])?;
    Ok(fresh)
}

/// Whether there may be more.
pub(super) fn prune(connection: &Connection, now_ms: u64, audit_before_ms: u64, most: u32) -> rusqlite::Result<bool> {
    let jobs = PRUNE.map(|statement| (statement, now_ms));
    let mut more = false;
    for (statement, until_ms) in jobs.into_iter().chain([(PRUNE_AUDIT, audit_before_ms)]) {
        let deleted = connection
            .prepare_cached(statement)?
            .execute(params![to_sql(until_ms), most])?;
        more |= deleted >= most as usize;
    }
    Ok(more)
}

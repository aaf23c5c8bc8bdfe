//! Sessions, personal access tokens and revocations.

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use corners_service::auth::Scopes;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::values::{account_id, moment, optional_moment, to_sql, word};
use crate::domain::{Digest, PersonalToken, RequestDigest, Revocation, RevocationSubject, Session};
use crate::store::RevocationsQuery;

macro_rules! session_columns {
    () => {
        "id, account, origin, secret, previous, request, created_at_ms, refreshed_at_ms, expires_at_ms, access_until_ms"
    };
}

macro_rules! token_columns {
    () => {
        "id, account, label, scopes, secret, created_at_ms, expires_at_ms, last_used_at_ms"
    };
}

const SESSION: &str = concat!("SELECT ", session_columns!(), " FROM session WHERE id = ?1");
const SESSIONS: &str = concat!(
    "SELECT ",
    session_columns!(),
    " FROM session WHERE account = ?1 ORDER BY created_at_ms DESC, id DESC"
);
const SURPLUS: &str = concat!(
    "SELECT ",
    session_columns!(),
    " FROM session WHERE account = ?1 ORDER BY refreshed_at_ms DESC, id DESC LIMIT -1 OFFSET ?2"
);
const INSERT_SESSION: &str = concat!(
    "INSERT INTO session (",
    session_columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
);
const REFRESH_SESSION: &str = "UPDATE session SET secret = ?3, previous = ?4, request = ?5, refreshed_at_ms = ?6,
    expires_at_ms = ?7, access_until_ms = ?8 WHERE id = ?1 AND secret = ?2";
const DELETE_SESSION: &str = "DELETE FROM session WHERE id = ?1";
const TOKEN: &str = concat!("SELECT ", token_columns!(), " FROM personal_token WHERE id = ?1");
const TOKENS: &str = concat!(
    "SELECT ",
    token_columns!(),
    " FROM personal_token WHERE account = ?1 OR account IN (SELECT id FROM account WHERE owner = ?1)",
    " ORDER BY created_at_ms DESC, id DESC"
);
const INSERT_TOKEN: &str = concat!(
    "INSERT INTO personal_token (",
    token_columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
);
const TOUCH_TOKEN: &str = "UPDATE personal_token SET last_used_at_ms = ?2 WHERE id = ?1";
const DELETE_TOKEN: &str = "DELETE FROM personal_token WHERE id = ?1";
const REVOKE: &str = "INSERT INTO revocation (subject, at_ms, forget_at_ms) VALUES (?1, ?2, ?3)
    ON CONFLICT (subject) DO UPDATE SET at_ms = max(at_ms, excluded.at_ms),
    forget_at_ms = max(forget_at_ms, excluded.forget_at_ms)";
const REVOCATION: &str = "SELECT subject, at_ms, forget_at_ms FROM revocation WHERE subject = ?1";
const REVOCATIONS: &str = "SELECT subject, at_ms, forget_at_ms FROM revocation
    WHERE at_ms >= ?1 AND (at_ms, subject) > (?2, ?3) AND forget_at_ms > ?4 ORDER BY at_ms, subject LIMIT ?5";

pub(super) fn session(connection: &Connection, id: SessionId) -> rusqlite::Result<Option<Session>> {
    let mut statement = connection.prepare_cached(SESSION)?;
    statement.query_row([id.as_bytes()], read_session).optional()
}

pub(super) fn sessions(connection: &Connection, account: AccountId) -> rusqlite::Result<Vec<Session>> {
    let mut statement = connection.prepare_cached(SESSIONS)?;
    statement.query_map([account.as_bytes()], read_session)?.collect()
}

pub(super) fn insert_session(connection: &Connection, session: &Session) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(INSERT_SESSION)?;
    let values = params![
        session.id.as_bytes(),
        session.account.as_bytes(),
        session.origin.as_str(),
        session.secret.as_bytes(),
        session.previous.as_ref().map(Digest::as_bytes),
        session.request.as_ref().map(RequestDigest::as_bytes),
        to_sql(session.created_at_ms),
        to_sql(session.refreshed_at_ms),
        to_sql(session.expires_at_ms),
        to_sql(session.access_until_ms),
    ];
    statement.execute(values).map(drop)
}

/// Whether the stored session had that secret.
pub(super) fn refresh_session(connection: &Connection, session: &Session, from: Digest) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(REFRESH_SESSION)?;
    let values = params![
        session.id.as_bytes(),
        from.as_bytes(),
        session.secret.as_bytes(),
        session.previous.as_ref().map(Digest::as_bytes),
        session.request.as_ref().map(RequestDigest::as_bytes),
        to_sql(session.refreshed_at_ms),
        to_sql(session.expires_at_ms),
        to_sql(session.access_until_ms),
    ];
    Ok(statement.execute(values)? == 1)
}

pub(super) fn delete_session(connection: &Connection, id: SessionId) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(DELETE_SESSION)?;
    statement.execute([id.as_bytes()]).map(drop)
}

/// Ends and revokes the sessions that were longest unused, until `keep` are left.
pub(super) fn trim_sessions(
    connection: &Connection,
    account: AccountId,
    keep: u32,
    now_ms: u64,
    forget_at_ms: u64,
) -> rusqlite::Result<()> {
    let surplus: Vec<Session> = connection
        .prepare_cached(SURPLUS)?
        .query_map(params![account.as_bytes(), keep], read_session)?
        .collect::<rusqlite::Result<_>>()?;
    for session in surplus {
        delete_session(connection, session.id)?;
        let revocation = Revocation {
            subject: session.id.into(),
            at_ms: now_ms,
            forget_at_ms: forget_at_ms.max(session.access_until_ms),
        };
        revoke(connection, &revocation)?;
    }
    Ok(())
}

pub(super) fn token(connection: &Connection, id: PersonalTokenId) -> rusqlite::Result<Option<PersonalToken>> {
    let mut statement = connection.prepare_cached(TOKEN)?;
    statement.query_row([id.as_bytes()], read_token).optional()
}

pub(super) fn tokens(connection: &Connection, owner: AccountId) -> rusqlite::Result<Vec<PersonalToken>> {
    let mut statement = connection.prepare_cached(TOKENS)?;
    statement.query_map([owner.as_bytes()], read_token)?.collect()
}

pub(super) fn insert_token(connection: &Connection, token: &PersonalToken) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(INSERT_TOKEN)?;
    let values = params![
        token.id.as_bytes(),
        token.account.as_bytes(),
        token.label,
        token.scopes.to_string(),
        token.secret.as_bytes(),
        to_sql(token.created_at_ms),
        to_sql(token.expires_at_ms),
        token.last_used_at_ms.map(to_sql),
    ];
    statement.execute(values).map(drop)
}

pub(super) fn touch_token(connection: &Connection, id: PersonalTokenId, used_at_ms: u64) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(TOUCH_TOKEN)?;
    statement.execute(params![id.as_bytes(), to_sql(used_at_ms)]).map(drop)
}

pub(super) fn delete_token(connection: &Connection, id: PersonalTokenId) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(DELETE_TOKEN)?;
    statement.execute([id.as_bytes()]).map(drop)
}

pub(super) fn revoke(connection: &Connection, revocation: &Revocation) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(REVOKE)?;
    let values = params![
        revocation.subject.0,
        to_sql(revocation.at_ms),
        to_sql(revocation.forget_at_ms)
    ];
    statement.execute(values).map(drop)
}

pub(super) fn revocation(connection: &Connection, subject: RevocationSubject) -> rusqlite::Result<Option<Revocation>> {
    let mut statement = connection.prepare_cached(REVOCATION)?;
    statement.query_row([subject.0], read_revocation).optional()
}

pub(super) fn revocations(connection: &Connection, query: RevocationsQuery) -> rusqlite::Result<Vec<Revocation>> {
    // Nothing was revoked before 1970.
    let (after_ms, after) = query
        .after
        .map_or((-1, [0; 16]), |(at_ms, subject)| (to_sql(at_ms), subject.0));
    let mut statement = connection.prepare_cached(REVOCATIONS)?;
    let page = params![
        to_sql(query.since_ms),
        after_ms,
        after,
        to_sql(query.now_ms),
        query.most
    ];
    statement.query_map(page, read_revocation)?.collect()
}

fn read_session(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: SessionId::from_bytes(row.get(0)?),
        account: account_id(row, 1)?,
        origin: word(row, 2)?,
        secret: Digest::from_bytes(row.get(3)?),
        previous: row.get::<_, Option<_>>(4)?.map(Digest::from_bytes),
        request: row.get::<_, Option<_>>(5)?.map(RequestDigest::from_bytes),
        created_at_ms: moment(row, 6)?,
        refreshed_at_ms: moment(row, 7)?,
        expires_at_ms: moment(row, 8)?,
        access_until_ms: moment(row, 9)?,
    })
}

fn read_token(row: &Row<'_>) -> rusqlite::Result<PersonalToken> {
    let scopes: String = row.get(3)?;
    Ok(PersonalToken {
        id: PersonalTokenId::from_bytes(row.get(0)?),
        account: account_id(row, 1)?,
        label: row.get(2)?,
        scopes: Scopes::parse(&scopes),
        secret: Digest::from_bytes(row.get(4)?),
        created_at_ms: moment(row, 5)?,
        expires_at_ms: moment(row, 6)?,
        last_used_at_ms: optional_moment(row, 7)?,
    })
}

fn read_revocation(row: &Row<'_>) -> rusqlite::Result<Revocation> {
    Ok(Revocation {
        subject: RevocationSubject(row.get(0)?),
        at_ms: moment(row, 1)?,
        forget_at_ms: moment(row, 2)?,
    })
}

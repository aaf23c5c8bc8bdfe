//! Sessions, personal access tokens and revocations.

use corners_proto::ids::{AccountId, PersonalTokenId, SessionId};
use corners_service::auth::Scopes;
use sqlx::{PgConnection, Result, query, query_as};
use uuid::Uuid;

use super::values::{bytes, from_sql, optional_bytes, text, to_sql, uuid, word};
use crate::domain::{Digest, PersonalToken, RequestDigest, Revocation, RevocationSubject, Session};
use crate::store::RevocationsQuery;

struct SessionRow {
    id: Uuid,
    account: Uuid,
    origin: String,
    secret: Vec<u8>,
    previous: Option<Vec<u8>>,
    request: Option<Vec<u8>>,
    created_at_ms: i64,
    refreshed_at_ms: i64,
    expires_at_ms: i64,
    access_until_ms: i64,
}

struct TokenRow {
    id: Uuid,
    account: Uuid,
    label: String,
    scopes: String,
    secret: Vec<u8>,
    created_at_ms: i64,
    expires_at_ms: i64,
    last_used_at_ms: Option<i64>,
}

struct RevocationRow {
    subject: Uuid,
    at_ms: i64,
    forget_at_ms: i64,
}

/// Asks for sessions, with what follows `FROM session`.
macro_rules! sessions {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            SessionRow,
            "SELECT id, account, origin, secret, previous, request, created_at_ms, refreshed_at_ms, expires_at_ms, "
                + "access_until_ms FROM session " + $rest
            $(, $value)*
        )
    };
}

/// Asks for personal access tokens, with what follows `FROM personal_token`.
macro_rules! tokens {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            TokenRow,
            "SELECT id, account, label, scopes, secret, created_at_ms, expires_at_ms, last_used_at_ms FROM personal_token "
                + $rest
            $(, $value)*
        )
    };
}

impl TryFrom<SessionRow> for Session {
    type Error = sqlx::Error;

    fn try_from(row: SessionRow) -> Result<Self> {
        Ok(Self {
            id: SessionId::from_bytes(row.id.into_bytes()),
            account: AccountId::from_bytes(row.account.into_bytes()),
            origin: word(&row.origin)?,
            secret: Digest::from_bytes(bytes(row.secret)?),
            previous: optional_bytes(row.previous)?.map(Digest::from_bytes),
            request: optional_bytes(row.request)?.map(RequestDigest::from_bytes),
            created_at_ms: from_sql(row.created_at_ms),
            refreshed_at_ms: from_sql(row.refreshed_at_ms),
            expires_at_ms: from_sql(row.expires_at_ms),
            access_until_ms: from_sql(row.access_until_ms),
        })
    }
}

impl TryFrom<TokenRow> for PersonalToken {
    type Error = sqlx::Error;

    fn try_from(row: TokenRow) -> Result<Self> {
        Ok(Self {
            id: PersonalTokenId::from_bytes(row.id.into_bytes()),
            account: AccountId::from_bytes(row.account.into_bytes()),
            label: row.label,
            scopes: Scopes::parse(&row.scopes),
            secret: Digest::from_bytes(bytes(row.secret)?),
            created_at_ms: from_sql(row.created_at_ms),
            expires_at_ms: from_sql(row.expires_at_ms),
            last_used_at_ms: row.last_used_at_ms.map(from_sql),
        })
    }
}

impl From<RevocationRow> for Revocation {
    fn from(row: RevocationRow) -> Self {
        Self {
            subject: RevocationSubject(row.subject.into_bytes()),
            at_ms: from_sql(row.at_ms),
            forget_at_ms: from_sql(row.forget_at_ms),
        }
    }
}

pub(super) async fn session(connection: &mut PgConnection, id: SessionId) -> Result<Option<Session>> {
    let found = sessions!("WHERE id = $1", uuid(id.as_bytes()));
    let row = found.fetch_optional(connection).await?;
    row.map(Session::try_from).transpose()
}

pub(super) async fn sessions(connection: &mut PgConnection, account: AccountId) -> Result<Vec<Session>> {
    let found = sessions!(
        "WHERE account = $1 ORDER BY created_at_ms DESC, id DESC",
        uuid(account.as_bytes())
    );
    let rows = found.fetch_all(connection).await?;
    rows.into_iter().map(Session::try_from).collect()
}

pub(super) async fn insert_session(connection: &mut PgConnection, session: &Session) -> Result<()> {
    let inserting = query!(
        "INSERT INTO session (id, account, origin, secret, previous, request, created_at_ms, refreshed_at_ms, expires_at_ms, \
         access_until_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        uuid(session.id.as_bytes()),
        uuid(session.account.as_bytes()),
        session.origin.as_str(),
        session.secret.as_bytes(),
        session.previous.as_ref().map(|digest| &digest.as_bytes()[..]),
        session.request.as_ref().map(|digest| &digest.as_bytes()[..]),
        to_sql(session.created_at_ms),
        to_sql(session.refreshed_at_ms),
        to_sql(session.expires_at_ms),
        to_sql(session.access_until_ms)
    );
    inserting.execute(connection).await.map(drop)
}

/// Whether the stored session had that secret.
pub(super) async fn refresh_session(connection: &mut PgConnection, session: &Session, from: Digest) -> Result<bool> {
    let refreshing = query!(
        "UPDATE session SET secret = $3, previous = $4, request = $5, refreshed_at_ms = $6, expires_at_ms = $7, \
         access_until_ms = $8 WHERE id = $1 AND secret = $2",
        uuid(session.id.as_bytes()),
        from.as_bytes(),
        session.secret.as_bytes(),
        session.previous.as_ref().map(|digest| &digest.as_bytes()[..]),
        session.request.as_ref().map(|digest| &digest.as_bytes()[..]),
        to_sql(session.refreshed_at_ms),
        to_sql(session.expires_at_ms),
        to_sql(session.access_until_ms)
    );
    Ok(refreshing.execute(connection).await?.rows_affected() == 1)
}

pub(super) async fn delete_session(connection: &mut PgConnection, id: SessionId) -> Result<()> {
    let deleting = query!("DELETE FROM session WHERE id = $1", uuid(id.as_bytes()));
    deleting.execute(connection).await.map(drop)
}

/// Ends and revokes the sessions that were longest unused, until `keep` are left. The account is locked, so that its
/// sessions are all known.
pub(super) async fn trim_sessions(
    connection: &mut PgConnection,
    account: AccountId,
    keep: u32,
    now_ms: u64,
    forget_at_ms: u64,
) -> Result<()> {
    let trimming = query!(
        "WITH ended AS (DELETE FROM session WHERE id IN \
             (SELECT id FROM session WHERE account = $1 ORDER BY refreshed_at_ms DESC, id DESC OFFSET $2) \
             RETURNING id, access_until_ms) \
         INSERT INTO revocation (subject, at_ms, forget_at_ms) SELECT id, $3, greatest($4, access_until_ms) FROM ended \
         ON CONFLICT (subject) DO UPDATE SET at_ms = greatest(revocation.at_ms, excluded.at_ms), \
         forget_at_ms = greatest(revocation.forget_at_ms, excluded.forget_at_ms)",
        uuid(account.as_bytes()),
        i64::from(keep),
        to_sql(now_ms),
        to_sql(forget_at_ms)
    );
    trimming.execute(connection).await.map(drop)
}

pub(super) async fn token(connection: &mut PgConnection, id: PersonalTokenId) -> Result<Option<PersonalToken>> {
    let found = tokens!("WHERE id = $1", uuid(id.as_bytes()));
    let row = found.fetch_optional(connection).await?;
    row.map(PersonalToken::try_from).transpose()
}

pub(super) async fn tokens(connection: &mut PgConnection, owner: AccountId) -> Result<Vec<PersonalToken>> {
    let found = tokens!(
        "WHERE account = ANY (ARRAY(SELECT id FROM account WHERE owner = $1) || $1) ORDER BY created_at_ms DESC, id DESC",
        uuid(owner.as_bytes())
    );
    let rows = found.fetch_all(connection).await?;
    rows.into_iter().map(PersonalToken::try_from).collect()
}

pub(super) async fn insert_token(connection: &mut PgConnection, token: &PersonalToken) -> Result<()> {
    let inserting = query!(
        "INSERT INTO personal_token (id, account, label, scopes, secret, created_at_ms, expires_at_ms, last_used_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        uuid(token.id.as_bytes()),
        uuid(token.account.as_bytes()),
        &text(&token.label),
        token.scopes.to_string(),
        token.secret.as_bytes(),
        to_sql(token.created_at_ms),
        to_sql(token.expires_at_ms),
        token.last_used_at_ms.map(to_sql)
    );
    inserting.execute(connection).await.map(drop)
}

pub(super) async fn touch_token(connection: &mut PgConnection, id: PersonalTokenId, used_at_ms: u64) -> Result<()> {
    let touching = query!(
        "UPDATE personal_token SET last_used_at_ms = $2 WHERE id = $1",
        uuid(id.as_bytes()),
        to_sql(used_at_ms)
    );
    touching.execute(connection).await.map(drop)
}

pub(super) async fn delete_token(connection: &mut PgConnection, id: PersonalTokenId) -> Result<()> {
    let deleting = query!("DELETE FROM personal_token WHERE id = $1", uuid(id.as_bytes()));
    deleting.execute(connection).await.map(drop)
}

pub(super) async fn revoke(connection: &mut PgConnection, revocation: &Revocation) -> Result<()> {
    let revoking = query!(
        "INSERT INTO revocation (subject, at_ms, forget_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (subject) DO UPDATE SET at_ms = greatest(revocation.at_ms, excluded.at_ms), \
         forget_at_ms = greatest(revocation.forget_at_ms, excluded.forget_at_ms)",
        uuid(&revocation.subject.0),
        to_sql(revocation.at_ms),
        to_sql(revocation.forget_at_ms)
    );
    revoking.execute(connection).await.map(drop)
}

pub(super) async fn revocation(
    connection: &mut PgConnection,
    subject: RevocationSubject,
) -> Result<Option<Revocation>> {
    let found = query_as!(
        RevocationRow,
        "SELECT subject, at_ms, forget_at_ms FROM revocation WHERE subject = $1",
        uuid(&subject.0)
    );
    Ok(found.fetch_optional(connection).await?.map(Revocation::from))
}

pub(super) async fn revocations(connection: &mut PgConnection, asked: RevocationsQuery) -> Result<Vec<Revocation>> {
    // Nothing was revoked before 1970.
    let (after_ms, after) = asked
        .after
        .map_or((-1, Uuid::nil()), |(at_ms, subject)| (to_sql(at_ms), uuid(&subject.0)));
    let found = query_as!(
        RevocationRow,
        "SELECT subject, at_ms, forget_at_ms FROM revocation \
         WHERE at_ms >= $1 AND (at_ms, subject) > ($2, $3) AND forget_at_ms > $4 ORDER BY at_ms, subject LIMIT $5",
        to_sql(asked.since_ms),
        after_ms,
        after,
        to_sql(asked.now_ms),
        i64::from(asked.most)
    );
    let rows = found.fetch_all(connection).await?;
    Ok(rows.into_iter().map(Revocation::from).collect())
}

//! Storing a commit, or nothing.

use std::collections::HashMap;

use corners_proto::ids::AccountId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::values::uuid;
use super::{access, accounts, ledger};
use crate::domain::Remembered;
use crate::store::{Commit, Committed, Write};

/// Why nothing of a commit is stored.
enum Undone {
    /// The commit was answered without storing it.
    Answered(Committed),
    Failed(sqlx::Error),
}

impl From<sqlx::Error> for Undone {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error)
    }
}

/// Writes all of a commit. Whatever was written is to be undone unless the answer is that it is done.
pub(super) async fn apply(
    connection: &mut PgConnection,
    commit: &Commit,
) -> Result<Result<(), Committed>, sqlx::Error> {
    match write_all(connection, commit).await {
        Ok(()) => Ok(Ok(())),
        Err(Undone::Answered(answer)) => Ok(Err(answer)),
        Err(Undone::Failed(error)) => Err(error),
    }
}

async fn write_all(connection: &mut PgConnection, commit: &Commit) -> Result<(), Undone> {
    if let Some(call) = &commit.request {
        remember(connection, call, commit.now_ms).await?;
    }
    let concerned = concerned(&commit.writes);
    let mut revisions = if concerned.is_empty() {
        HashMap::new()
    } else {
        accounts::lock(connection, &concerned).await?
    };
    for write in &commit.writes {
        write_one(connection, write, commit.now_ms, &mut revisions).await?;
    }
    Ok(())
}

async fn remember(connection: &mut PgConnection, call: &Remembered, now_ms: u64) -> Result<(), Undone> {
    if ledger::remember(connection, call, now_ms).await? {
        return Ok(());
    }
    let known = ledger::remembered(connection, call.request, now_ms).await?;
    Err(Undone::Answered(match known {
        Some(known) => Committed::Remembered(known),
        // Deleted between the two statements, by somebody whose clock is ahead.
        None => Committed::Stale,
    }))
}

/// The accounts that the writes are decided on, or that are to be one after the other.
fn concerned(writes: &[Write]) -> Vec<Uuid> {
    let account = |write: &Write| match write {
        Write::Expect { account, .. } | Write::TrimSessions { account, .. } => Some(uuid(account.as_bytes())),
        Write::UpdateAccount(account) => Some(uuid(account.id.as_bytes())),
        _ => None,
    };
    writes.iter().filter_map(account).collect()
}

async fn write_one(
    connection: &mut PgConnection,
    write: &Write,
    now_ms: u64,
    revisions: &mut HashMap<AccountId, u64>,
) -> Result<(), Undone> {
    match write {
        Write::Expect { account, revision } => {
            return unless(revisions.get(account) == Some(revision), Committed::Stale);
        }
        Write::InsertAccount(account) => {
            accounts::insert(connection, account).await?;
            revisions.insert(account.id, account.revision);
        }
        Write::UpdateAccount(account) => {
            let is_updated = accounts::update(connection, account).await?;
            revisions.insert(account.id, account.revision + 1);
            return unless(is_updated, Committed::Stale);
        }
        Write::ClaimName { name, account } => {
            let is_claimed = accounts::claim(connection, *name, *account, now_ms).await?;
            return unless(is_claimed, Committed::NameTaken);
        }
        Write::ReleaseName {
            name,
            account,
            until_ms,
        } => accounts::release(connection, *name, *account, *until_ms).await?,
        Write::LinkIdentity { identity, account } => {
            let is_linked = accounts::link(connection, identity, *account).await?;
            return unless(is_linked, Committed::IdentityTaken);
        }
        Write::UnlinkIdentities(account) => accounts::unlink(connection, *account).await?,
        Write::InsertSession(session) => access::insert_session(connection, session).await?,
        Write::RefreshSession { session, from } => {
            let is_refreshed = access::refresh_session(connection, session, *from).await?;
            return unless(is_refreshed, Committed::Stale);
        }
        Write::DeleteSession(id) => access::delete_session(connection, *id).await?,
        Write::TrimSessions {
            account,
            keep,
            forget_at_ms,
        } => access::trim_sessions(connection, *account, *keep, now_ms, *forget_at_ms).await?,
        Write::InsertToken(token) => access::insert_token(connection, token).await?,
        Write::TouchToken { id, used_at_ms } => access::touch_token(connection, *id, *used_at_ms).await?,
        Write::DeleteToken(id) => access::delete_token(connection, *id).await?,
        Write::Revoke(revocation) => access::revoke(connection, revocation).await?,
        Write::Record(record) => ledger::record(connection, record).await?,
        Write::ForgetAddresses(account) => ledger::forget_addresses(connection, *account).await?,
    }
    Ok(())
}

fn unless(done: bool, otherwise: Committed) -> Result<(), Undone> {
    if done { Ok(()) } else { Err(Undone::Answered(otherwise)) }
}

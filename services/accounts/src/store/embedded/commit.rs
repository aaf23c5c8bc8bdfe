//! Storing a commit, or nothing.

use rusqlite::Connection;

use super::{access, accounts, ledger};
use crate::store::{Commit, Committed, Write};

/// Why nothing of a commit is stored.
pub(super) enum Undone {
    /// The commit was answered without storing it.
    Answered(Committed),
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for Undone {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

/// Writes all of a commit. Whatever was written is to be undone when this is an error.
pub(super) fn apply(connection: &Connection, commit: &Commit) -> Result<(), Undone> {
    if let Some(call) = &commit.request {
        if let Some(known) = ledger::remembered(connection, call.request, commit.now_ms)? {
            return Err(Undone::Answered(Committed::Remembered(known)));
        }
        ledger::remember(connection, call)?;
    }
    for write in &commit.writes {
        apply_one(connection, write, commit.now_ms)?;
    }
    Ok(())
}

fn apply_one(connection: &Connection, write: &Write, now_ms: u64) -> Result<(), Undone> {
    match write {
        Write::Expect { account, revision } => unless(
            accounts::has_revision(connection, *account, *revision)?,
            Committed::Stale,
        ),
        Write::InsertAccount(account) => Ok(accounts::insert(connection, account)?),
        Write::UpdateAccount(account) => unless(accounts::update(connection, account)?, Committed::Stale),
        Write::ClaimName { name, account } => unless(
            accounts::claim(connection, *name, *account, now_ms)?,
            Committed::NameTaken,
        ),
        Write::ReleaseName {
            name,
            account,
            until_ms,
        } => Ok(accounts::release(connection, *name, *account, *until_ms)?),
        Write::LinkIdentity { identity, account } => unless(
            accounts::link(connection, identity, *account)?,
            Committed::IdentityTaken,
        ),
        Write::UnlinkIdentities(account) => Ok(accounts::unlink(connection, *account)?),
        Write::InsertSession(session) => Ok(access::insert_session(connection, session)?),
        Write::RefreshSession { session, from } => {
            unless(access::refresh_session(connection, session, *from)?, Committed::Stale)
        }
        Write::DeleteSession(id) => Ok(access::delete_session(connection, *id)?),
        Write::TrimSessions {
            account,
            keep,
            forget_at_ms,
        } => Ok(access::trim_sessions(
            connection,
            *account,
            *keep,
            now_ms,
            *forget_at_ms,
        )?),
        Write::InsertToken(token) => Ok(access::insert_token(connection, token)?),
        Write::TouchToken { id, used_at_ms } => Ok(access::touch_token(connection, *id, *used_at_ms)?),
        Write::DeleteToken(id) => Ok(access::delete_token(connection, *id)?),
        Write::Revoke(revocation) => Ok(access::revoke(connection, revocation)?),
        Write::Record(record) => Ok(ledger::record(connection, record)?),
        Write::ForgetAddresses(account) => Ok(ledger::forget_addresses(connection, *account)?),
    }
}

fn unless(done: bool, otherwise: Committed) -> Result<(), Undone> {
    if done { Ok(()) } else { Err(Undone::Answered(otherwise)) }
}

//! Storing commits.

use rusqlite::{Connection, OptionalExtension, Result};

use super::{entries, leases, news, records};
use crate::store::bounds::LONGEST_MS;
use crate::store::touched::new_revision;
use crate::store::{Commit, Committed, Index};

/// Stores a commit, if everything that it was decided on still holds.
pub(super) fn store(connection: &Connection, commit: &Commit, now_ms: u64) -> Result<Committed> {
    let verdict = check(connection, commit, now_ms)?;
    if verdict == Committed::Stored {
        write(connection, commit, now_ms)?;
    }
    Ok(verdict)
}

fn check(connection: &Connection, commit: &Commit, now_ms: u64) -> Result<Committed> {
    for (key, revision) in &commit.read {
        if records::revision(connection, key, now_ms)? != *revision {
            return Ok(Committed::Stale);
        }
    }
    for (pool, item) in &commit.alive {
        let until_ms = entries::moment(connection, &Index::Waiting(pool.clone()), item)?;
        if until_ms.is_none_or(|until_ms| until_ms <= now_ms) {
            return Ok(Committed::NotWaiting);
        }
    }
    if let Some((pool, token)) = &commit.fence
        && leases::token(connection, pool)? != Some(*token)
    {
        return Ok(Committed::Fenced);
    }
    Ok(Committed::Stored)
}

fn write(connection: &Connection, commit: &Commit, now_ms: u64) -> Result<()> {
    for put in &commit.puts {
        records::put(connection, put, new_revision(), after(now_ms, put.keep_ms.max(1)))?;
    }
    for entry in &commit.entries {
        match entry.after_ms {
            Some(after_ms) => entries::enter(connection, entry, after(now_ms, after_ms), now_ms)?,
            None => entries::leave(connection, entry)?,
        }
    }
    for tell in &commit.tell {
        news::tell(connection, tell, now_ms)?;
    }
    Ok(())
}

/// The moment that is so long after now.
pub(super) fn after(now_ms: u64, span_ms: u64) -> u64 {
    now_ms.saturating_add(span_ms.min(LONGEST_MS))
}

/// A limit as SQLite takes it.
pub(super) fn count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// A number that was found, or none.
pub(super) fn found_number(connection: &Connection, query: &str, values: impl rusqlite::Params) -> Result<Option<i64>> {
    connection
        .prepare_cached(query)?
        .query_row(values, |row| row.get(0))
        .optional()
}

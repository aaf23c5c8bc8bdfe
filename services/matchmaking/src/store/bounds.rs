//! How large things may be.

use super::{Audience, Commit, Index, Key, StoreError};

/// Records that one call reads at most.
pub const MOST_READ: usize = 1_000;

/// Members of an index that one call lists at most.
pub const MOST_LISTED: usize = 20_000;

/// The largest body of a record, in bytes.
pub const LARGEST_BODY: usize = 256 * 1024;

/// The largest news, in bytes.
pub const LARGEST_NEWS: usize = 16 * 1024;

/// The most that the bodies of a commit have together, in bytes.
pub const LARGEST_COMMIT: usize = 4 * 1024 * 1024;

/// The longest name of a pool, in bytes.
pub const LONGEST_POOL: usize = 100;

/// The largest member of an index, in bytes.
pub const LARGEST_MEMBER: usize = 64;

/// How much a commit reads, writes and tells at most: so many things, of each sort.
pub const MOST_IN_COMMIT: usize = 4_000;

/// The longest time that anything is put off for, in milliseconds: about 34 years. Longer ones count as this.
pub(super) const LONGEST_MS: u64 = 1 << 40;

/// A call asks for more than a store does in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {found}, and at most {most} is allowed; split the call or shorten it")]
pub(super) struct TooMuch {
    what: &'static str,
    found: usize,
    most: usize,
}

pub(super) fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), TooMuch> {
    if found > most {
        return Err(TooMuch { what, found, most });
    }
    Ok(())
}

/// Checks a call that reads.
pub(super) fn check_read(keys: &[Key]) -> Result<(), StoreError> {
    at_most("the number of keys", keys.len(), MOST_READ).map_err(|error| StoreError::new("read", error))
}

/// Checks what is to be stored, before any of it is.
pub(super) fn check_commits(commits: &[Commit]) -> Result<(), StoreError> {
    let mut checked = commits.iter().map(check_commit);
    let checked: Result<(), TooMuch> = checked.try_for_each(|checked| checked);
    checked.map_err(|error| StoreError::new("write to", error))
}

fn check_commit(commit: &Commit) -> Result<(), TooMuch> {
    let counts = [
        ("the number of records read", commit.read.len()),
        ("the number of tickets alive", commit.alive.len()),
        ("the number of records written", commit.puts.len()),
        ("the number of entries", commit.entries.len()),
        ("the number of things told", commit.tell.len()),
    ];
    for (what, found) in counts {
        at_most(what, found, MOST_IN_COMMIT)?;
    }
    let mut bytes = 0;
    for put in &commit.puts {
        at_most("the size of a record", put.body.len(), LARGEST_BODY)?;
        bytes += put.body.len();
    }
    for tell in &commit.tell {
        at_most("the size of news", tell.body.len(), LARGEST_NEWS)?;
        bytes += tell.body.len();
    }
    at_most("the size of a commit", bytes, LARGEST_COMMIT)?;
    for entry in &commit.entries {
        at_most("the size of a member", entry.member.len(), LARGEST_MEMBER)?;
    }
    let entered = commit.entries.iter().filter_map(|entry| entry.index.pool());
    let named = commit.alive.iter().map(|(pool, _)| pool).chain(entered);
    for pool in named.chain(commit.fence.iter().map(|(pool, _)| pool)) {
        check_pool(pool)?;
    }
    Ok(())
}

pub(super) fn check_pool(pool: &str) -> Result<(), TooMuch> {
    at_most("the length of a pool's name", pool.len(), LONGEST_POOL)
}

impl Index {
    /// The pool whose tickets are in it.
    pub(super) fn pool(&self) -> Option<&String> {
        match self {
            Self::Waiting(pool) => Some(pool),
            Self::Lobby | Self::Received(_) | Self::Due => None,
        }
    }

    /// A name that no other index has.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Waiting(pool) => waiting(pool),
            Self::Lobby => "lobby".to_owned(),
            Self::Received(account) => format!("received:{account}"),
            Self::Due => "due".to_owned(),
        }
    }
}

/// The name of the index of a pool.
pub(super) fn waiting(pool: &str) -> String {
    format!("waiting:{pool}")
}

impl Audience {
    /// A name that no other audience has.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Account(account) => format!("account:{account}"),
            Self::Lobby => "lobby".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Entry, Kind, Put, Tell};

    fn put(size: usize) -> Commit {
        let put = Put {
            key: Key::new(Kind::Ticket, [0; 16]),
            body: vec![0; size],
            keep_ms: 1,
        };
        Commit {
            puts: vec![put],
            ..Commit::default()
        }
    }

    fn entry(pool: &str, member: usize) -> Commit {
        let entry = Entry {
            index: Index::Waiting(pool.to_owned()),
            member: vec![0; member],
            after_ms: None,
        };
        Commit {
            entries: vec![entry],
            ..Commit::default()
        }
    }

    #[test]
    fn what_is_too_large_is_told_before_it_is_stored() {
        let told = Tell {
            audience: Audience::Lobby,
            body: Vec::new(),
        };
        let telling = |count| Commit {
            tell: vec![told.clone(); count],
            ..Commit::default()
        };
        let allowed = [put(LARGEST_BODY), entry(&"p".repeat(100), 64), telling(MOST_IN_COMMIT)];
        assert!(check_commits(&allowed).is_ok());
        let refused = [
            put(LARGEST_BODY + 1),
            entry(&"p".repeat(101), 16),
            entry("p", 65),
            telling(MOST_IN_COMMIT + 1),
        ];
        for commit in refused {
            assert!(check_commits(&[Commit::default(), commit]).is_err());
        }
        assert!(check_read(&[Key::new(Kind::Place, [0; 16]); MOST_READ]).is_ok());
        assert!(check_read(&[Key::new(Kind::Place, [0; 16]); MOST_READ + 1]).is_err());
    }
}

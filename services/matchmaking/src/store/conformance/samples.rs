//! What the suite stores.

use corners_proto::ids::AccountId;

use crate::store::{
    Audience, Commit, Committed, Entry, Index, Key, Kind, MatchmakingStore, Put, Record, StoreError, Tell,
};

/// Longer than a test takes.
pub(super) const LONG_MS: u64 = 10 * 60 * 60 * 1_000;

/// So short that it can be waited for.
pub(super) const SHORT_MS: u64 = 150;

/// A pool.
pub(super) const POOL: &str = "classic-3x3/180000+2000/rated";

pub(super) fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

pub(super) fn player(number: u8) -> Key {
    Key::player(account(number))
}

pub(super) fn ticket(number: u8) -> Key {
    Key::new(Kind::Ticket, [number; 16])
}

pub(super) fn put(key: Key, body: &str) -> Put {
    Put {
        key,
        body: body.as_bytes().to_vec(),
        keep_ms: LONG_MS,
    }
}

pub(super) fn waiting() -> Index {
    Index::Waiting(POOL.to_owned())
}

pub(super) fn entry(index: Index, member: &[u8], after_ms: impl Into<Option<u64>>) -> Entry {
    Entry {
        index,
        member: member.to_vec(),
        after_ms: after_ms.into(),
    }
}

pub(super) fn tell(audience: Audience, body: &str) -> Tell {
    Tell {
        audience,
        body: body.as_bytes().to_vec(),
    }
}

/// A commit that writes one record, if it is as it was read.
pub(super) fn writing(key: Key, revision: u64, body: &str) -> Commit {
    Commit {
        read: vec![(key, revision)],
        puts: vec![put(key, body)],
        ..Commit::default()
    }
}

/// A commit that puts things into indexes, or takes them out.
pub(super) fn entering(entries: Vec<Entry>) -> Commit {
    Commit {
        entries,
        ..Commit::default()
    }
}

/// A commit that tells news.
pub(super) fn telling(tell: Vec<Tell>) -> Commit {
    Commit {
        tell,
        ..Commit::default()
    }
}

pub(super) async fn commit(store: &dyn MatchmakingStore, commit: Commit) -> Result<Committed, StoreError> {
    let answers = store.commit(vec![commit]).await?;
    assert_eq!(answers.len(), 1, "an answer for each");
    Ok(answers[0])
}

pub(super) async fn read(store: &dyn MatchmakingStore, key: Key) -> Result<Option<Record>, StoreError> {
    let reading = store.read(&[key]).await?;
    assert_eq!(reading.records.len(), 1, "an answer for each");
    Ok(reading.records.into_iter().next().flatten())
}

pub(super) async fn revision(store: &dyn MatchmakingStore, key: Key) -> Result<u64, StoreError> {
    Ok(read(store, key).await?.map_or(0, |record| record.revision))
}

pub(super) async fn members(store: &dyn MatchmakingStore, index: &Index) -> Result<Vec<Vec<u8>>, StoreError> {
    let listed = store.list(index, 0, usize::MAX).await?;
    Ok(listed.members.into_iter().map(|(member, _)| member).collect())
}

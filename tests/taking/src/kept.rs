//! The store of the model: records with revisions, tickets that wait, and what is due; changed by the service's own decisions.

use std::collections::BTreeMap;

use corners_matchmaking::domain::matched::Match;
use corners_matchmaking::draft::{Decision, Draft, Halt};
use corners_matchmaking::store::{Commit, Committed, Index, Key, Kind, Record};
use corners_proto::ids::OfferId;
use serde::de::DeserializeOwned;

use crate::Wrong;

/// What is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kept {
    pub now_ms: u64,
    records: BTreeMap<Key, (u64, Vec<u8>)>,
    /// Tickets and the ends of their leases.
    pub waiting: BTreeMap<[u8; 16], u64>,
    pub due: BTreeMap<Key, u64>,
}

impl Kept {
    pub(crate) fn empty(now_ms: u64) -> Self {
        Self {
            now_ms,
            records: BTreeMap::new(),
            waiting: BTreeMap::new(),
            due: BTreeMap::new(),
        }
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, key: Key) -> Option<T> {
        let (_, body) = self.records.get(&key)?;
        Some(serde_json::from_slice(body).unwrap())
    }

    /// All matches there are.
    pub(crate) fn matches(&self) -> Vec<Match> {
        let matches = self.records.keys().filter(|key| key.kind == Kind::Match);
        matches.filter_map(|key| self.get(*key)).collect()
    }

    /// Decides on what is kept now; answers what to store, if anything. None when it is refused.
    pub(crate) fn decide<T>(&self, decide: impl Fn(&mut Draft<'_>) -> Decision<T>) -> Option<(T, Option<Commit>)> {
        let mut read: BTreeMap<Key, Option<Record>> = BTreeMap::new();
        loop {
            let mut draft = Draft::new(self.now_ms, &read);
            match decide(&mut draft) {
                Ok(answer) => return Some((answer, draft.into_commit())),
                Err(Halt::Need(keys)) => read.extend(keys.into_iter().map(|key| (key, self.record(key)))),
                Err(Halt::Refused(_)) => return None,
                Err(Halt::Damaged(key, error)) => panic!("{key:?}: {error}"),
            }
        }
    }

    /// Decides and stores in one step.
    pub(crate) fn change<T>(&mut self, decide: impl Fn(&mut Draft<'_>) -> Decision<T>) -> Option<T> {
        let (answer, commit) = self.decide(decide)?;
        if let Some(commit) = commit {
            assert_eq!(self.store(&commit, None), Committed::Stored);
        }
        Some(answer)
    }

    fn record(&self, key: Key) -> Option<Record> {
        let (revision, body) = self.records.get(&key)?.clone();
        Some(Record { revision, body })
    }

    /// Stores a change, if what it was decided on still holds.
    pub(crate) fn store(&mut self, commit: &Commit, wrong: Option<Wrong>) -> Committed {
        let revision = |key: &Key| self.records.get(key).map_or(0, |(revision, _)| *revision);
        let is_stale = commit.read.iter().any(|(key, read)| revision(key) != *read);
        if is_stale && wrong != Some(Wrong::RevisionsNotLookedAt) {
            return Committed::Stale;
        }
        let lives = |(_, item): &(String, [u8; 16])| self.waiting.get(item).is_some_and(|end| *end > self.now_ms);
        if !commit.alive.iter().all(lives) {
            return Committed::NotWaiting;
        }
        for put in &commit.puts {
            let record = self.records.entry(put.key).or_default();
            *record = (record.0 + 1, put.body.clone());
        }
        for entry in &commit.entries {
            let moment = entry.after_ms.map(|after_ms| self.now_ms + after_ms);
            match &entry.index {
                Index::Waiting(_) => set(&mut self.waiting, entry.member[..].try_into().unwrap(), moment),
                Index::Due if wrong == Some(Wrong::NothingDue) => {}
                Index::Due => set(&mut self.due, Key::from_bytes(&entry.member).unwrap(), moment),
                Index::Lobby | Index::Received(_) => {}
            }
        }
        Committed::Stored
    }

    /// Tickets that wait with a lease, or without one any more.
    pub(crate) fn tickets(&self, alive: bool) -> Vec<OfferId> {
        let such = self.waiting.iter().filter(|(_, end)| (**end > self.now_ms) == alive);
        such.map(|(id, _)| OfferId::from_bytes(*id)).collect()
    }
}

fn set<K: Ord>(index: &mut BTreeMap<K, u64>, member: K, moment: Option<u64>) {
    match moment {
        Some(moment) => drop(index.insert(member, moment)),
        None => drop(index.remove(&member)),
    }
}

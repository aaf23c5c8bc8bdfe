//! What a store is, in plain words.

use std::collections::{BTreeMap, BTreeSet};

use corners_matchmaking::store::{
    Audience, Committed, Heard, Index, ItemId, Key, LEASE_KEPT_MS, MOST_NEWS, NEWS_KEPT_MS, POOL_KNOWN_MS,
};
use corners_proto::ids::AccountId;

use super::steps::{Change, Known};

/// A moment: not before the first and not after the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub u64, pub u64);

impl Moment {
    pub fn after(self, span_ms: u64) -> Self {
        Self(self.0 + span_ms, self.1 + span_ms)
    }

    /// Whether this has come by then. What was to come at once in the same step has.
    pub fn has_come(self, now: Self) -> bool {
        let has_come = self.0 <= now.0 && self.1 <= now.1;
        assert!(
            has_come || self.0 > now.1,
            "nobody can tell whether {self:?} has come at {now:?}"
        );
        has_come
    }
}

#[derive(Clone, Debug)]
pub struct Stored {
    pub version: u64,
    pub letter: u8,
    pub until: Moment,
}

#[derive(Clone, Debug)]
pub struct Lease {
    pub holder: u64,
    pub token: u64,
    pub until: Moment,
}

#[derive(Clone, Debug)]
pub struct News {
    pub head: u64,
    pub bodies: Vec<Vec<u8>>,
    until: Moment,
}

#[derive(Debug, Default)]
pub struct Reference {
    versions: u64,
    pub records: BTreeMap<Key, Stored>,
    pub indexes: BTreeMap<Index, BTreeMap<Vec<u8>, Moment>>,
    entered: BTreeMap<String, Moment>,
    pub leases: BTreeMap<String, Lease>,
    news: BTreeMap<Audience, News>,
}

impl Reference {
    pub fn record(&self, key: &Key, now: Moment) -> Option<&Stored> {
        self.records.get(key).filter(|stored| !stored.until.has_come(now))
    }

    pub fn news(&self, audience: &Audience, now: Moment) -> Option<&News> {
        self.news.get(audience).filter(|news| !news.until.has_come(now))
    }

    pub fn moment(&self, index: &Index, member: &[u8]) -> Option<Moment> {
        self.indexes.get(index)?.get(member).copied()
    }

    pub fn pools(&self, now: Moment) -> BTreeSet<String> {
        let is_known = |pool: &&String| {
            let lately = !self.entered[*pool].after(POOL_KNOWN_MS + 1).has_come(now);
            let waiting = self.indexes.get(&Index::Waiting((*pool).clone()));
            lately || waiting.is_some_and(|waiting| !waiting.is_empty())
        };
        self.entered.keys().filter(is_known).cloned().collect()
    }

    /// Stores a change that goes by these versions of records, if it is right.
    pub fn commit(&mut self, change: &Change, read: &BTreeMap<Key, u64>, now: Moment) -> Committed {
        for (key, known) in &change.read {
            let version = self.record(key, now).map(|stored| stored.version);
            let is_right = match known {
                Known::AsRead => version == read.get(key).copied(),
                Known::Nothing => version.is_none(),
                Known::Wrong => false,
            };
            if !is_right {
                return Committed::Stale;
            }
        }
        for (pool, item) in &change.alive {
            let until = self.moment(&Index::Waiting(pool.clone()), item);
            if until.is_none_or(|until| until.has_come(now)) {
                return Committed::NotWaiting;
            }
        }
        if let Some((pool, known)) = &change.fence
            && !(matches!(known, Known::AsRead) && self.leases.contains_key(pool))
        {
            return Committed::Fenced;
        }
        self.store(change, now);
        Committed::Stored
    }

    fn store(&mut self, change: &Change, now: Moment) {
        for (key, letter, keep_ms) in &change.puts {
            self.versions += 1;
            let stored = Stored {
                version: self.versions,
                letter: *letter,
                until: now.after((*keep_ms).max(1)),
            };
            self.records.insert(*key, stored);
        }
        for entry in &change.entries {
            let members = self.indexes.entry(entry.index.clone()).or_default();
            let Some(after_ms) = entry.after_ms else {
                members.remove(&entry.member);
                continue;
            };
            members.insert(entry.member.clone(), now.after(after_ms));
            if let Index::Waiting(pool) = &entry.index {
                self.entered.insert(pool.clone(), now);
            }
        }
        for tell in &change.tell {
            let (head, mut bodies) = match self.news(&tell.audience, now) {
                Some(news) => (news.head, news.bodies.clone()),
                None => (0, Vec::new()),
            };
            bodies.push(tell.body.clone());
            let excess = bodies.len().saturating_sub(MOST_NEWS);
            let news = News {
                head: head + 1,
                bodies: bodies.split_off(excess),
                until: now.after(NEWS_KEPT_MS),
            };
            self.news.insert(tell.audience, news);
        }
    }

    /// What those who listen hear of a change that is stored.
    pub fn heard(change: &Change) -> Vec<Heard> {
        let written = change.puts.iter().map(|(key, ..)| key);
        let mut accounts: BTreeSet<AccountId> = written.filter_map(Key::account).collect();
        let mut lobby = None;
        for tell in &change.tell {
            match tell.audience {
                Audience::Account(account) => drop(accounts.insert(account)),
                Audience::Lobby => lobby = Some(Heard::Lobby),
            }
        }
        let put = change.entries.iter().filter(|entry| entry.after_ms.is_some());
        let pools: BTreeSet<&String> = put
            .filter_map(|entry| match &entry.index {
                Index::Waiting(pool) => Some(pool),
                _ => None,
            })
            .collect();
        let accounts = accounts.into_iter().map(Heard::Account);
        let pools = pools.into_iter().map(|pool| Heard::Pool(pool.clone()));
        accounts.chain(lobby).chain(pools).collect()
    }

    pub fn renew(&mut self, pool: &str, item: &ItemId, until: Moment) -> bool {
        let waiting = self.indexes.get_mut(&Index::Waiting(pool.to_owned()));
        let moment = waiting.and_then(|waiting| waiting.get_mut(&item[..]));
        moment.map(|moment| *moment = until).is_some()
    }

    /// Whether somebody else has the lease.
    pub fn is_taken(&self, pool: &str, holder: u64, now: Moment) -> bool {
        let lease = self.leases.get(pool);
        lease.is_some_and(|lease| lease.holder != holder && !lease.until.has_come(now))
    }

    pub fn release(&mut self, pool: &str, holder: u64, now: Moment) {
        if let Some(lease) = self.leases.get_mut(pool)
            && lease.holder == holder
            && !lease.until.has_come(now)
        {
            lease.until = now;
        }
    }

    pub fn prune(&mut self, now: Moment) {
        self.leases
            .retain(|_, lease| !lease.until.after(LEASE_KEPT_MS).has_come(now));
    }
}

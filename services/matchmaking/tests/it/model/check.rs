//! A store beside its model.

use std::collections::{BTreeMap, BTreeSet};

use corners_matchmaking::store::{
    Commit, Committed, Heard, Index, Key, Listener, MatchmakingStore, Put, Record, StoreError,
};

use super::reference::{Lease, Moment, Reference};
use super::steps::{Change, Known, Step, audiences, indexes, keys};

type Outcome = Result<(), String>;

pub struct Run<'a> {
    store: &'a dyn MatchmakingStore,
    listener: Box<dyn Listener>,
    model: Reference,
    /// The largest token of each pool so far.
    tokens: BTreeMap<String, u64>,
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Outcome {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?} and not {expected:?}"))
}

fn failed(error: &StoreError) -> String {
    format!("{error}: {:?}", std::error::Error::source(error))
}

impl<'a> Run<'a> {
    pub async fn begin(store: &'a dyn MatchmakingStore) -> Self {
        let mut listener = store.listen();
        assert_eq!(listener.next().await, Heard::Gap);
        Self {
            store,
            listener,
            model: Reference::default(),
            tokens: BTreeMap::new(),
        }
    }

    async fn now_ms(&self) -> Result<u64, String> {
        Ok(self.store.read(&[]).await.map_err(|error| failed(&error))?.now_ms)
    }

    pub async fn take(&mut self, step: &Step) -> Outcome {
        let before_ms = self.now_ms().await?;
        match step {
            Step::Commit(changes) => self.commit(changes, before_ms).await,
            Step::Renew(waits, for_ms) => {
                let renewed = self.store.renew(waits, *for_ms).await.map_err(|error| failed(&error))?;
                let until = self.since(before_ms).await?.after(*for_ms);
                let waits = waits.iter().map(|(pool, item)| self.model.renew(pool, item, until));
                same("renewed", &renewed, &waits.collect())
            }
            Step::Claim(limit, hide_ms) => self.claim(*limit, *hide_ms, before_ms).await,
            Step::Hold(pool, holder, for_ms) => self.hold(pool, *holder, *for_ms, before_ms).await,
            Step::Release(pool, holder) => {
                self.store
                    .release(pool, *holder)
                    .await
                    .map_err(|error| failed(&error))?;
                let now = self.since(before_ms).await?;
                self.model.release(pool, *holder, now);
                Ok(())
            }
            Step::Prune => {
                self.store.prune(1_000).await.map_err(|error| failed(&error))?;
                let now = self.since(before_ms).await?;
                self.model.prune(now);
                Ok(())
            }
            Step::Pass(_) => Ok(()),
        }
    }

    async fn since(&self, before_ms: u64) -> Result<Moment, String> {
        Ok(Moment(before_ms, self.now_ms().await?))
    }

    async fn commit(&mut self, changes: &[Change], before_ms: u64) -> Outcome {
        let reading = self.store.read(&keys()).await.map_err(|error| failed(&error))?;
        let records: BTreeMap<Key, Record> = keys()
            .into_iter()
            .zip(reading.records)
            .filter_map(|(key, record)| Some((key, record?)))
            .collect();
        let commits = changes.iter().map(|change| self.commit_of(change, &records)).collect();
        let answers = self.store.commit(commits).await.map_err(|error| failed(&error))?;
        let now = self.since(before_ms).await?;
        let read = self.model.records.iter().filter(|(key, _)| records.contains_key(key));
        let read = read.map(|(key, stored)| (*key, stored.version)).collect();
        let mut heard = Vec::new();
        for (change, answer) in changes.iter().zip(&answers) {
            let expected = self.model.commit(change, &read, now);
            same("commit", answer, &expected)?;
            if expected == Committed::Stored {
                heard.extend(Reference::heard(change));
            }
        }
        same("answers", &answers.len(), &changes.len())?;
        for expected in heard {
            let mut heard = Heard::Gap;
            while heard == Heard::Gap {
                heard = self.listener.next().await;
            }
            same("heard", &heard, &expected)?;
        }
        Ok(())
    }

    fn commit_of(&self, change: &Change, records: &BTreeMap<Key, Record>) -> Commit {
        let read = change.read.iter().map(|(key, known)| {
            let revision = records.get(key).map_or(0, |record| record.revision);
            match known {
                Known::AsRead => (*key, revision),
                Known::Nothing => (*key, 0),
                Known::Wrong => (*key, revision ^ u64::MAX),
            }
        });
        let fence = change.fence.as_ref().map(|(pool, known)| {
            let token = self.model.leases.get(pool).map_or(1, |lease| lease.token);
            let token = match known {
                Known::AsRead => token,
                Known::Nothing => 0,
                Known::Wrong => token + 1,
            };
            (pool.clone(), token)
        });
        let puts = change.puts.iter().map(|(key, letter, keep_ms)| Put {
            key: *key,
            body: vec![*letter],
            keep_ms: *keep_ms,
        });
        Commit {
            read: read.collect(),
            alive: change.alive.clone(),
            fence,
            puts: puts.collect(),
            entries: change.entries.clone(),
            tell: change.tell.clone(),
        }
    }

    async fn claim(&mut self, limit: usize, hide_ms: u64, before_ms: u64) -> Outcome {
        let all = self
            .store
            .list(&Index::Due, 0, 100)
            .await
            .map_err(|error| failed(&error))?
            .members;
        let claimed = self.store.claim(limit, hide_ms).await.map_err(|error| failed(&error))?;
        let now = self.since(before_ms).await?;
        let is_due = |(member, _): &&(Vec<u8>, u64)| {
            let moment = self.model.moment(&Index::Due, member);
            moment.is_some_and(|moment| moment.has_come(now))
        };
        let due: Vec<_> = all.iter().filter(is_due).take(limit).cloned().collect();
        same("claimed", &claimed.members, &due)?;
        let members = self.model.indexes.entry(Index::Due).or_default();
        members.extend(due.into_iter().map(|(member, _)| (member, now.after(hide_ms))));
        Ok(())
    }

    async fn hold(&mut self, pool: &str, holder: u64, for_ms: u64, before_ms: u64) -> Outcome {
        let held = self
            .store
            .hold(pool, holder, for_ms)
            .await
            .map_err(|error| failed(&error))?;
        let now = self.since(before_ms).await?;
        let is_taken = self.model.is_taken(pool, holder, now);
        same("held", &held.is_none(), &is_taken)?;
        let Some(token) = held else { return Ok(()) };
        let last = self.model.leases.get(pool).filter(|lease| lease.holder == holder);
        let largest = self.tokens.get(pool).copied().unwrap_or(0);
        let is_right = match last {
            Some(last) => token == last.token,
            None => token > largest,
        };
        same(&format!("token {token} after {largest}"), &is_right, &true)?;
        self.tokens.insert(pool.to_owned(), token);
        let until = now.after(for_ms);
        self.model
            .leases
            .insert(pool.to_owned(), Lease { holder, token, until });
        Ok(())
    }

    /// Compares all that can be read.
    pub async fn compare(&self) -> Outcome {
        let before_ms = self.now_ms().await?;
        let records = self.store.read(&keys()).await.map_err(|error| failed(&error))?.records;
        let known = self.store.pools().await.map_err(|error| failed(&error))?;
        let now = self.since(before_ms).await?;
        let known: BTreeSet<String> = known.into_iter().collect();
        same("pools", &known, &self.model.pools(now))?;
        for (key, record) in keys().iter().zip(records) {
            let body = record.map(|record| record.body);
            let expected = self.model.record(key, now).map(|stored| vec![stored.letter]);
            same(&format!("{key:?}"), &body, &expected)?;
        }
        for index in indexes() {
            self.compare_index(&index).await?;
        }
        for audience in audiences() {
            let page = self
                .store
                .news(audience, 0, usize::MAX)
                .await
                .map_err(|error| failed(&error))?;
            let expected = self.model.news(&audience, self.since(before_ms).await?);
            let head = page.head.map(|mark| mark.number);
            same("head", &head, &expected.map(|news| news.head))?;
            let last = page.told.last().map(|told| told.mark);
            same("the last news", &last, &page.head)?;
            let bodies: Vec<Vec<u8>> = page.told.into_iter().map(|told| told.body).collect();
            same(
                "news",
                &bodies,
                &expected.map(|news| news.bodies.clone()).unwrap_or_default(),
            )?;
        }
        Ok(())
    }

    async fn compare_index(&self, index: &Index) -> Outcome {
        let all = self
            .store
            .list(index, 0, 100)
            .await
            .map_err(|error| failed(&error))?
            .members;
        let members = self.model.indexes.get(index).cloned().unwrap_or_default();
        let found: BTreeSet<&Vec<u8>> = all.iter().map(|(member, _)| member).collect();
        same(&format!("{index:?}"), &found, &members.keys().collect())?;
        let is_right = |(member, moment): &(Vec<u8>, u64)| {
            let Moment(first, last) = members[member];
            (first..=last).contains(moment)
        };
        same(
            &format!("moments of {all:?} as {members:?}"),
            &all.iter().all(is_right),
            &true,
        )?;
        let in_order = all.is_sorted_by_key(|(member, moment)| (*moment, member.clone()));
        same(&format!("order of {all:?}"), &in_order, &true)?;
        if let Some((_, from_ms)) = all.get(1) {
            let some = self
                .store
                .list(index, from_ms + 1, 2)
                .await
                .map_err(|error| failed(&error))?
                .members;
            let expected = all.iter().filter(|(_, moment)| moment > from_ms).take(2);
            same("some members", &some, &expected.cloned().collect())?;
        }
        Ok(())
    }
}

//! Commits as the script takes them.

use corners_redis::RedisFault;

use super::{ears, keys};
use crate::store::bounds::LONGEST_MS;
use crate::store::touched::{new_revision, touched};
use crate::store::{Commit, Committed, MOST_NEWS, NEWS_KEPT_MS};

/// A script takes more commits until it has so many keys. Redis does nothing else meanwhile, for about 3 ms.
const KEYS_AT_ONCE: usize = 1_000;

/// And until its arguments have so many bytes.
const BYTES_AT_ONCE: usize = 1024 * 1024;

/// Some commits for one run of the script.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) keys: Vec<String>,
    pub(super) args: Vec<Vec<u8>>,
    commits: usize,
    bytes: usize,
}

/// The commits in their order, in batches of a bearable size.
pub(super) fn batches(commits: &[Commit]) -> impl Iterator<Item = Batch> {
    let mut rest = commits.iter();
    std::iter::from_fn(move || {
        let mut batch = Batch::new();
        while batch.has_room() {
            let Some(commit) = rest.next() else { break };
            batch.add(commit);
        }
        (batch.commits > 0).then_some(batch)
    })
}

impl Batch {
    fn new() -> Self {
        let args = [
            keys::CHANNEL.into(),
            MOST_NEWS.to_string().into(),
            NEWS_KEPT_MS.to_string().into(),
        ];
        Self {
            keys: vec![keys::POOLS.to_owned()],
            args: args.into(),
            commits: 0,
            bytes: 0,
        }
    }

    fn has_room(&self) -> bool {
        self.keys.len() < KEYS_AT_ONCE && self.bytes < BYTES_AT_ONCE
    }

    fn add(&mut self, commit: &Commit) {
        let (first_key, header) = (self.keys.len(), self.args.len());
        self.args.push(Vec::new());
        self.add_what_it_is_decided_on(commit);
        self.add_records(commit);
        self.add_entries_and_news(commit);
        self.args.push(ears::payload(&touched(commit)));
        let counts = [
            commit.read.len(),
            commit.alive.len(),
            usize::from(commit.fence.is_some()),
            commit.puts.len(),
            commit.entries.len(),
            commit.tell.len(),
        ];
        let sizes = [self.keys.len() - first_key, self.args.len() - header - 1];
        // All are checked to be small before.
        let counts = counts.map(|count| u16::try_from(count).unwrap_or(u16::MAX).to_be_bytes());
        let sizes = sizes.map(|size| u32::try_from(size).unwrap_or(u32::MAX).to_be_bytes());
        self.args[header] = [counts.concat(), sizes.concat()].concat();
        self.bytes += self.args[header..].iter().map(Vec::len).sum::<usize>();
        self.commits += 1;
    }

    fn add_what_it_is_decided_on(&mut self, commit: &Commit) {
        for (key, revision) in &commit.read {
            self.keys.push(keys::record(key));
            self.args.push(match revision {
                0 => Vec::new(),
                revision => revision.to_be_bytes().to_vec(),
            });
        }
        for (pool, item) in &commit.alive {
            self.keys.push(keys::waiting(pool));
            self.args.push(item.to_vec());
        }
        if let Some((pool, token)) = &commit.fence {
            self.keys.push(keys::lease(pool));
            self.args.push(token.to_string().into());
        }
    }

    fn add_records(&mut self, commit: &Commit) {
        for put in &commit.puts {
            self.keys.push(keys::record(&put.key));
            self.args.push(put.keep_ms.clamp(1, LONGEST_MS).to_string().into());
            self.args.push([&new_revision().to_be_bytes(), &put.body[..]].concat());
        }
    }

    fn add_entries_and_news(&mut self, commit: &Commit) {
        for entry in &commit.entries {
            self.keys.push(keys::index(&entry.index));
            let after_ms = entry.after_ms.map(|after_ms| span(after_ms).into());
            let pool = entry.index.pool().filter(|_| entry.after_ms.is_some());
            self.args.push(entry.member.clone());
            self.args.push(after_ms.unwrap_or_default());
            self.args.push(pool.cloned().unwrap_or_default().into());
        }
        for tell in &commit.tell {
            self.keys.push(keys::news(tell.audience));
            self.args.push([&rand::random::<[u8; 8]>(), &tell.body[..]].concat());
        }
    }

    /// What became of each commit.
    pub(super) fn answers(&self, digits: &[u8]) -> Result<Vec<Committed>, RedisFault> {
        let answers: Option<Vec<Committed>> = digits.iter().map(|digit| committed(*digit)).collect();
        answers
            .filter(|answers| answers.len() == self.commits)
            .ok_or_else(|| RedisFault::Failed(format!("{} commits were answered {digits:?}", self.commits)))
    }
}

/// A time from now, as scripts take it.
pub(super) fn span(span_ms: u64) -> String {
    span_ms.min(LONGEST_MS).to_string()
}

fn committed(digit: u8) -> Option<Committed> {
    match digit {
        b'0' => Some(Committed::Stored),
        b'1' => Some(Committed::Stale),
        b'2' => Some(Committed::NotWaiting),
        b'3' => Some(Committed::Fenced),
        _ => None,
    }
}

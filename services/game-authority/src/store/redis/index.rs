//! Lists of tables.
//!
//! Each partition has one sorted set of all places that its tables have in lists, in the order of their bytes: which list,
//! when the table was made, the table. A page of a list is merged from the partitions' pages: each is asked for a few
//! first, and only those whose few all got into the page are asked for more.

use std::ops::ControlFlow;

use corners_proto::ids::{AccountId, TableId};
use corners_redis::{Pipeline, RedisFault, driver};

use super::keys::partitions;
use super::log::Words;
use super::{RedisTables, keys};
use crate::store::{IndexEntry, ListFilter, ListPlace, StoreError};
use crate::table::Status;

/// How many places are read of a partition at once, at most.
const LARGEST_CHUNK: usize = 1_000;

/// The places in lists of a table in a status.
pub(super) fn places_of(table: TableId, entry: &IndexEntry, status: Status) -> Words {
    let place = ListPlace {
        created_at_ms: entry.created_at_ms,
        table,
    };
    let mut places = vec![
        [prefix(None, None, status), key_of(place)].concat(),
        [prefix(None, Some(entry.variant), status), key_of(place)].concat(),
    ];
    places.extend(entry.seated.iter().map(|account| {
        // An account's tables are few: its lists are filtered by variant when they are read.
        [
            prefix(Some(*account), None, status),
            key_of(place),
            entry.variant.into(),
        ]
        .concat()
    }));
    places
}

fn prefix(account: Option<AccountId>, variant: Option<&str>, status: Status) -> Vec<u8> {
    let mut prefix = match (account, variant) {
        (Some(account), _) => [b"a", &account.as_bytes()[..]].concat(),
        (None, Some(variant)) => [b"v", variant.as_bytes(), b":"].concat(),
        (None, None) => b"s".to_vec(),
    };
    prefix.push(match status {
        Status::Open => b'o',
        Status::Playing => b'p',
        Status::Finished => b'f',
    });
    prefix
}

fn key_of(place: ListPlace) -> Vec<u8> {
    [&place.created_at_ms.to_be_bytes()[..], place.table.as_bytes()].concat()
}

/// One of the lists that a page is merged from: a status in a partition.
struct Source {
    partition: u8,
    prefix: Vec<u8>,
    /// How far it has been read; none before the first chunk.
    reached: Option<ListPlace>,
    /// Whether there may be more.
    has_more: bool,
}

impl Source {
    /// Asks for the next places, newest first.
    fn ask(&self, after: Option<ListPlace>, count: usize) -> driver::Cmd {
        let end = match self.reached.or(after) {
            Some(place) => key_of(place),
            None => [0xff; 8].to_vec(),
        };
        let mut command = driver::cmd("ZRANGE");
        command
            .arg(keys::index(self.partition))
            .arg([b"(", &self.prefix[..], &end].concat())
            .arg([b"[", &self.prefix[..]].concat())
            .arg("BYLEX")
            .arg("REV")
            .arg("LIMIT")
            .arg(0)
            .arg(count);
        command
    }

    /// Notes what was read, and answers what of it belongs into the list.
    fn read(&mut self, members: &[Vec<u8>], asked: usize, variant: Option<&str>) -> Vec<ListPlace> {
        let before = self.reached;
        let mut places = Vec::new();
        for member in members {
            let Some((place, suffix)) = self.place_of(member) else {
                continue;
            };
            self.reached = Some(place);
            if variant.is_none_or(|variant| suffix.is_empty() || suffix == variant.as_bytes()) {
                places.push(place);
            }
        }
        self.has_more = members.len() == asked && self.reached != before;
        places
    }

    fn place_of<'a>(&self, member: &'a [u8]) -> Option<(ListPlace, &'a [u8])> {
        let rest = member.get(self.prefix.len()..)?;
        let (created, rest) = rest.split_first_chunk::<8>()?;
        let (table, suffix) = rest.split_first_chunk::<16>()?;
        let place = ListPlace {
            created_at_ms: u64::from_be_bytes(*created),
            table: TableId::from_bytes(*table),
        };
        Some((place, suffix))
    }
}

impl RedisTables {
    pub(super) async fn read_list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError> {
        let mut sources: Vec<Source> = sources_of(filter).collect();
        let mut page = Vec::new();
        // A few more than would be enough if the tables were spread evenly.
        let mut chunk = 2 + 2 * limit / partitions().count();
        while let ControlFlow::Continue(open) = unfinished(&mut sources, &page, limit) {
            let mut pipeline = Pipeline::new();
            for source in &open {
                pipeline.query(&source.ask(after, chunk));
            }
            let answers: Vec<Result<Vec<Vec<u8>>, RedisFault>> = self.redis.pipeline(&pipeline).await;
            for (source, answer) in open.into_iter().zip(answers) {
                page.extend(source.read(&answer?, chunk, filter.variant));
            }
            page.sort_unstable_by(|one: &ListPlace, other| other.cmp(one));
            page.truncate(limit);
            chunk = (4 * chunk).min(LARGEST_CHUNK);
        }
        Ok(page)
    }
}

fn sources_of(filter: &ListFilter) -> impl Iterator<Item = Source> {
    filter.statuses.iter().flat_map(|status| {
        let prefix = prefix(filter.seated, filter.variant, *status);
        partitions().map(move |partition| Source {
            partition,
            prefix: prefix.clone(),
            reached: None,
            has_more: true,
        })
    })
}

/// The sources whose next places may belong into the page.
fn unfinished<'a>(sources: &'a mut [Source], page: &[ListPlace], limit: usize) -> ControlFlow<(), Vec<&'a mut Source>> {
    let last = page.get(limit.saturating_sub(1)).copied();
    let open: Vec<&mut Source> = sources
        .iter_mut()
        .filter(|source| source.has_more && (last.is_none() || source.reached > last))
        .collect();
    if open.is_empty() || limit == 0 {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(open)
}

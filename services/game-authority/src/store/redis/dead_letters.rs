//! Finished tables that could not be recorded elsewhere.

use std::sync::LazyLock;

use corners_proto::ids::TableId;
use corners_redis::{Pipeline, RedisFault, Script, driver};

use super::keys::partitions;
use super::{RedisTables, keys};
use crate::store::{DeadLetter, DeadLetterPlace, Requeued, StoreError};

static REJECT: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/reject.lua")));
static REQUEUE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/requeue.lua")));

/// How many entries are read of each partition at once: ids are digests, and so spread evenly.
const READ_AT_ONCE: usize = 8;

/// An entry of a stream: its id, and names and values in turn.
type Entry = (String, Vec<Vec<u8>>);

impl RedisTables {
    pub(super) async fn reject_one(&self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        let partition = keys::partition_of(table);
        let keys = [
            keys::finished(partition),
            keys::dead_letters(partition),
            keys::dead(partition),
        ];
        let words = (table.as_bytes(), reason);
        Ok(self.redis.run(&REJECT, &keys[..], words).await?)
    }

    pub(super) async fn requeue_one(&self, table: TableId) -> Result<Requeued, StoreError> {
        let partition = keys::partition_of(table);
        let keys = [
            keys::finished(partition),
            keys::dead_letters(partition),
            keys::dead(partition),
            keys::log(table),
        ];
        let outcome: u8 = self.redis.run(&REQUEUE, &keys[..], table.as_bytes()).await?;
        match outcome {
            1 => Ok(Requeued::Done),
            2 => Ok(Requeued::NotDead),
            3 => Ok(Requeued::Missing),
            other => Err(StoreError::Failed(format!(
                "the outcome {other} of putting a dead letter back is unknown"
            ))),
        }
    }

    /// Reads some of each partition, and goes on only as far as all of them were read, until there are enough.
    pub(super) async fn read_dead_letters(
        &self,
        after: Option<DeadLetterPlace>,
        limit: usize,
    ) -> Result<Vec<DeadLetter>, StoreError> {
        let mut letters = Vec::new();
        let mut after = after;
        while letters.len() < limit {
            let (mut found, all_read_to) = self.some_of_each(after).await?;
            found.sort_unstable_by_key(|letter| order(letter.place));
            if let Some(end) = all_read_to {
                found.retain(|letter| order(letter.place) <= order(end));
            }
            letters.extend(found);
            after = all_read_to;
            if after.is_none() {
                break;
            }
        }
        letters.truncate(limit);
        Ok(letters)
    }

    /// The first ones after a place in each partition, and how far all partitions were read; none for to their ends.
    async fn some_of_each(
        &self,
        after: Option<DeadLetterPlace>,
    ) -> Result<(Vec<DeadLetter>, Option<DeadLetterPlace>), StoreError> {
        let mut reads = Pipeline::new();
        for partition in partitions() {
            let mut read = driver::cmd("XRANGE");
            read.arg(keys::dead_letters(partition))
                .arg(first_id(partition, after))
                .arg("+")
                .arg("COUNT")
                .arg(READ_AT_ONCE);
            reads.query(&read);
        }
        let answers: Vec<Result<Vec<Entry>, RedisFault>> = self.redis.pipeline(&reads).await;
        let mut found = Vec::new();
        let mut all_read_to: Option<DeadLetterPlace> = None;
        for answer in answers {
            let letters: Vec<DeadLetter> = answer?.into_iter().map(letter).collect::<Result<_, _>>()?;
            let goes_on = letters.len() == READ_AT_ONCE;
            if let Some(last) = letters.last().filter(|_| goes_on) {
                let is_first_end = all_read_to.is_none_or(|end| order(last.place) < order(end));
                all_read_to = if is_first_end { Some(last.place) } else { all_read_to };
            }
            found.extend(letters);
        }
        Ok((found, all_read_to))
    }

    pub(super) async fn count_dead_letters(&self) -> Result<u64, StoreError> {
        let mut counts = Pipeline::new();
        for partition in partitions() {
            counts.query(driver::cmd("XLEN").arg(keys::dead_letters(partition)));
        }
        let counts: Vec<Result<u64, RedisFault>> = self.redis.pipeline(&counts).await;
        let mut count = 0;
        for partition in counts {
            count += partition?;
        }
        Ok(count)
    }
}

/// In which order dead letters are listed.
fn order(place: DeadLetterPlace) -> (u64, u8, u64) {
    (place.at_ms, keys::partition_of(place.table), place.sequence)
}

/// Where reading a partition begins, so that it gives what comes after a place in the order of all.
fn first_id(partition: u8, after: Option<DeadLetterPlace>) -> String {
    let Some(after) = after else {
        return "-".to_owned();
    };
    match partition.cmp(&keys::partition_of(after.table)) {
        std::cmp::Ordering::Less => format!("({}-{}", after.at_ms, u64::MAX),
        std::cmp::Ordering::Equal => format!("({}-{}", after.at_ms, after.sequence),
        std::cmp::Ordering::Greater => format!("{}-0", after.at_ms),
    }
}

fn letter((id, fields): Entry) -> Result<DeadLetter, StoreError> {
    let unread = || StoreError::Failed(format!("the dead letter {id} cannot be read"));
    let [_, table, _, reason] = <[Vec<u8>; 4]>::try_from(fields).map_err(|_| unread())?;
    let (at_ms, sequence) = id.split_once('-').ok_or_else(unread)?;
    let place = DeadLetterPlace {
        at_ms: at_ms.parse().map_err(|_| unread())?,
        sequence: sequence.parse().map_err(|_| unread())?,
        table: TableId::from_bytes(table.try_into().map_err(|_| unread())?),
    };
    Ok(DeadLetter {
        place,
        reason: String::from_utf8_lossy(&reason).into_owned(),
    })
}

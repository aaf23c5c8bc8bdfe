//! What things are called in Redis. Everything of a partition carries its tag, so that it is in one slot:
//!
//! | key | type | holds |
//! |---|---|---|
//! | `game:{p042}:log:<table>` | list | the events of a table |
//! | `game:{p042}:here:<table>` | hash | who watches it, as long as it lives and somebody has watched |
//! | `game:{p042}:index` | sorted set | the places of all tables in lists |
//! | `game:{p042}:alarms` | hash | alarms that the clock may not know yet |
//! | `game:{p042}:finished` | sorted set | finished tables that wait to be acknowledged, by when they may be taken |
//! | `game:{p042}:afterlife` | sorted set | acknowledged tables, by when they are to be forgotten |
//! | `game:{p042}:forget` | hash | the places in the index that finished tables leave behind |
//! | `game:{p042}:dead-letters` | stream | finished tables that could not be recorded, with the reason |
//! | `game:{p042}:dead` | hash | the entry in the stream of each dead letter |
//! | `game:{p042}:probe` | string | nothing, for a few seconds after a dry move |
//! | `game:{p042}:news` | sharded channel | events as they are appended, whose watchers may have changed, and answered heartbeats |
//!
//! Where a table is a key's name it is written as text, for people; where it is a member or a field, as its 16 bytes.

use corners_proto::ids::{PARTITIONS, TableId};
use corners_redis::partition_tag;

/// The partition of a table.
pub(super) fn partition_of(table: TableId) -> u8 {
    table.as_bytes()[0]
}

/// All partitions.
pub(super) fn partitions() -> impl Iterator<Item = u8> + Clone {
    0..=u8::try_from(PARTITIONS - 1).unwrap_or(u8::MAX)
}

pub(super) fn log(table: TableId) -> String {
    of_table(table, "log")
}

pub(super) fn here(table: TableId) -> String {
    of_table(table, "here")
}

pub(super) fn index(partition: u8) -> String {
    of_partition(partition, "index")
}

pub(super) fn alarms(partition: u8) -> String {
    of_partition(partition, "alarms")
}

pub(super) fn finished(partition: u8) -> String {
    of_partition(partition, "finished")
}

pub(super) fn afterlife(partition: u8) -> String {
    of_partition(partition, "afterlife")
}

pub(super) fn forget(partition: u8) -> String {
    of_partition(partition, "forget")
}

pub(super) fn dead_letters(partition: u8) -> String {
    of_partition(partition, "dead-letters")
}

pub(super) fn dead(partition: u8) -> String {
    of_partition(partition, "dead")
}

pub(super) fn news(partition: u8) -> String {
    of_partition(partition, "news")
}

/// The key of a dry move, given a partition's tag.
pub(super) fn probe(tag: &str) -> String {
    format!("game:{tag}:probe")
}

fn of_table(table: TableId, what: &str) -> String {
    format!("game:{}:{what}:{table}", partition_tag(partition_of(table)))
}

fn of_partition(partition: u8, what: &str) -> String {
    format!("game:{}:{what}", partition_tag(partition))
}

//! What things are called in Redis. Everything carries one tag, so that all of it is in one slot and any commit is one script:
//!
//! | key | type | holds |
//! |---|---|---|
//! | `{mm}:record:t<id>` | string | a record, after its kind's letter: its revision (8 bytes) and its body |
//! | `{mm}:index:waiting:<pool>` | sorted set | the tickets that wait in a pool, by the end of their lease |
//! | `{mm}:index:lobby`, `{mm}:index:received:<account>`, `{mm}:index:due` | sorted set | the other indexes, by moment |
//! | `{mm}:news:account:<account>`, `{mm}:news:lobby` | list | news: its number and its id (8 bytes each), and its body |
//! | `{mm}:pools` | sorted set | the pools, by when a ticket was last put into them |
//! | `{mm}:lease:<pool>` | hash | who has the lease of a pool, its fencing token and its end |
//! | `{mm}:told` | sharded channel | what the commits of a script have touched |
//!
//! Moments are milliseconds since 1970 by the clock of the server.

use corners_proto::ids::AccountId;

use crate::store::{Audience, Index, Key, bounds};

pub(super) const POOLS: &str = "{mm}:pools";

pub(super) const CHANNEL: &str = "{mm}:told";

pub(super) fn record(key: &Key) -> String {
    format!("{{mm}}:record:{}{}", key.kind.letter(), AccountId::from_bytes(key.id))
}

pub(super) fn index(index: &Index) -> String {
    format!("{{mm}}:index:{}", index.name())
}

pub(super) fn waiting(pool: &str) -> String {
    format!("{{mm}}:index:{}", bounds::waiting(pool))
}

pub(super) fn news(audience: Audience) -> String {
    format!("{{mm}}:news:{}", audience.name())
}

pub(super) fn lease(pool: &str) -> String {
    format!("{{mm}}:lease:{pool}")
}

//! What may be done.

use corners_matchmaking::store::{Audience, Entry, Index, ItemId, Key, Kind, Tell};
use corners_proto::ids::AccountId;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

pub const HOUR_MS: u64 = 60 * 60 * 1_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// How long things last. Where time passes by itself, of everything it must be clear whether it has ended.
#[derive(Clone, Copy, Debug)]
pub enum Spans {
    OfAnyLength,
    NoneOrLong,
}

/// What a commit goes by.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// What was read before.
    AsRead,
    /// There is nothing.
    Nothing,
    /// Something else.
    Wrong,
}

#[derive(Clone, Debug)]
pub struct Change {
    pub read: Vec<(Key, Known)>,
    pub alive: Vec<(String, ItemId)>,
    pub fence: Option<(String, Known)>,
    pub puts: Vec<(Key, u8, u64)>,
    pub entries: Vec<Entry>,
    pub tell: Vec<Tell>,
}

#[derive(Clone, Debug)]
pub enum Step {
    Commit(Vec<Change>),
    Renew(Vec<(String, ItemId)>, u64),
    Claim(usize, u64),
    Hold(String, u64, u64),
    Release(String, u64),
    Prune,
    Pass(u64),
}

pub fn keys() -> Vec<Key> {
    let ids = (0..3_u8).map(|number| [number; 16]);
    ids.flat_map(|id| [Kind::Player, Kind::Ticket].map(|kind| Key::new(kind, id)))
        .collect()
}

pub fn pools() -> Vec<String> {
    ["one pool", "another pool"].map(str::to_owned).into()
}

pub fn indexes() -> Vec<Index> {
    let mut indexes: Vec<Index> = pools().into_iter().map(Index::Waiting).collect();
    indexes.extend([
        Index::Lobby,
        Index::Received(AccountId::from_bytes([0; 16])),
        Index::Due,
    ]);
    indexes
}

pub fn audiences() -> Vec<Audience> {
    let account = |number| Audience::Account(AccountId::from_bytes([number; 16]));
    vec![account(0), account(9), Audience::Lobby]
}

pub fn steps(spans: Spans) -> impl Strategy<Value = Vec<Step>> {
    vec(step(spans), 1..30)
}

fn step(spans: Spans) -> impl Strategy<Value = Step> {
    let waits = vec(wait(), 0..6);
    let holder = 1..4_u64;
    prop_oneof![
        8 => vec(change(spans), 1..5).prop_map(Step::Commit),
        2 => (waits, span(spans)).prop_map(|(waits, for_ms)| Step::Renew(waits, for_ms)),
        2 => (0..4_usize, span(spans)).prop_map(|(limit, hide_ms)| Step::Claim(limit, hide_ms)),
        2 => (pool(), holder.clone(), span(spans)).prop_map(|(pool, holder, for_ms)| Step::Hold(pool, holder, for_ms)),
        1 => (pool(), holder).prop_map(|(pool, holder)| Step::Release(pool, holder)),
        1 => Just(Step::Prune),
        3 => prop_oneof![Just(1), Just(HOUR_MS), Just(8 * DAY_MS)].prop_map(Step::Pass),
    ]
}

fn change(spans: Spans) -> impl Strategy<Value = Change> {
    let known = || {
        prop_oneof![
            10 => Just(Known::AsRead),
            1 => Just(Known::Nothing),
            1 => Just(Known::Wrong),
        ]
    };
    let key = || prop::sample::select(keys());
    let tell = (prop::sample::select(audiences()), any::<u8>());
    (
        vec((key(), known()), 0..3),
        prop_oneof![2 => Just(Vec::new()), 1 => vec(wait(), 1..3)],
        prop_oneof![3 => Just(None), 1 => option::of((pool(), known()))],
        vec((key(), any::<u8>(), kept(spans)), 0..3),
        vec(entry(spans), 0..5),
        vec(tell, 0..3),
    )
        .prop_map(|(read, alive, fence, puts, entries, tell)| Change {
            read,
            alive,
            fence,
            puts,
            entries,
            tell: tell
                .into_iter()
                .map(|(audience, letter)| Tell {
                    audience,
                    body: vec![letter],
                })
                .collect(),
        })
}

fn entry(spans: Spans) -> impl Strategy<Value = Entry> {
    let after_ms = prop_oneof![1 => Just(None), 3 => span(spans).prop_map(Some)];
    (prop::sample::select(indexes()), item(), after_ms).prop_map(|(index, item, after_ms)| Entry {
        index,
        member: item.to_vec(),
        after_ms,
    })
}

fn pool() -> impl Strategy<Value = String> {
    prop::sample::select(pools())
}

fn item() -> impl Strategy<Value = ItemId> {
    (0..4_u8).prop_map(|number| [number; 16])
}

fn wait() -> impl Strategy<Value = (String, ItemId)> {
    (pool(), item())
}

fn span(spans: Spans) -> impl Strategy<Value = u64> {
    let any_length = [0, 1, HOUR_MS, 2 * HOUR_MS, 20 * DAY_MS];
    prop::sample::select(match spans {
        Spans::OfAnyLength => any_length.to_vec(),
        Spans::NoneOrLong => vec![0, 2 * HOUR_MS, 20 * DAY_MS],
    })
}

fn kept(spans: Spans) -> impl Strategy<Value = u64> {
    span(spans).prop_map(move |span_ms| match spans {
        Spans::OfAnyLength => span_ms,
        Spans::NoneOrLong => span_ms.max(HOUR_MS),
    })
}

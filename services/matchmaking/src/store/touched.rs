//! What those who listen are told of a commit.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use super::{Audience, Commit, Heard};

/// What a commit touches when it is stored, each thing once.
pub(super) fn touched(commit: &Commit) -> Vec<Heard> {
    let mut accounts = BTreeSet::new();
    let mut pools = BTreeSet::new();
    let mut is_lobby_told = false;
    accounts.extend(commit.puts.iter().filter_map(|put| put.key.account()));
    for tell in &commit.tell {
        match tell.audience {
            Audience::Account(account) => {
                accounts.insert(account);
            }
            Audience::Lobby => is_lobby_told = true,
        }
    }
    let entered = commit.entries.iter().filter(|entry| entry.after_ms.is_some());
    pools.extend(entered.filter_map(|entry| entry.index.pool().cloned()));
    let heard = accounts.into_iter().map(Heard::Account);
    let heard = heard.chain(is_lobby_told.then_some(Heard::Lobby));
    heard.chain(pools.into_iter().map(Heard::Pool)).collect()
}

/// A revision that no record has had.
pub(super) fn new_revision() -> u64 {
    rand::random::<NonZeroU64>().get()
}

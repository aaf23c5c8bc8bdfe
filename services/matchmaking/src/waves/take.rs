//! Taking the pairs of a wave.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::stream::{self, StreamExt, TryStreamExt};

use crate::acts::tickets::{Paired, pair};
use crate::desk::{Desk, DeskError};
use crate::domain::matched::Match;
use crate::domain::ticket::Ticket;
use crate::draft::{Decision, Draft, Halt, by_name};
use crate::store::{Commit, Committed, Key, Record};

/// How many pairs are read and stored at once.
const AT_ONCE: usize = 250;

/// How many times that are under way at once.
const SIDE_BY_SIDE: usize = 3;

/// What became of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It is recorded.
    Made(Box<Match>),
    /// The two cannot be paired with each other.
    Apart,
    /// One of them does not wait any more, or begins another game.
    Missed,
}

/// Takes pairs, White's ticket first, each in one step. `fence` is the token of the pool's lease.
pub(super) async fn take(desk: &Desk, pairs: &[[Arc<Ticket>; 2]], fence: u64) -> Result<Vec<Outcome>, DeskError> {
    // No account is in two pairs, so that some are decided while the store writes others.
    let chunks: Vec<Vec<[Arc<Ticket>; 2]>> = pairs.chunks(AT_ONCE).map(<[_]>::to_vec).collect();
    let taken = stream::iter(chunks)
        .map(|some| {
            let desk = desk.clone();
            async move { take_some(&desk, &some, fence).await }
        })
        .buffered(SIDE_BY_SIDE);
    let outcomes: Vec<Vec<Outcome>> = taken.try_collect().await?;
    Ok(outcomes.concat())
}

async fn take_some(desk: &Desk, pairs: &[[Arc<Ticket>; 2]], fence: u64) -> Result<Vec<Outcome>, DeskError> {
    let keys: Vec<Key> = pairs.iter().flat_map(needs).collect();
    let (now_ms, read) = by_name(&keys, desk.store().read(&keys).await?);
    let mut outcomes = vec![Outcome::Missed; pairs.len()];
    let (mut commits, mut committed): (Vec<Commit>, Vec<(usize, Outcome)>) = Default::default();
    for (index, tickets) in pairs.iter().enumerate() {
        let owned = [(*tickets[0]).clone(), (*tickets[1]).clone()];
        let decided = match decide(now_ms, &read, &owned, fence) {
            // One of the two has other things in matchmaking, which end: a change of its own.
            Err(Halt::Need(_)) => {
                let paired = desk.change(&needs(tickets), |draft| pair(draft, &owned, fence)).await?;
                outcomes[index] = outcome(paired);
                continue;
            }
            Err(Halt::Refused(refusal)) => return Err(refusal.into()),
            Err(Halt::Damaged(key, source)) => return Err(DeskError::Damaged { key, source }),
            Ok(decided) => decided,
        };
        match decided {
            (paired, Some(commit)) => {
                commits.push(commit);
                committed.push((index, outcome(paired)));
            }
            (paired, None) => outcomes[index] = outcome(paired),
        }
    }
    let stored = desk.store().commit(commits).await?;
    for ((index, outcome), stored) in committed.into_iter().zip(stored) {
        if stored == Committed::Stored {
            outcomes[index] = outcome;
        }
    }
    Ok(outcomes)
}

fn decide(
    now_ms: u64,
    read: &BTreeMap<Key, Option<Record>>,
    tickets: &[Ticket; 2],
    fence: u64,
) -> Decision<(Paired, Option<Commit>)> {
    let mut draft = Draft::new(now_ms, read);
    let paired = pair(&mut draft, tickets, fence)?;
    Ok((paired, draft.into_commit()))
}

/// The records that a pair surely needs.
fn needs(pair: &[Arc<Ticket>; 2]) -> [Key; 2] {
    [0, 1].map(|index| Key::player(pair[index].person.account))
}

fn outcome(paired: Paired) -> Outcome {
    match paired {
        Paired::Made(made) => Outcome::Made(made),
        Paired::Blocked => Outcome::Apart,
        Paired::Missed => Outcome::Missed,
    }
}

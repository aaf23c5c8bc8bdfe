//! Many at once.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::Tested;
use super::samples::{LONG_MS, POOL, commit, entering, entry, player, put, read, revision, waiting, writing};
use crate::store::{Commit, Committed, Entry, MatchmakingStore, StoreError};

const TASKS: u8 = 32;

fn replicas(tested: &Tested) -> impl Iterator<Item = (u8, Arc<dyn MatchmakingStore>)> {
    let replicas = [Arc::clone(&tested.one), Arc::clone(&tested.other)];
    (0..TASKS).map(move |task| (task, Arc::clone(&replicas[usize::from(task % 2)])))
}

pub(super) async fn of_many_who_change_a_record_one_does_at_each_revision(tested: Tested) -> Result<(), StoreError> {
    for round in 0..10 {
        let now = revision(&*tested.one, player(1)).await?;
        let mut racing = JoinSet::new();
        for (task, store) in replicas(&tested) {
            racing.spawn(async move {
                let body = format!("{round} {task}");
                let answer = commit(&*store, writing(player(1), now, &body)).await?;
                Ok::<_, StoreError>((answer, body))
            });
        }
        let mut winners = Vec::new();
        for raced in racing.join_all().await {
            match raced? {
                (Committed::Stored, body) => winners.push(body),
                (answer, _) => assert_eq!(answer, Committed::Stale),
            }
        }
        assert_eq!(winners.len(), 1, "{winners:?}");
        let stored = read(&*tested.other, player(1)).await?.map(|record| record.body);
        assert_eq!(stored, Some(winners[0].clone().into_bytes()));
    }
    Ok(())
}

/// Each takes the first ticket and one other, so that they are in each other's way.
pub(super) async fn a_ticket_is_taken_once(tested: Tested) -> Result<(), StoreError> {
    let into = |number: u8, after_ms: Option<u64>| -> Entry { entry(waiting(), &[number; 16], after_ms) };
    let entries = (0..=TASKS).map(|number| into(number, Some(LONG_MS))).collect();
    assert_eq!(commit(&*tested.one, entering(entries)).await?, Committed::Stored);
    let mut racing = JoinSet::new();
    for (task, store) in replicas(&tested) {
        let partner = task + 1;
        let taking = Commit {
            alive: [0, partner].map(|number| (POOL.to_owned(), [number; 16])).to_vec(),
            puts: vec![put(player(partner), "paired")],
            ..entering(vec![into(0, None), into(partner, None)])
        };
        racing.spawn(async move { commit(&*store, taking).await });
    }
    let answers: Result<Vec<_>, _> = racing.join_all().await.into_iter().collect();
    let taken = answers?
        .into_iter()
        .filter(|answer| *answer == Committed::Stored)
        .count();
    assert_eq!(taken, 1);
    let left = tested.other.list(&waiting(), 0, 100).await?.members;
    assert_eq!(left.len(), usize::from(TASKS) - 1);
    let mut paired = 0;
    for number in 1..=TASKS {
        paired += usize::from(read(&*tested.other, player(number)).await?.is_some());
    }
    assert_eq!(paired, 1);
    Ok(())
}

//! Replicas that take one feed at once.

use std::sync::Arc;

use super::Replicas;
use super::model::Model;
use super::samples::{games_of_few, place, results};
use crate::domain::{Policy, Told};
use crate::store::{RatingStore, StoreError, Taken};

/// How many results there are.
const RESULTS: u32 = 120;

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    each_result_is_taken_once_and_chains_do_not_break(open().await?).await
}

/// Takes the feed by batches of a size, going on from wherever it is; answers how many events it has recorded.
async fn follow(store: Arc<dyn RatingStore>, feed: Vec<Told>, size: usize) -> Result<u64, StoreError> {
    let (mut reached, mut recorded) = (0, 0);
    while reached < u64::from(RESULTS) {
        let rest = feed.iter().skip(usize::try_from(reached).unwrap_or(usize::MAX));
        let batch: Vec<_> = rest.take(size).cloned().map(Some).collect();
        let end = reached + batch.len() as u64;
        match store.take(results(reached, batch), 1).await? {
            Taken::Done(events) => {
                recorded += events;
                reached = end;
            }
            Taken::Elsewhere(there) => reached = there.map_or(0, |there| there.sequence),
        }
        tokio::task::yield_now().await;
    }
    Ok(recorded)
}

async fn each_result_is_taken_once_and_chains_do_not_break(replicas: Replicas) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (store, mut model) = (Arc::clone(&replicas[0]), Model::new(&policy)?);
    store.adopt(&policy).await?;
    let calls: Vec<_> = (0..6)
        .map(|number| {
            tokio::spawn(follow(
                Arc::clone(&replicas[number % 2]),
                games_of_few(RESULTS),
                1 + 3 * number,
            ))
        })
        .collect();
    let mut recorded = 0;
    for call in calls {
        recorded += call.await.map_err(|error| StoreError::unavailable("call", error))??;
    }
    assert_eq!(
        recorded,
        model.take(&games_of_few(RESULTS), 1),
        "each event is recorded by one"
    );
    assert_eq!(store.place().await?, Some(place(RESULTS.into())));
    model.compare(&*store).await
}

//! Replicas that take one feed at once.

use std::sync::Arc;

use super::Replicas;
use super::model::Model;
use super::samples::{follow, games_of_few, place};
use crate::domain::Policy;
use crate::store::StoreError;

/// How many results there are.
const RESULTS: u32 = 120;

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    each_result_is_taken_once_and_chains_do_not_break(open().await?).await
}

async fn each_result_is_taken_once_and_chains_do_not_break(replicas: Replicas) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (store, feed) = (Arc::clone(&replicas[0]), games_of_few(RESULTS));
    let mut model = Model::new(&policy)?;
    store.adopt(&policy).await?;
    let calls: Vec<_> = (0..6)
        .map(|number| {
            let (store, feed) = (Arc::clone(&replicas[number % 2]), feed.clone());
            tokio::spawn(async move { follow(&*store, &feed, 1 + 3 * number).await })
        })
        .collect();
    let mut recorded = 0;
    for call in calls {
        recorded += call.await.map_err(|error| StoreError::unavailable("call", error))??;
    }
    assert_eq!(recorded, model.take(&feed, 1), "each event is recorded by one");
    assert_eq!(store.place().await?, Some(place(RESULTS.into())));
    model.compare(&*store).await
}

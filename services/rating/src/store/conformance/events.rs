//! Events: what became of games, in order, and where this begins anew.

use std::sync::Arc;

use super::Replicas;
use super::model::Model;
use super::samples::{Taker, finished, in_classic, table};
use crate::domain::Policy;
use crate::store::{RatingStore, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    events_are_read_from_anywhere(&open().await?[0]).await?;
    an_event_is_never_recorded_before_the_one_before_it(&open().await?[0]).await?;
    events_can_be_followed_from_a_moment(&open().await?[0]).await?;
    the_first_epoch_starts_by_itself_and_stays(&open().await?).await?;
    a_rebuild_forgets_all_but_the_policy(&open().await?[0]).await?;
    a_rebuild_is_done_by_whoever_knows_the_epoch(&open().await?[0]).await
}

async fn events_are_read_from_anywhere(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let told: Vec<_> = (1..=5).map(|number| finished(number, number, number + 1)).collect();
    taker.take(&told, 1).await?;
    let all = store.events_after(0, 10).await?;
    let positions: Vec<_> = all.iter().map(|event| (event.position, event.table)).collect();
    let expected: Vec<_> = (1..=5).map(|number| (u64::from(number), table(number))).collect();
    assert_eq!(positions, expected);
    assert_eq!(store.events_after(0, 2).await?, all[..2]);
    assert_eq!(store.events_after(3, 10).await?, all[3..]);
    assert_eq!(store.events_after(5, 10).await?, []);
    assert_eq!(store.events_after(u64::MAX, 10).await?, []);
    Ok(())
}

async fn an_event_is_never_recorded_before_the_one_before_it(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    for (number, now_ms) in [(1, 100), (2, 90), (3, 110)] {
        taker.take(&[finished(number, 1, 2)], now_ms).await?;
    }
    let events = store.events_after(0, 10).await?;
    let recorded: Vec<_> = events.iter().map(|event| event.recorded_at_ms).collect();
    assert_eq!(recorded, [100, 100, 110]);
    Ok(())
}

async fn events_can_be_followed_from_a_moment(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    assert_eq!(store.position_before(0).await?, 0);
    assert_eq!(store.position_before(1000).await?, 0);
    let mut taker = Taker::new(store, &Policy::default()).await?;
    taker.take(&[finished(1, 1, 2), finished(2, 1, 2)], 100).await?;
    taker.take(&[finished(3, 1, 2)], 200).await?;
    for (moment_ms, position) in [(0, 0), (100, 0), (101, 2), (200, 2), (201, 3), (u64::MAX, 3)] {
        assert_eq!(store.position_before(moment_ms).await?, position, "{moment_ms}");
    }
    Ok(())
}

async fn the_first_epoch_starts_by_itself_and_stays([store, other]: &Replicas) -> Result<(), StoreError> {
    let (head, same) = tokio::join!(store.head(), other.head());
    let head = head?;
    assert_eq!(head, same?, "both are told of one epoch");
    assert_eq!((head.epochs.len(), head.epochs[0].position, head.last), (1, 0, 0));
    let mut taker = Taker::new(store, &Policy::default()).await?;
    taker.take(&[finished(1, 1, 2)], 1).await?;
    let later = store.head().await?;
    assert_eq!((later.epochs, later.last), (head.epochs, 1));
    Ok(())
}

async fn a_rebuild_forgets_all_but_the_policy(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let (first, second) = (
        Policy::default(),
        Policy {
            tau: 0.5,
            ..Policy::default()
        },
    );
    let mut taker = Taker::new(store, &first).await?;
    taker.take(&[finished(1, 1, 2)], 500).await?;
    store.adopt(&second).await?;
    taker.take(&[finished(2, 1, 2)], 500).await?;
    let before = store.head().await?;
    let rebuilt = store.rebuild(before.epochs[0].epoch).await?;
    assert_eq!((rebuilt.epochs.len(), rebuilt.last), (2, 0));
    assert_eq!((rebuilt.epochs[0], rebuilt.epochs[1].position), (before.epochs[0], 0));
    assert_ne!(rebuilt.epochs[1].epoch, before.epochs[0].epoch);
    assert_eq!(store.head().await?, rebuilt);
    assert_eq!(store.place().await?, None);
    assert_eq!(store.policies().await?, [(0, second.clone())]);
    assert_eq!(store.game(table(1)).await?, []);
    assert_eq!(store.changes(&in_classic(1), None, 10).await?, []);
    let mut model = Model::new(&second)?;
    model.compare(&**store).await?;
    // The feed is taken from its beginning.
    let mut taker = Taker::new(store, &second).await?;
    let told = [finished(1, 1, 2), finished(2, 1, 2)];
    assert_eq!(taker.take(&told, 50).await?, model.take(&told, 50));
    model.compare(&**store).await
}

async fn a_rebuild_is_done_by_whoever_knows_the_epoch(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    taker.take(&[finished(1, 1, 2)], 1).await?;
    let first = store.head().await?;
    assert_eq!(store.rebuild(first.epochs[0].epoch ^ 1).await?, first);
    let second = store.rebuild(first.epochs[0].epoch).await?;
    taker.reached = 0;
    taker.take(&[finished(1, 1, 2)], 1).await?;
    let stale = store.rebuild(first.epochs[0].epoch).await?;
    assert_eq!(
        (stale.epochs, stale.last),
        (second.epochs, 1),
        "a repeated call forgets nothing"
    );
    Ok(())
}

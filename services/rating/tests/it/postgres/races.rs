//! Replicas over one database, which take, sweep, move and read at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use corners_rating::domain::{Board, Policy};
use corners_rating::store::conformance::samples::{CLASSIC, account, follow, games_of_few, in_classic, place};
use tokio::task::JoinHandle;

use super::samples::{Store, assert_has_taken, assert_no_deadlock, replicas};

fn board() -> Board {
    Board {
        variant: CLASSIC.to_owned(),
        bots: false,
    }
}

/// Calls again and again, until it is over.
fn spawn_again_and_again<F>(over: &Arc<AtomicBool>, mut call: impl FnMut() -> F + Send + 'static) -> JoinHandle<()>
where
    F: Future<Output = ()> + Send,
{
    let over = Arc::clone(over);
    tokio::spawn(async move {
        while !over.load(Ordering::Relaxed) {
            call().await;
        }
    })
}

/// What else replicas do while results are taken: some of it locks, none of it changes what is taken.
fn busy(over: &Arc<AtomicBool>, store: &Store) -> Vec<JoinHandle<()>> {
    let (sweeper, reader, operator) = (Arc::clone(store), Arc::clone(store), Arc::clone(store));
    vec![
        spawn_again_and_again(over, move || {
            let store = Arc::clone(&sweeper);
            async move {
                store.unlist(u64::MAX / 4, 10).await.unwrap();
            }
        }),
        spawn_again_and_again(over, move || {
            let store = Arc::clone(&reader);
            async move {
                store.leaders(&board(), None, 50).await.unwrap();
                store.rank(&board(), account(1), 3).await.unwrap();
                store.standings(&[1, 2, 3].map(in_classic)).await.unwrap();
                store.chains(None, 10).await.unwrap();
                store.events_after(3, 20).await.unwrap();
                store.changes(&in_classic(1), None, 20).await.unwrap();
            }
        }),
        spawn_again_and_again(over, move || {
            let store = Arc::clone(&operator);
            async move {
                store.adopt(&Policy::default()).await.unwrap();
                assert!(!store.move_to(Some(&place(u64::from(u32::MAX))), None).await.unwrap());
                store.head().await.unwrap();
            }
        }),
    ]
}

/// Hazard 29: games of one player that finish at once make one chain.
#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_take_one_feed_at_once_take_each_result_once_and_nobody_waits_in_a_circle() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 2).await;
    let feed = games_of_few(1500);
    let over = Arc::new(AtomicBool::new(false));
    let others: Vec<_> = stores.iter().flat_map(|store| busy(&over, store)).collect();
    let takers: Vec<_> = (0..4)
        .map(|number| {
            let (store, feed) = (Arc::clone(&stores[number % 2]), feed.clone());
            tokio::spawn(async move { follow(&*store, &feed, 7 + 5 * number).await.unwrap() })
        })
        .collect();
    let mut recorded = 0;
    for taker in takers {
        recorded += taker.await.unwrap();
    }
    over.store(true, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }
    assert_eq!(recorded, feed.len() as u64, "each event is recorded by one");
    assert_no_deadlock(&database).await;
    assert_has_taken(&stores[1], &feed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_while_others_take_and_read_begins_anew_and_nobody_waits_in_a_circle() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 2).await;
    let feed = games_of_few(200);
    let over = Arc::new(AtomicBool::new(false));
    let mut others: Vec<_> = stores.iter().flat_map(|store| busy(&over, store)).collect();
    for store in &stores {
        let (store, feed) = (Arc::clone(store), feed.clone());
        others.push(spawn_again_and_again(&over, move || {
            let (store, feed) = (Arc::clone(&store), feed.clone());
            async move {
                follow(&*store, &feed, 10).await.unwrap();
            }
        }));
    }
    let mut epochs = stores[0].head().await.unwrap().epochs;
    for round in 1..=10 {
        // Two who ask for the same are asked for one.
        let current = epochs[round - 1].epoch;
        let (one, other) = tokio::join!(stores[0].rebuild(current), stores[1].rebuild(current));
        assert_eq!(one.unwrap().epochs, other.unwrap().epochs);
        epochs = stores[0].head().await.unwrap().epochs;
        assert_eq!(epochs.len(), round + 1);
        follow(&*stores[0], &feed, 10).await.unwrap();
    }
    over.store(true, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }
    assert_no_deadlock(&database).await;
    assert_has_taken(&stores[0], &feed).await;
}

//! Postgres goes, refuses, and comes back.

use std::sync::Arc;
use std::time::Duration;

use corners_rating::domain::Told;
use corners_rating::store::conformance::samples::{finished, follow, games_of_few, in_classic, results};
use corners_rating::store::{StoreError, Taken};
use corners_test_postgres::{Durability, Server};
use tokio::time::{Instant, sleep};

use super::samples::{Store, assert_has_taken, execute, replicas};

/// Far more than an outage takes, on a machine that has other things to do.
const LONG: Duration = Duration::from_secs(60);

/// Takes a feed as the service does: again and again, until all of it is taken.
async fn until_taken(store: &Store, feed: &[Told], size: usize) {
    let end = Instant::now() + LONG;
    while Instant::now() < end {
        match follow(&**store, feed, size).await {
            Ok(_) => return,
            Err(StoreError::Unavailable { .. }) => sleep(Duration::from_millis(20)).await,
            Err(refused) => panic!("{refused:?}"),
        }
    }
    panic!("the store did not recover");
}

/// Waits until so many results are taken.
async fn until_reached(store: &Store, sequence: u64) {
    let end = Instant::now() + LONG;
    while Instant::now() < end {
        let place = store.place().await.ok().flatten();
        if place.is_some_and(|place| place.sequence >= sequence) {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("the feed is not taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn whenever_postgres_is_killed_each_game_is_rated_once() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let stores = replicas(&database, 2).await;
    let feed = games_of_few(1200);
    let takers: Vec<_> = (0..2)
        .map(|number| {
            let (store, feed) = (Arc::clone(&stores[number]), feed.clone());
            tokio::spawn(async move { until_taken(&store, &feed, 3 + number).await })
        })
        .collect();
    for sequence in [100, 300, 500] {
        until_reached(&stores[0], sequence).await;
        server.kill().await.unwrap();
        server.restart().await.unwrap();
    }
    for taker in takers {
        taker.await.unwrap();
    }
    assert_has_taken(&stores[0], &feed).await;
}

/// What somebody has broken in the database, or filled, is no reason to give results up.
#[tokio::test]
async fn a_database_that_is_broken_or_full_refuses_nothing_and_nothing_is_half_taken() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = replicas(&database, 1).await.remove(0);
    let feed = [finished(1, 1, 2), finished(2, 1, 2)];
    follow(&*store, &feed[..1], 1).await.unwrap();
    let faults = [
        (
            "ALTER TABLE rating.board_step RENAME TO stairs",
            "ALTER TABLE rating.stairs RENAME TO board_step",
        ),
        (
            "CREATE FUNCTION rating.fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$; \
             CREATE TRIGGER fill AFTER INSERT ON rating.standing FOR EACH STATEMENT EXECUTE FUNCTION rating.fill()",
            "DROP FUNCTION rating.fill() CASCADE",
        ),
    ];
    for (fault, repair) in faults {
        execute(&database, fault).await;
        let taken = follow(&*store, &feed, 2).await;
        assert!(matches!(taken, Err(StoreError::Unavailable { .. })), "{taken:?}");
        assert_eq!(store.head().await.unwrap().last, 1);
        execute(&database, repair).await;
    }
    follow(&*store, &feed, 2).await.unwrap();
    assert_has_taken(&store, &feed).await;
}

#[tokio::test]
async fn results_that_postgres_does_not_take_are_refused_and_nothing_of_them_is_taken() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = replicas(&database, 1).await.remove(0);
    execute(&database, "ALTER TABLE rating.rating_change ADD CHECK (number < 2)").await;
    let told = [finished(1, 1, 2), finished(2, 1, 3)];
    let taken = store
        .take(results(0, told.iter().cloned().map(Some).collect()), 1)
        .await;
    assert!(matches!(taken, Err(StoreError::Refused { .. })), "{taken:?}");
    assert_eq!(store.place().await.unwrap(), None);
    assert_eq!(store.standings(&[in_classic(1)]).await.unwrap(), []);
    let first = results(0, vec![Some(told[0].clone())]);
    assert_eq!(store.take(first, 1).await.unwrap(), Taken::Done(1));
}

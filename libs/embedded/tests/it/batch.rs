//! Jobs that wait together are committed together, and do not harm each other.

use std::sync::mpsc;

use corners_embedded::{Database, EmbeddedError};
use futures::future::join_all;

use crate::support::{insert, numbers, on_file};

/// Holds the writer inside a job, so that what is called next waits; the sender lets it go on.
fn hold(database: &Database) -> (mpsc::Sender<()>, impl Future<Output = Result<usize, EmbeddedError>>) {
    let (release, released) = mpsc::channel();
    let held = database.write(move |store| {
        released.recv().unwrap();
        store.execute("INSERT INTO number VALUES (0)", [])
    });
    (release, held)
}

#[tokio::test]
async fn a_job_that_panics_or_fails_leaves_the_others_of_its_transaction_alone() {
    let (_folder, database) = on_file();
    let (release, held) = hold(&database);
    let panics = database.write(|store| -> Result<(), _> {
        store.execute("INSERT INTO number VALUES (100)", [])?;
        panic!("a job that panics");
    });
    let fails = database.write(|store| {
        store.execute("INSERT INTO number VALUES (200)", [])?;
        store.execute("INSERT INTO nowhere VALUES (1)", [])
    });
    let (held, first, panicked, failed, last, ()) =
        tokio::join!(held, insert(&database, 1), panics, fails, insert(&database, 2), async {
            release.send(()).unwrap();
        });
    assert!(held.is_ok() && first.is_ok() && last.is_ok());
    assert!(matches!(panicked, Err(EmbeddedError::JobPanicked)), "{panicked:?}");
    assert!(matches!(failed, Err(EmbeddedError::Job(_))), "{failed:?}");
    assert_eq!(numbers(&database).await, [0, 1, 2]);
}

#[tokio::test]
async fn jobs_that_wait_together_share_one_transaction_and_fail_with_it() {
    let (_folder, database) = on_file();
    let (release, held) = hold(&database);
    let ends_the_transaction = database.write(|store| store.execute_batch("ROLLBACK"));
    let (held, before, ended, ()) = tokio::join!(held, insert(&database, 1), ends_the_transaction, async {
        release.send(()).unwrap();
    });
    assert!(matches!(held, Err(EmbeddedError::TransactionLost)), "{held:?}");
    assert!(matches!(before, Err(EmbeddedError::TransactionLost)), "{before:?}");
    assert!(matches!(ended, Err(EmbeddedError::TransactionLost)), "{ended:?}");
    insert(&database, 2).await.unwrap();
    assert_eq!(numbers(&database).await, [2]);
}

#[tokio::test]
async fn a_burst_larger_than_the_queue_is_served_whole_and_in_order() {
    let (_folder, database) = on_file();
    let results = join_all((0..5000).map(|value| insert(&database, value))).await;
    assert!(results.iter().all(Result::is_ok));
    let mut stored = numbers(&database).await;
    stored.sort_unstable();
    assert_eq!(stored, (0..5000).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_queued_job_runs_though_its_caller_went_away() {
    let (_folder, database) = on_file();
    let (release, held) = hold(&database);
    {
        let mut abandoned = Box::pin(insert(&database, 1));
        let mut held = Box::pin(held);
        assert!(futures::poll!(held.as_mut()).is_pending());
        assert!(futures::poll!(abandoned.as_mut()).is_pending());
    }
    release.send(()).unwrap();
    insert(&database, 2).await.unwrap();
    assert_eq!(numbers(&database).await, [0, 1, 2]);
}

#[tokio::test]
async fn the_last_handle_waits_for_the_queued_jobs() {
    let (folder, database) = on_file();
    let mut writing = Box::pin(insert(&database, 1));
    assert!(futures::poll!(writing.as_mut()).is_pending());
    drop(writing);
    drop(database);
    let location = corners_embedded::Location::File(folder.path().join("test.db"));
    let again = Database::open(location, crate::support::SCHEMA, corners_embedded::Durability::Full).unwrap();
    assert_eq!(numbers(&again).await, [1]);
}

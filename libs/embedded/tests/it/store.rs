//! Reading and writing, the same in memory and on a file.

use corners_embedded::{Database, EmbeddedError};

use crate::support::{in_memory, insert, numbers, on_file};

async fn an_answered_write_is_seen_by_every_later_read(database: &Database) {
    for value in 0..20 {
        insert(database, value).await.unwrap();
        assert_eq!(numbers(database).await, (0..=value).collect::<Vec<_>>());
    }
}

async fn a_failed_or_panicked_job_changes_nothing_and_the_next_one_works(database: &Database) {
    let failed = database
        .write(|store| {
            store.execute("INSERT INTO number VALUES (1)", [])?;
            store.execute("INSERT INTO nowhere VALUES (1)", [])
        })
        .await;
    assert!(matches!(failed, Err(EmbeddedError::Job(_))), "{failed:?}");
    let panicked = database
        .write(|store| -> Result<(), _> {
            store.execute("INSERT INTO number VALUES (2)", [])?;
            panic!("a job that panics");
        })
        .await;
    assert!(matches!(panicked, Err(EmbeddedError::JobPanicked)), "{panicked:?}");
    insert(database, 3).await.unwrap();
    assert_eq!(numbers(database).await, [3]);
}

async fn a_reading_job_cannot_write(database: &Database) {
    let written = database
        .read(|store| store.execute("INSERT INTO number VALUES (1)", []))
        .await;
    assert!(matches!(written, Err(EmbeddedError::Job(_))), "{written:?}");
    insert(database, 2).await.unwrap();
    assert_eq!(numbers(database).await, [2]);
}

async fn a_failed_or_panicked_read_harms_no_later_read(database: &Database) {
    for _ in 0..20 {
        let failed = database.read(|store| store.execute("SELECT * FROM nowhere", [])).await;
        assert!(matches!(failed, Err(EmbeddedError::Job(_))), "{failed:?}");
        let panicked = database
            .read(|_| -> Result<(), _> { panic!("a read that panics") })
            .await;
        assert!(matches!(panicked, Err(EmbeddedError::JobPanicked)), "{panicked:?}");
    }
    insert(database, 1).await.unwrap();
    assert_eq!(numbers(database).await, [1]);
}

macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod file {
            $(#[tokio::test] async fn $name() {
                let (_folder, database) = super::on_file();
                super::$name(&database).await;
            })*
        }
        mod memory {
            $(#[tokio::test] async fn $name() { super::$name(&super::in_memory()).await; })*
        }
    };
}

on_both!(
    an_answered_write_is_seen_by_every_later_read,
    a_failed_or_panicked_job_changes_nothing_and_the_next_one_works,
    a_reading_job_cannot_write,
    a_failed_or_panicked_read_harms_no_later_read,
);

#[tokio::test]
async fn in_memory_a_call_is_done_when_it_is_first_polled() {
    use std::future::Future;
    use std::task::{Context, Poll, Waker};

    let database = in_memory();
    let mut context = Context::from_waker(Waker::noop());
    let mut writing = std::pin::pin!(insert(&database, 1));
    assert!(matches!(writing.as_mut().poll(&mut context), Poll::Ready(Ok(1))));
    let mut reading = std::pin::pin!(numbers(&database));
    assert_eq!(reading.as_mut().poll(&mut context), Poll::Ready(vec![1]));
}

#[tokio::test]
async fn two_databases_in_memory_are_two() {
    let (one, other) = (in_memory(), in_memory());
    insert(&one, 1).await.unwrap();
    assert_eq!(numbers(&other).await, [0; 0]);
}

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use corners_postgres::{PostgresFault, Reason};
use sqlx::{Executor, PgConnection};
use tokio::sync::Barrier;

use crate::support::{counted, database};

#[tokio::test]
async fn a_call_runs_statements_in_a_task_as_well() {
    let database = database().await;
    let other = database.clone();
    let counting = tokio::spawn(async move { counted(&other, "a").await });
    assert_eq!(counting.await.unwrap(), Ok(1));
    assert_eq!(counted(&database, "a").await, Ok(2));
}

#[tokio::test]
async fn a_transaction_that_fails_leaves_nothing_and_its_connection_is_used_again() {
    let database = database().await;
    for _ in 0..20 {
        let failed = database
            .transaction(async |connection| {
                connection.execute("INSERT INTO note VALUES ('a', 1)").await?;
                connection.execute("INSERT INTO nowhere VALUES (1)").await
            })
            .await;
        assert!(matches!(failed, Err(PostgresFault::Failed(reason)) if reason.contains("42P01")));
    }
    assert_eq!(counted(&database, "a").await, Ok(1));
}

#[tokio::test]
async fn a_transaction_that_comes_to_another_answer_leaves_nothing() {
    let database = database().await;
    let insert = async |connection: &mut PgConnection| connection.execute("INSERT INTO note VALUES ('a', 1)").await;
    let undone: Result<Result<(), &str>, _> = database
        .transaction_unless(async |connection| {
            insert(connection).await?;
            Ok(Err("no"))
        })
        .await;
    assert_eq!(undone, Ok(Err("no")));
    let done: Result<Result<&str, ()>, _> = database
        .transaction_unless(async |connection| {
            insert(connection).await?;
            Ok(Ok("yes"))
        })
        .await;
    assert_eq!(done, Ok(Ok("yes")));
    assert_eq!(counted(&database, "a").await, Ok(2));
}

#[tokio::test]
async fn the_message_of_a_fault_repeats_no_value_of_the_row() {
    let database = database().await;
    let insert = "INSERT INTO note VALUES ('a secret name', 1)";
    let twice = database
        .run(async |connection| {
            connection.execute(insert).await?;
            connection.execute(insert).await
        })
        .await;
    let fault = twice.unwrap_err();
    assert!(matches!(fault, PostgresFault::Failed(_)));
    assert!(!format!("{fault} {fault:?}").contains("a secret name"), "{fault}");
}

/// Two transactions, each of which holds what the other wants: Postgres ends one of them, which is tried again.
#[tokio::test]
async fn transactions_that_lock_each_other_out_both_come_through() {
    let database = database().await;
    counted(&database, "a").await.unwrap();
    counted(&database, "b").await.unwrap();
    let both_hold_one = Arc::new(Barrier::new(2));
    let swap = |first: &'static str, second: &'static str| {
        let (database, barrier) = (database.clone(), Arc::clone(&both_hold_one));
        tokio::spawn(async move {
            let tries = AtomicU32::new(0);
            let done = database
                .transaction(async |connection| {
                    let is_first = tries.fetch_add(1, Ordering::Relaxed) == 0;
                    let add = "UPDATE note SET value = value + 10 WHERE key = $1";
                    connection.execute("SET LOCAL deadlock_timeout = '20ms'").await?;
                    sqlx::query(add).bind(first).execute(&mut *connection).await?;
                    if is_first {
                        barrier.wait().await;
                    }
                    sqlx::query(add).bind(second).execute(&mut *connection).await
                })
                .await;
            done.unwrap();
            tries.into_inner()
        })
    };
    let (one, other) = (swap("a", "b"), swap("b", "a"));
    assert_eq!(
        one.await.unwrap() + other.await.unwrap(),
        3,
        "one of them was tried twice"
    );
    assert_eq!(counted(&database, "a").await, Ok(22));
    assert_eq!(counted(&database, "b").await, Ok(22));
}

#[tokio::test]
async fn a_statement_without_end_is_ended_by_the_server() {
    let database = database().await;
    let slept = database
        .run(async |connection| connection.execute("SELECT pg_sleep(3600)").await)
        .await;
    let is_late = matches!(
        slept,
        Err(PostgresFault::Unavailable {
            reason: Reason::TimedOut,
            ..
        })
    );
    assert!(is_late);
    let running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(3600)%' AND pid <> pg_backend_pid() \
                   AND state = 'active'";
    let running: Result<i64, _> = database
        .run(async |connection| sqlx::query_scalar(running).fetch_one(connection).await)
        .await;
    assert_eq!(running, Ok(0));
}

#[tokio::test]
async fn a_lock_that_is_never_given_up_is_waited_for_in_vain() {
    let database = database().await;
    counted(&database, "a").await.unwrap();
    let waited = database
        .transaction(async |connection| {
            connection
                .execute("SELECT * FROM note WHERE key = 'a' FOR UPDATE")
                .await?;
            Ok(counted(&database, "a").await)
        })
        .await;
    let detail = match waited.unwrap() {
        Err(PostgresFault::Unavailable {
            reason: Reason::TimedOut,
            detail,
        }) => detail,
        other => panic!("{other:?}"),
    };
    assert!(detail.contains("55P03"), "{detail}");
}

#[tokio::test]
async fn a_call_that_is_given_up_stores_nothing_and_its_connection_is_used_again() {
    let database = database().await;
    for _ in 0..20 {
        let giving_up = database.transaction(async |connection| {
            connection.execute("INSERT INTO note VALUES ('a', 1)").await?;
            connection.execute("SELECT pg_sleep(0.1)").await
        });
        assert!(
            tokio::time::timeout(Duration::from_millis(20), giving_up)
                .await
                .is_err()
        );
    }
    let count: Result<i64, _> = database
        .run(async |connection| {
            sqlx::query_scalar("SELECT count(*) FROM note")
                .fetch_one(connection)
                .await
        })
        .await;
    assert_eq!(count, Ok(0));
    assert_eq!(counted(&database, "a").await, Ok(1));
}

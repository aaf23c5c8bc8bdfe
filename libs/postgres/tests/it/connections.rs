use std::time::Duration;

use corners_postgres::{Database, PostgresConfig, PostgresFault, Reason};
use sqlx::{Connection, Executor, PgConnection};

use crate::support::{NOTES, connect, counted, quick, server, until_answered};

/// How many connections of the kit the server has.
async fn connections(url: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'corners notes'";
    sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn however_many_calls_there_are_there_are_no_more_connections_than_allowed() {
    let place = corners_test_postgres::database().await.unwrap();
    let config = PostgresConfig {
        max_connections: 4,
        // All of them come to their turn.
        acquire_timeout: Duration::from_secs(10),
        ..PostgresConfig::of(&place.url())
    };
    let database = connect(&config).await;
    let calls: Vec<_> = (0..400)
        .map(|number| {
            let database = database.clone();
            tokio::spawn(async move { counted(&database, &format!("key {}", number % 40)).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    let count = connections(&place.url()).await;
    assert!((1..=4).contains(&count), "{count}");
}

#[tokio::test]
async fn calls_that_are_given_up_while_the_server_is_silent_leave_no_connections_behind() {
    let (server, database) = server().await;
    server.pause();
    for _ in 0..100 {
        let giving_up = counted(&database, "a");
        let _ = tokio::time::timeout(Duration::from_millis(5), giving_up).await;
    }
    server.resume();
    until_answered(|| counted(&database, "a")).await;
    let url = server.database().await.unwrap().url();
    let mut count = connections(&url).await;
    let end = tokio::time::Instant::now() + Duration::from_secs(10);
    // The server closes those whose other end is gone when it comes to read from them.
    while count > 4 && tokio::time::Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(20)).await;
        count = connections(&url).await;
    }
    assert!(count <= 4, "{count}");
}

#[tokio::test]
async fn a_call_waits_a_bounded_time_for_a_connection() {
    let place = corners_test_postgres::database().await.unwrap();
    let config = PostgresConfig {
        max_connections: 1,
        ..quick(&place.url())
    };
    let database = Database::connect(&config, "notes", &NOTES).await.unwrap();
    let waited = database
        .run(async |connection| {
            connection.execute("SELECT 1").await?;
            Ok(counted(&database, "a").await)
        })
        .await;
    // The outer call is still within its time when the inner one gives up: both have half a second, and half more.
    let inner = waited.unwrap();
    assert!(matches!(
        inner,
        Err(PostgresFault::Unavailable {
            reason: Reason::TimedOut,
            ..
        })
    ));
    assert_eq!(counted(&database, "a").await, Ok(1));
}

#[tokio::test]
async fn tables_are_in_the_schema_of_the_service() {
    let place = corners_test_postgres::database().await.unwrap();
    let config = quick(&place.url());
    let one = connect(&config).await;
    let other = Database::connect(&config, "others", &NOTES).await.unwrap();
    assert_eq!(counted(&one, "a").await, Ok(1));
    assert_eq!(counted(&other, "a").await, Ok(1));
    let found: Result<i64, _> = one
        .run(async |connection| {
            sqlx::query_scalar("SELECT value FROM others.note")
                .fetch_one(connection)
                .await
        })
        .await;
    assert_eq!(found, Ok(1));
}

use std::net::SocketAddr;
use std::time::Duration;

use corners_postgres::{Database, PostgresConfig, PostgresFault, Reason};
use sqlx::{Connection, Executor, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

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
        sleep(Duration::from_millis(20)).await;
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

/// A way to a server that lets so many connections through, and says nothing to those that come later.
async fn narrow_door(to_port: u16, let_in: usize) -> SocketAddr {
    let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = door.local_addr().unwrap();
    tokio::spawn(async move {
        let mut outside = Vec::new();
        for number in 0.. {
            let (mut client, _) = door.accept().await.unwrap();
            if number >= let_in {
                outside.push(client);
                continue;
            }
            tokio::spawn(async move {
                let mut server = TcpStream::connect(("127.0.0.1", to_port)).await.unwrap();
                // A connection that breaks is closed.
                let _ = copy_bidirectional(&mut client, &mut server).await;
            });
        }
    });
    address
}

#[tokio::test]
async fn a_connection_that_is_slow_to_open_keeps_nobody_from_those_that_answer() {
    let place = corners_test_postgres::database().await.unwrap();
    // One for the migrations, one for calls.
    let door = narrow_door(place.connect_options().get_port(), 2).await;
    let database = connect(&quick(&place.url_at(door))).await;
    let in_use = async |connection: &mut PgConnection| {
        let database = database.clone();
        let opening = tokio::spawn(async move { counted(&database, "b").await });
        // By then it has found none idle.
        sleep(Duration::from_millis(50)).await;
        connection.ping().await?;
        Ok(opening)
    };
    let opening = database.run(in_use).await.unwrap();
    while !opening.is_finished() {
        counted(&database, "a").await.unwrap();
        sleep(Duration::from_millis(10)).await;
    }
    let fault = opening.await.unwrap().unwrap_err();
    assert!(
        matches!(
            fault,
            PostgresFault::Unavailable {
                reason: Reason::TimedOut,
                ..
            }
        ),
        "{fault}"
    );
    counted(&database, "a").await.unwrap();
}

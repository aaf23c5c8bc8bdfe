use std::time::Duration;

use corners_postgres::{PostgresFault, Reason};
use corners_test_postgres::{Durability, Server};
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout};

use crate::support::{LONGEST, connect, counted, quick, server, until_answered};

fn is_unavailable<T>(result: &Result<T, PostgresFault>) -> bool {
    matches!(result, Err(PostgresFault::Unavailable { .. }))
}

#[tokio::test]
async fn a_killed_server_is_noticed_at_once_and_used_again_when_it_is_back() {
    let (mut server, database) = server().await;
    assert_eq!(counted(&database, "a").await, Ok(1));
    for outage in 1..=3 {
        server.kill().await.unwrap();
        for _ in 0..100 {
            assert!(is_unavailable(&counted(&database, "a").await));
        }
        server.restart().await.unwrap();
        assert_eq!(until_answered(|| counted(&database, "a")).await, outage + 1);
    }
}

#[tokio::test]
async fn while_a_server_is_silent_calls_are_refused_and_few_of_them_wait() {
    let (server, database) = server().await;
    counted(&database, "a").await.unwrap();
    server.pause();
    let first: Vec<_> = (0..50)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move { counted(&database, "a").await })
        })
        .collect();
    for call in first {
        let answered = timeout(LONGEST * 2, call).await.unwrap().unwrap();
        assert!(is_unavailable(&answered));
    }
    let begun = Instant::now();
    let mut refused = 0_u32;
    while begun.elapsed() < LONGEST * 2 {
        assert!(is_unavailable(&counted(&database, "a").await));
        refused += 1;
        sleep(Duration::from_millis(1)).await;
    }
    assert!(refused > 10, "most are refused without waiting: {refused}");
    server.resume();
    until_answered(|| counted(&database, "a")).await;
}

#[tokio::test]
async fn a_server_that_takes_no_writes_any_more_is_unavailable_until_it_does_again() {
    let (server, database) = server().await;
    counted(&database, "a").await.unwrap();
    let statement = "ALTER SYSTEM SET default_transaction_read_only = on";
    server.execute(statement).await.unwrap();
    server.execute("SELECT pg_reload_conf()").await.unwrap();
    let end = Instant::now() + Duration::from_secs(10);
    let refused = loop {
        assert!(Instant::now() < end, "the setting is in force");
        match counted(&database, "a").await {
            Ok(_) => sleep(Duration::from_millis(10)).await,
            Err(fault) => break fault,
        }
    };
    let reason = match refused {
        PostgresFault::Unavailable { reason, .. } => reason,
        PostgresFault::Failed(fault) => panic!("{fault}"),
    };
    assert_eq!(reason, Reason::ReadOnly);
    server
        .execute("ALTER SYSTEM RESET default_transaction_read_only")
        .await
        .unwrap();
    server.execute("SELECT pg_reload_conf()").await.unwrap();
    until_answered(|| counted(&database, "a")).await;
}

#[tokio::test]
async fn a_server_without_room_for_connections_is_unavailable_until_there_is_some() {
    let options = corners_test_postgres::Options::of(Durability::Unsynced).set("max_connections", "5");
    let server = Server::with(options).await.unwrap();
    let place = server.database().await.unwrap();
    let database = connect(&quick(&place.url())).await;
    let mut others = Vec::new();
    while let Ok(other) = PgConnection::connect(&place.url()).await {
        others.push(other);
    }
    let refused = counted(&database, "a").await;
    assert!(matches!(
        refused,
        Err(PostgresFault::Unavailable {
            reason: Reason::Full,
            ..
        })
    ));
    drop(others);
    until_answered(|| counted(&database, "a")).await;
}

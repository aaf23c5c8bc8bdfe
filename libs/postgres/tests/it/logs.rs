use std::time::Duration;

use corners_postgres::{Database, PostgresConfig};
use corners_test_postgres::{Durability, Options, Server};
use tokio::time::sleep;

use crate::support::{Log, NOTES, connect, counted, quick, until_answered};

#[tokio::test]
async fn an_outage_is_two_lines_however_many_calls_it_cost() {
    let log = Log::default();
    let _listening = log.listen();
    // One that is warned of nothing at the start.
    let mut server = Server::start(Durability::Synced).await.unwrap();
    let database = connect(&quick(&server.database().await.unwrap().url())).await;
    server.kill().await.unwrap();
    for _ in 0..1_000 {
        assert!(counted(&database, "a").await.is_err());
    }
    server.restart().await.unwrap();
    while log.lines().len() < 2 {
        until_answered(|| counted(&database, "a")).await;
        sleep(Duration::from_millis(10)).await;
    }
    let lines = log.lines();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("WARN") && lines[0].contains("not available") && lines[0].contains(&server.address()));
    assert!(lines[1].contains("INFO") && lines[1].contains("available again"));
}

#[tokio::test]
async fn a_server_that_may_lose_what_it_has_promised_is_warned_of() {
    let log = Log::default();
    let _listening = log.listen();
    let options = Options::of(Durability::Unsynced).set("synchronous_commit", "off");
    let server = Server::with(options).await.unwrap();
    connect(&quick(&server.database().await.unwrap().url())).await;
    let lines = log.lines();
    assert_eq!(lines.len(), 3, "{lines:#?}");
    for word in ["fsync", "full_page_writes", "synchronous_commit"] {
        assert!(
            lines.iter().any(|line| line.contains("WARN") && line.contains(word)),
            "{word}"
        );
    }
}

/// At every level, the driver's own lines included.
#[tokio::test]
async fn no_password_and_no_value_is_ever_logged() {
    let log = Log::default();
    let _listening = log.listen();
    let mut server = Server::with(Options::of(Durability::Unsynced).ask_for_password())
        .await
        .unwrap();
    let place = server.database().await.unwrap();
    let config = PostgresConfig { ..quick(&place.url()) };
    let database = connect(&config).await;
    counted(&database, "a secret name").await.unwrap();
    tracing::info!(?config, ?database, "shown");
    server.kill().await.unwrap();
    counted(&database, "a secret name").await.unwrap_err();
    Database::connect(&config, "notes", &NOTES).await.unwrap_err();
    let text = log.text();
    assert!(text.contains("shown"));
    for secret in ["secret:of@tests", "secret%3Aof", "a secret name"] {
        assert!(!text.contains(secret), "{text}");
    }
}

use std::time::Duration;

use corners_postgres::{ConnectError, Database, PostgresConfig};
use corners_test_postgres::{Durability, Options, Server};

use crate::support::{NOTES, counted, quick};

async fn refusal(config: &PostgresConfig) -> ConnectError {
    Database::connect(config, "notes", &NOTES).await.unwrap_err()
}

#[tokio::test]
async fn where_nobody_listens_the_service_says_where_it_looked_and_what_to_do() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let url = server.database().await.unwrap().url();
    server.kill().await.unwrap();
    let refused = refusal(&quick(&url)).await;
    assert!(matches!(refused, ConnectError::Unreachable { .. }));
    let text = refused.to_string();
    assert!(
        text.contains(&server.address()) && text.contains("postgres.url"),
        "{text}"
    );
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn where_nobody_answers_the_service_does_not_wait_for_ever() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let url = server.database().await.unwrap().url();
    server.pause();
    let refused = refusal(&quick(&url)).await;
    assert!(refused.to_string().contains("no answer in time"), "{refused}");
    server.resume();
}

#[tokio::test]
async fn a_wrong_password_is_told_from_a_server_that_is_away() {
    let server = Server::with(Options::default().ask_for_password()).await.unwrap();
    let place = server.database().await.unwrap();
    let address = server.address();
    for wrong in [
        format!("postgres://corners:wrong@{address}/{}", place.name()),
        format!("postgres://nobody:wrong@{address}/{}", place.name()),
    ] {
        let refused = refusal(&quick(&wrong)).await;
        assert!(matches!(refused, ConnectError::Login { .. }), "{refused}");
    }
    let elsewhere = place.url().replace(place.name(), "nothing");
    let refused = refusal(&quick(&elsewhere)).await;
    assert!(matches!(refused, ConnectError::Login { .. }), "{refused}");
}

#[tokio::test]
async fn the_password_may_be_in_a_file() {
    let server = Server::with(Options::default().ask_for_password()).await.unwrap();
    let place = server.database().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "a/secret:of@tests\n").unwrap();
    let url = format!("postgres://corners@{}/{}", server.address(), place.name());
    let config = PostgresConfig {
        password_file: file,
        ..quick(&url)
    };
    let database = Database::connect(&config, "notes", &NOTES).await.unwrap();
    assert_eq!(counted(&database, "a").await, Ok(1));
    let missing = PostgresConfig {
        password_file: folder.path().join("nothing"),
        ..config
    };
    let refused = refusal(&missing).await;
    assert!(refused.to_string().contains("postgres.password_file"), "{refused}");
}

#[tokio::test]
async fn tls_that_is_asked_for_is_not_given_up_when_the_server_has_none() {
    let place = corners_test_postgres::database().await.unwrap();
    for mode in ["require", "verify-ca", "verify-full"] {
        let config = PostgresConfig {
            acquire_timeout: Duration::from_secs(5),
            ..quick(&format!("{}?sslmode={mode}", place.url()))
        };
        let refused = refusal(&config).await;
        assert!(matches!(refused, ConnectError::Unreachable { .. }), "{refused}");
        assert!(refused.to_string().to_lowercase().contains("tls"), "{refused}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_writes_is_refused_with_what_to_do() {
    let options = Options::default().set("default_transaction_read_only", "on");
    let server = Server::with(options).await.unwrap();
    // Every server has it.
    let url = format!("postgres://corners@{}/postgres", server.address());
    let refused = refusal(&quick(&url)).await;
    assert!(refused.to_string().contains("name the primary"), "{refused}");
}

#[tokio::test]
async fn a_database_of_another_encoding_is_refused_with_what_to_do() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let create = "CREATE DATABASE old TEMPLATE template0 ENCODING 'SQL_ASCII'";
    server.execute(create).await.unwrap();
    let url = server.database().await.unwrap().url().replace("/test_0", "/old");
    let refused = refusal(&quick(&url)).await;
    assert!(refused.to_string().contains("UTF8"), "{refused}");
}

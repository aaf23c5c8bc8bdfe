//! A server that is killed, stopped and left behind.

use std::path::PathBuf;
use std::time::Duration;

use corners_test_postgres::{Database, Durability, Options, Server, TestPostgresError};
use sqlx::{Connection, Executor, PgConnection};
use tokio::time::timeout;

async fn connect(database: &Database) -> PgConnection {
    PgConnection::connect(&database.url()).await.unwrap()
}

async fn setting(connection: &mut PgConnection, name: &str) -> String {
    let asked = sqlx::query_scalar("SELECT current_setting($1)").bind(name);
    asked.fetch_one(connection).await.unwrap()
}

#[tokio::test]
async fn databases_of_one_server_know_nothing_of_each_other() {
    let (one, other) = (
        corners_test_postgres::database().await.unwrap(),
        corners_test_postgres::database().await.unwrap(),
    );
    assert_ne!(one.url(), other.url());
    for database in [one, other] {
        let mut connection = connect(&database).await;
        connection.execute("CREATE TABLE note (text TEXT)").await.unwrap();
        assert_eq!(setting(&mut connection, "fsync").await, "off");
        assert_eq!(setting(&mut connection, "server_encoding").await, "UTF8");
    }
}

#[tokio::test]
async fn a_server_syncs_if_it_shall() {
    let server = Server::start(Durability::Synced).await.unwrap();
    let mut connection = connect(&server.database().await.unwrap()).await;
    assert_eq!(setting(&mut connection, "fsync").await, "on");
    assert_eq!(setting(&mut connection, "full_page_writes").await, "on");
}

#[tokio::test]
async fn a_killed_server_comes_back_at_the_same_place_with_what_was_committed() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let mut connection = connect(&database).await;
    connection
        .execute("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('committed')")
        .await
        .unwrap();
    connection
        .execute("BEGIN; INSERT INTO note VALUES ('not committed')")
        .await
        .unwrap();
    for _ in 0..3 {
        server.kill().await.unwrap();
        assert!(connection.ping().await.is_err());
        let refused = PgConnection::connect(&database.url()).await;
        assert!(matches!(refused, Err(sqlx::Error::Io(_))));
        server.restart().await.unwrap();
        connection = connect(&database).await;
        let notes: Vec<String> = sqlx::query_scalar("SELECT text FROM note")
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert_eq!(notes, ["committed"]);
    }
}

#[tokio::test]
async fn a_paused_server_keeps_its_connections_and_answers_later() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let mut connection = connect(&database).await;
    server.pause();
    let asking = sqlx::query_scalar("SELECT 1").fetch_one(&mut connection);
    tokio::pin!(asking);
    assert!(timeout(Duration::from_millis(200), &mut asking).await.is_err());
    server.resume();
    let answer: i32 = asking.await.unwrap();
    assert_eq!(answer, 1);
}

#[tokio::test]
async fn nothing_is_left_of_a_server_that_is_dropped_whether_it_runs_is_paused_or_killed() {
    for end in ["running", "paused", "killed"] {
        let mut server = Server::start(Durability::Unsynced).await.unwrap();
        let database = server.database().await.unwrap();
        let data = setting(&mut connect(&database).await, "data_directory").await;
        let folder = PathBuf::from(data).parent().unwrap().to_owned();
        assert!(folder.exists());
        match end {
            "paused" => server.pause(),
            "killed" => server.kill().await.unwrap(),
            _ => {}
        }
        drop(server);
        assert!(!folder.exists(), "{end}");
        assert!(PgConnection::connect(&database.url()).await.is_err(), "{end}");
    }
}

#[tokio::test]
async fn a_server_that_asks_for_a_password_lets_nobody_in_without() {
    let server = Server::with(Options::default().ask_for_password()).await.unwrap();
    let database = server.database().await.unwrap();
    connect(&database).await;
    let wrong = database.connect_options().password("wrong");
    let refused = PgConnection::connect_with(&wrong).await.unwrap_err();
    let code = refused.as_database_error().and_then(|error| error.code());
    assert_eq!(code.as_deref(), Some("28P01"));
}

#[tokio::test]
async fn a_server_that_cannot_start_says_why() {
    let refused = Server::with(Options::default().set("shared_buffers", "none")).await;
    let Err(TestPostgresError::NotServing { log }) = refused else {
        panic!("it has started");
    };
    assert!(log.contains("shared_buffers"), "{log}");
}

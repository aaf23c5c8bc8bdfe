//! Postgres goes, is silent, and comes back.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use corners_accounts::store::{PostgresAccountsStore, Write};
use corners_accounts::{Accounts, Options};
use corners_postgres::PostgresConfig;
use corners_proto::accounts::v1::CreateGuestResponse;
use corners_test_postgres::{Database, Durability, Server};
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use uuid::Uuid;

use super::samples::{CONNECTIONS, commit, config, guest, replicas};
use crate::support::{create_guest, with};

/// Far more than a call may take, on a machine that has other things to do.
const LONG: Duration = Duration::from_secs(10);

async fn service(folder: &Path, database: &Database) -> Accounts {
    let config = PostgresConfig {
        max_connections: CONNECTIONS,
        acquire_timeout: Duration::from_millis(500),
        statement_timeout: Duration::from_millis(1000),
        ..PostgresConfig::of(&database.url())
    };
    let store = PostgresAccountsStore::open(&config).await.unwrap();
    with(folder, Arc::new(store), Options::default())
}

async fn call(accounts: &Accounts) -> Result<CreateGuestResponse, Status> {
    let answered = timeout(LONG, create_guest(accounts, &Uuid::new_v4().to_string())).await;
    answered.expect("a call is answered, whatever the answer is")
}

fn assert_unavailable(answer: Result<CreateGuestResponse, Status>) {
    let status = answer.expect_err("the store is away");
    assert_eq!(status.code(), Code::Unavailable);
    let details = status.get_error_details();
    let reason = details.error_info().map(|info| info.reason.clone());
    assert_eq!(reason.as_deref(), Some("STORE_UNAVAILABLE"));
}

async fn until_answered(accounts: &Accounts) -> CreateGuestResponse {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        match call(accounts).await {
            Ok(guest) => return guest,
            refused => assert_unavailable(refused),
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the service did not recover");
}

#[tokio::test]
async fn while_postgres_is_gone_calls_are_unavailable_and_then_they_go_on() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let accounts = service(folder.path(), &database).await;
    let request = Uuid::new_v4().to_string();
    let before = create_guest(&accounts, &request).await.unwrap();
    for _ in 0..2 {
        server.kill().await.unwrap();
        for _ in 0..20 {
            assert_unavailable(call(&accounts).await);
        }
        server.restart().await.unwrap();
        until_answered(&accounts).await;
        let again = create_guest(&accounts, &request).await.unwrap();
        assert_eq!(again.account, before.account, "what was acknowledged is there");
    }
}

#[tokio::test]
async fn while_postgres_is_silent_calls_are_unavailable_and_then_they_go_on() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let accounts = service(folder.path(), &database).await;
    until_answered(&accounts).await;
    server.pause();
    for _ in 0..20 {
        assert_unavailable(call(&accounts).await);
    }
    server.resume();
    until_answered(&accounts).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_times_the_calls_take_no_more_connections() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let stores = replicas(&database, 3).await;
    for calls in [50, 500] {
        let made: Vec<_> = (0..calls)
            .map(|number| {
                let store = Arc::clone(&stores[number % 3]);
                let commit = commit(None, vec![Write::InsertAccount(guest())]);
                tokio::spawn(async move { store.commit(commit).await })
            })
            .collect();
        for call in made {
            call.await.unwrap().unwrap();
        }
        let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
        let question = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'corners accounts'";
        let open: i64 = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
        assert!((1..=i64::from(3 * CONNECTIONS)).contains(&open), "{open}");
    }
}

#[tokio::test]
async fn a_service_that_finds_no_postgres_says_so_and_names_no_password() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    server.kill().await.unwrap();
    let refused = PostgresAccountsStore::open(&config(&database))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains(&server.address()) && refused.contains("postgres.url"),
        "{refused}"
    );
    assert!(!refused.contains("secret"), "{refused}");
}

//! Postgres goes, is silent, and comes back.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use corners_accounts::store::{Committed, PostgresAccountsStore, Write};
use corners_accounts::{Accounts, Options};
use corners_postgres::PostgresConfig;
use corners_proto::accounts::v1::CreateGuestResponse;
use corners_proto::ids::AccountId;
use corners_test_postgres::{Database, Durability, Server};
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use uuid::Uuid;

use super::samples::{CONNECTIONS, Store, commit, config, guest, remembered, replicas};
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

/// Makes a guest by one call, as the service does: again and again, until it is answered.
async fn made(store: &Store, request: u32) -> AccountId {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        let account = guest();
        let id = account.id;
        let commit = commit(Some(remembered(request, id)), vec![Write::InsertAccount(account)]);
        match store.commit(commit).await {
            Ok(Committed::Done) => return id,
            Ok(Committed::Remembered(call)) => return call.account,
            Ok(other) => panic!("{other:?}"),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
    panic!("the store did not recover");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_cut_off_in_the_middle_is_done_once_when_it_is_repeated() {
    const CALLERS: u32 = 16;
    const EACH: u32 = 60;
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let stores = replicas(&database, 2).await;
    let (progress, mut progressed) = tokio::sync::mpsc::unbounded_channel();
    let calls: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let (stores, progress) = (stores.clone(), progress.clone());
            tokio::spawn(async move {
                let mut accounts = Vec::new();
                for number in 0..EACH {
                    let request = caller * EACH + number;
                    accounts.push(made(&stores[number as usize % 2], request).await);
                    progress.send(()).unwrap();
                }
                accounts
            })
        })
        .collect();
    // Each time in the middle of many calls.
    for _ in 0..4 {
        for _ in 0..CALLERS * EACH / 5 {
            progressed.recv().await.unwrap();
        }
        server.kill().await.unwrap();
        server.restart().await.unwrap();
    }
    let mut accounts = Vec::new();
    for call in calls {
        accounts.extend(call.await.unwrap());
    }
    for (request, account) in (0..).zip(&accounts) {
        assert_eq!(made(&stores[0], request).await, *account, "the first answer holds");
    }
    let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
    let question = "SELECT count(*) FROM accounts.account";
    let stored: i64 = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
    assert_eq!(stored, i64::from(CALLERS * EACH), "no account was made twice");
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

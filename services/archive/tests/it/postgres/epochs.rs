//! A restored backup starts a new epoch of the feed, whoever notices it first.

use std::path::PathBuf;
use std::process::Stdio;

use corners_test_postgres::{Database, Durability, Options, Server};
use tokio::process::Command;

use super::samples::{batch, connect, execute, open, record};

/// Copies a database into an empty one, as an operator restores a dump.
async fn restore(from: &Database, to: &Database) {
    let mut dumping = Command::new("pg_dump")
        .args(["--dbname", &from.url()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let dump: Stdio = dumping.stdout.take().unwrap().try_into().unwrap();
    let restored = Command::new("psql")
        .args(["--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", &to.url()])
        .stdin(dump)
        .stdout(Stdio::null())
        .status()
        .await
        .unwrap();
    assert!(restored.success() && dumping.wait().await.unwrap().success());
}

#[tokio::test]
async fn a_restored_dump_starts_an_epoch_where_it_ends() {
    let (server, other) = (start().await, start().await);
    let database = server.database().await.unwrap();
    let store = open(&database).await;
    record(&store, batch([1, 2, 3])).await;
    let first = store.head().await.unwrap().epochs[0];
    for restored in [server.database().await.unwrap(), other.database().await.unwrap()] {
        restore(&database, &restored).await;
        let store = open(&restored).await;
        let head = store.head().await.unwrap();
        assert_eq!((head.epochs.len(), head.last), (2, 3));
        assert_eq!((head.epochs[0], head.epochs[1].position), (first, 3));
        assert_ne!(head.epochs[1].epoch, first.epoch);
        assert_eq!(record(&store, batch([4])).await, [4]);
        assert_eq!(store.head().await.unwrap().epochs, head.epochs, "once");
    }
    // A dump of what was restored, by whoever records first.
    let again = server.database().await.unwrap();
    restore(&database, &again).await;
    let store = open(&again).await;
    assert_eq!(record(&store, batch([5])).await, [4]);
    let head = store.head().await.unwrap();
    assert_eq!((head.epochs.len(), head.epochs[1].position, head.last), (2, 3, 4));
}

async fn start() -> Server {
    Server::start(Durability::Unsynced).await.unwrap()
}

#[tokio::test]
async fn another_server_or_another_timeline_or_another_table_is_another_database() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = open(&database).await;
    record(&store, batch([1])).await;
    for (number, change) in [
        "UPDATE archive.epoch SET system_identifier = 1",
        "UPDATE archive.epoch SET timeline = '0000000F'",
        "UPDATE archive.epoch SET outbox = 1",
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(store.head().await.unwrap().epochs.len(), number + 1);
        execute(&database, change).await;
        assert_eq!(store.head().await.unwrap().epochs.len(), number + 2, "{change}");
    }
}

#[tokio::test]
async fn a_server_that_only_starts_anew_stays_in_its_epoch() {
    let mut server = start().await;
    let database = server.database().await.unwrap();
    record(&open(&database).await, batch([1, 2])).await;
    let before = open(&database).await.head().await.unwrap();
    server.restart().await.unwrap();
    execute(&database, "VACUUM FULL archive.outbox").await;
    let store = open(&database).await;
    assert_eq!(store.head().await.unwrap(), before);
    record(&store, batch([3])).await;
    assert_eq!(store.head().await.unwrap().epochs, before.epochs);
}

/// Its log was replayed to its end, as after a backup of files was restored or a standby promoted.
#[tokio::test]
async fn a_server_that_was_recovered_onto_a_new_timeline_starts_an_epoch() {
    let options = Options::of(Durability::Unsynced)
        .set("wal_level", "replica")
        .set("restore_command", "false");
    let mut server = Server::with(options).await.unwrap();
    let database = server.database().await.unwrap();
    record(&open(&database).await, batch([1, 2])).await;
    let before = open(&database).await.head().await.unwrap();
    let mut connection = connect(&database).await;
    let asking = sqlx::query_scalar("SHOW data_directory");
    let folder: String = asking.fetch_one(&mut connection).await.unwrap();
    server.kill().await.unwrap();
    std::fs::write(PathBuf::from(folder).join("recovery.signal"), "").unwrap();
    server.restart().await.unwrap();
    let store = open(&database).await;
    let after = store.head().await.unwrap();
    assert_eq!((after.epochs.len(), after.last), (2, 2));
    assert_eq!((after.epochs[0], after.epochs[1].position), (before.epochs[0], 2));
    assert_eq!(record(&store, batch([3])).await, [3]);
    assert_eq!(store.head().await.unwrap().epochs, after.epochs);
}

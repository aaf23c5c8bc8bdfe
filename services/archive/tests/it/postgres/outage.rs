//! Postgres goes, is silent, is full, takes no writes, and comes back.

use std::sync::Arc;
use std::time::Duration;

use corners_archive::store::{Recorded, StoreError};
use corners_proto::ids::TableId;
use corners_test_postgres::{Durability, Server};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::samples::{
    NOW_MS, Store, assert_whole, batch, config, count, execute, game, new, open, record, replicas, table,
};

/// Far more than a call may take, on a machine that has other things to do.
const LONG: Duration = Duration::from_secs(60);

fn is_unavailable<T>(answer: &Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Unavailable { .. }))
}

/// Records games as the service does: again and again, until it is answered.
async fn until_recorded(store: &Store, numbers: &[u32]) -> Vec<Recorded> {
    let end = Instant::now() + LONG;
    while Instant::now() < end {
        let answer = timeout(LONG, store.record(batch(numbers.iter().copied()), NOW_MS)).await;
        match answer.expect("a call is answered, whatever the answer is") {
            Ok(recorded) => return recorded,
            Err(error) => assert!(
                is_unavailable(&Err::<(), _>(error)),
                "nothing is refused that can be stored"
            ),
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the store did not recover");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_before_postgres_is_killed_is_there_and_what_is_there_is_whole() {
    const TAKERS: u32 = 4;
    const BATCHES: u32 = 40;
    const BATCH: u32 = 16;
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let stores = replicas(&database, 2).await;
    let (progress, mut progressed) = mpsc::unbounded_channel();
    let takers: Vec<_> = (0..TAKERS)
        .map(|taker| {
            let (store, progress) = (Arc::clone(&stores[taker as usize % 2]), progress.clone());
            tokio::spawn(async move {
                for number in 0..BATCHES {
                    let first = (taker * BATCHES + number) * BATCH;
                    let numbers: Vec<u32> = (first..first + BATCH).collect();
                    let recorded = until_recorded(&store, &numbers).await;
                    assert!(!recorded.contains(&Recorded::Conflict));
                    progress.send(numbers).unwrap();
                }
            })
        })
        .collect();
    drop(progress);
    let mut answered: Vec<TableId> = Vec::new();
    // Each time in the middle of many records.
    for _ in 0..3 {
        for _ in 0..TAKERS * BATCHES / 5 {
            answered.extend(progressed.recv().await.unwrap().into_iter().map(table));
        }
        server.kill().await.unwrap();
        server.restart().await.unwrap();
        assert_whole(&database).await;
        for tables in answered.chunks(200) {
            assert_eq!(until_read(&stores[0], tables).await, tables.len());
        }
    }
    for taker in takers {
        taker.await.unwrap();
    }
    let all = i64::from(TAKERS * BATCHES * BATCH);
    assert_eq!(count(&database, "SELECT count(*) FROM archive.game").await, all);
    assert_eq!(count(&database, "SELECT count(*) FROM archive.outbox").await, all);
    assert_whole(&database).await;
    let head = stores[0].head().await.unwrap();
    assert_eq!(
        (head.epochs.len(), head.last),
        (1, all.unsigned_abs()),
        "it is the same database"
    );
}

#[tokio::test]
async fn while_postgres_is_gone_or_silent_calls_are_unavailable_and_then_they_go_on() {
    let mut server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let mut settings = config(&database);
    settings.acquire_timeout = Duration::from_millis(500);
    settings.statement_timeout = Duration::from_millis(1000);
    let store = corners_archive::store::PostgresArchiveStore::open(&settings)
        .await
        .unwrap();
    let store: Store = Arc::new(store);
    record(&store, batch([1])).await;
    server.kill().await.unwrap();
    assert_away(&store).await;
    server.restart().await.unwrap();
    until_recorded(&store, &[1, 2]).await;
    server.pause();
    assert_away(&store).await;
    server.resume();
    until_recorded(&store, &[1, 2, 3]).await;
    assert_eq!(store.head().await.unwrap().last, 3);
    assert_whole(&database).await;
}

/// Reads games as the service does: again and again, until it is answered.
async fn until_read(store: &Store, tables: &[TableId]) -> usize {
    let end = Instant::now() + LONG;
    while Instant::now() < end {
        if let Ok(games) = store.games(tables).await {
            return games.len();
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the store did not recover");
}

async fn assert_away(store: &Store) {
    for _ in 0..3 {
        let recorded = timeout(LONG, store.record(batch([7]), NOW_MS)).await.unwrap();
        assert!(is_unavailable(&recorded), "{recorded:?}");
        let read = timeout(LONG, store.game(table(1))).await.unwrap();
        assert!(is_unavailable(&read), "{read:?}");
        let head = timeout(LONG, store.head()).await.unwrap();
        assert!(is_unavailable(&head), "{head:?}");
    }
}

#[tokio::test]
async fn while_postgres_takes_no_writes_games_are_read_and_none_is_refused() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let store = open(&database).await;
    record(&store, batch([1])).await;
    server
        .execute("ALTER SYSTEM SET default_transaction_read_only = on")
        .await
        .unwrap();
    server.execute("SELECT pg_reload_conf()").await.unwrap();
    let end = Instant::now() + LONG;
    // A game that is there: until the setting is read, it is known.
    while !is_unavailable(&store.record(batch([1]), NOW_MS).await) {
        assert!(Instant::now() < end, "the setting is read");
        sleep(Duration::from_millis(20)).await;
    }
    let recorded = store.record(batch([3]), NOW_MS).await;
    assert!(is_unavailable(&recorded), "{recorded:?}");
    assert_eq!(
        until_read(&store, &[1, 2, 3].map(table)).await,
        1,
        "what is there can be read"
    );
    for statement in [
        "ALTER SYSTEM RESET default_transaction_read_only",
        "SELECT pg_reload_conf()",
    ] {
        server.execute(statement).await.unwrap();
    }
    let recorded = until_recorded(&store, &[1, 2]).await;
    assert_eq!(recorded, [Recorded::Known, Recorded::New(2)]);
}

#[tokio::test]
async fn a_full_disk_refuses_no_game_and_leaves_nothing_behind() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = open(&database).await;
    record(&store, batch([1])).await;
    for place in ["game", "game_moves", "outbox"] {
        let fill = format!(
            "CREATE FUNCTION archive.fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$; \
             CREATE TRIGGER fill AFTER INSERT ON archive.{place} FOR EACH STATEMENT EXECUTE FUNCTION archive.fill()"
        );
        let mut operator = super::samples::connect(&database).await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(fill))
            .execute(&mut operator)
            .await
            .unwrap();
        let recorded = store.record(batch([1, 2, 3]), NOW_MS).await;
        assert!(is_unavailable(&recorded), "{place} {recorded:?}");
        assert_eq!(store.games(&[2, 3].map(table)).await.unwrap(), []);
        assert_eq!(store.head().await.unwrap().last, 1);
        execute(&database, "DROP FUNCTION archive.fill() CASCADE").await;
    }
    assert_eq!(
        store.record(batch([1, 2, 3]), NOW_MS).await.unwrap(),
        [Recorded::Known, Recorded::New(2), Recorded::New(3)]
    );
    assert_whole(&database).await;
}

/// Ways to have Postgres refuse games of five plies and more.
const PICKY: [&str; 3] = [
    "ALTER TABLE archive.game ADD CHECK (plies < 5)",
    "CREATE FUNCTION picky() RETURNS trigger LANGUAGE plpgsql AS \
     'BEGIN IF NEW.plies >= 5 THEN RAISE EXCEPTION ''too long''; END IF; RETURN NEW; END'; \
     CREATE TRIGGER picky BEFORE INSERT ON archive.game FOR EACH ROW EXECUTE FUNCTION picky()",
    "CREATE FUNCTION picky() RETURNS trigger LANGUAGE plpgsql AS \
     'BEGIN IF NEW.plies >= 5 THEN RAISE EXCEPTION ''too long''; END IF; RETURN NEW; END'; \
     CREATE CONSTRAINT TRIGGER picky AFTER INSERT ON archive.game DEFERRABLE INITIALLY DEFERRED \
     FOR EACH ROW EXECUTE FUNCTION picky()",
];

#[tokio::test]
async fn a_game_that_postgres_does_not_take_is_refused_and_nothing_is_stored() {
    for picky in PICKY {
        let database = corners_test_postgres::database().await.unwrap();
        let store = open(&database).await;
        execute(&database, picky).await;
        let mut long = game(2);
        long.moves = vec![long.moves[0].clone(); 5];
        let games = vec![new(game(1)), new(long), new(game(3))];
        let recorded = store.record(games, NOW_MS).await;
        assert!(
            matches!(recorded, Err(StoreError::Refused { .. })),
            "{picky}: {recorded:?}"
        );
        assert_eq!(store.games(&[1, 2, 3].map(table)).await.unwrap(), []);
        assert_eq!(record(&store, batch([1, 3])).await, [1, 2]);
    }
}

/// What somebody has broken in the database is no reason to give games up.
#[tokio::test]
async fn a_mistake_in_the_database_refuses_no_game() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = open(&database).await;
    execute(&database, "ALTER TABLE archive.game_moves RENAME TO moved").await;
    let recorded = store.record(batch([1]), NOW_MS).await;
    assert!(is_unavailable(&recorded), "{recorded:?}");
    execute(&database, "ALTER TABLE archive.moved RENAME TO game_moves").await;
    assert_eq!(record(&store, batch([1])).await, [1]);
}

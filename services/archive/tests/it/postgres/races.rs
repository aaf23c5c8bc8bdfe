//! Races between replicas over one database.

use std::collections::HashMap;
use std::sync::Arc;

use corners_archive::domain::FeedEvent;
use corners_archive::store::{NewGame, Recorded, StoreError};
use corners_proto::ids::TableId;
use corners_test_postgres::Database;
use rand::seq::SliceRandom;
use tokio::task::JoinHandle;

use super::samples::{
    NOW_MS, Store, assert_whole, batch, connect, count, execute, game, new, record, replicas, table, until_waiting,
};

type Recording = JoinHandle<Result<Vec<Recorded>, StoreError>>;

fn spawn_record(store: &Store, games: Vec<NewGame>) -> Recording {
    let store = Arc::clone(store);
    tokio::spawn(async move { store.record(games, NOW_MS).await })
}

/// Follows the feed until it has told of so many games; there must be no gap in what is seen.
async fn follow(store: Store, games: u64) -> Vec<FeedEvent> {
    let mut seen: Vec<FeedEvent> = Vec::new();
    while (seen.len() as u64) < games {
        let last = seen.last().map_or(0, |event| event.position);
        for event in store.events_after(last, 50).await.unwrap() {
            assert_eq!(event.position, seen.len() as u64 + 1);
            seen.push(event);
        }
        tokio::task::yield_now().await;
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_record_the_same_and_other_games_at_once_record_each_once() {
    const GAMES: u32 = 400;
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    let follower = tokio::spawn(follow(Arc::clone(&stores[3]), GAMES.into()));
    // Each of six takers has all games, in an order of its own.
    let takers: Vec<_> = (0..6)
        .map(|taker| {
            let store = Arc::clone(&stores[taker % 3]);
            let mut numbers: Vec<u32> = (0..GAMES).collect();
            numbers.shuffle(&mut rand::rng());
            tokio::spawn(async move {
                let mut new = Vec::new();
                for numbers in numbers.chunks(37) {
                    let recorded = store.record(batch(numbers.iter().copied()), NOW_MS).await.unwrap();
                    for (number, recorded) in numbers.iter().zip(recorded) {
                        match recorded {
                            Recorded::New(position) => new.push((position, table(*number))),
                            Recorded::Known => {}
                            Recorded::Conflict => panic!("it is the same game"),
                        }
                    }
                }
                new
            })
        })
        .collect();
    let mut told: Vec<(u64, TableId)> = Vec::new();
    for taker in takers {
        told.extend(taker.await.unwrap());
    }
    told.sort_unstable();
    let followed = follower.await.unwrap();
    let followed: Vec<_> = followed.iter().map(|event| (event.position, event.table)).collect();
    assert_eq!(
        told, followed,
        "each is told as new to one, with the position of its event"
    );
    assert_eq!(
        count(&database, "SELECT count(*) FROM archive.game").await,
        i64::from(GAMES)
    );
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(
        count(&database, deadlocks).await,
        0,
        "nobody waits for who waits for it"
    );
    assert_whole(&database).await;
}

/// The commit of the one that has the first position is held up; what others record meanwhile is not seen before.
#[tokio::test(flavor = "multi_thread")]
async fn no_event_is_seen_before_one_of_an_earlier_position() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 3).await;
    let mut operator = held_up(&database, table(1)).await;
    let late = spawn_record(&stores[0], batch([1]));
    until_waiting(&database, 1).await;
    let early = spawn_record(&stores[1], batch([2]));
    until_waiting(&database, 2).await;
    assert_eq!(stores[2].events_after(0, 10).await.unwrap(), []);
    assert_eq!(stores[2].game(table(2)).await.unwrap(), None);
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)")
        .execute(&mut operator)
        .await
        .unwrap();
    assert_eq!(late.await.unwrap().unwrap(), [Recorded::New(1)]);
    assert_eq!(early.await.unwrap().unwrap(), [Recorded::New(2)]);
    let seen = follow(Arc::clone(&stores[2]), 2).await;
    assert_eq!(seen[1].table, table(2));
}

/// Makes commits with a game of this table wait until the connection unlocks them.
async fn held_up(database: &Database, table: TableId) -> sqlx::PgConnection {
    let mut operator = connect(database).await;
    let trigger = format!(
        "CREATE FUNCTION archive.hold_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF NEW.aggregateid = '{table}' THEN PERFORM pg_advisory_xact_lock(1); END IF; RETURN NULL; END $$; \
         CREATE CONSTRAINT TRIGGER hold_up AFTER INSERT ON archive.outbox DEFERRABLE INITIALLY DEFERRED \
         FOR EACH ROW EXECUTE FUNCTION archive.hold_up(); SELECT pg_advisory_lock(1)"
    );
    let trigger = sqlx::AssertSqlSafe(trigger);
    sqlx::raw_sql(trigger).execute(&mut operator).await.unwrap();
    operator
}

/// One is in the middle of recording a game when the other records it, the same or another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_replica_is_just_recording_is_waited_for() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 3).await;
    let mut operator = held_up(&database, table(1)).await;
    let first = spawn_record(&stores[0], batch([1, 2]));
    until_waiting(&database, 1).await;
    let same = spawn_record(&stores[1], batch([3, 2, 1]));
    let mut other = game(1);
    other.rated = false;
    let other = spawn_record(&stores[2], vec![new(other), new(game(2))]);
    until_waiting(&database, 3).await;
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)")
        .execute(&mut operator)
        .await
        .unwrap();
    assert_eq!(first.await.unwrap().unwrap(), [Recorded::New(1), Recorded::New(2)]);
    let expected = [Recorded::New(3), Recorded::Known, Recorded::Known];
    assert_eq!(same.await.unwrap().unwrap(), expected);
    assert_eq!(other.await.unwrap().unwrap(), [Recorded::Conflict, Recorded::Known]);
    assert_eq!(stores[0].game(table(1)).await.unwrap().unwrap().game, game(1));
    assert_whole(&database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_different_games_of_one_table_one_is_kept_and_the_others_are_conflicts() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 3).await;
    for number in 0..20 {
        let versions: Vec<_> = (0..6)
            .map(|version| {
                let mut game = game(number);
                game.moves[0].remaining_ms = Some(version);
                game
            })
            .collect();
        let calls: Vec<_> = versions
            .iter()
            .enumerate()
            .map(|(version, game)| spawn_record(&stores[version % 3], vec![new(game.clone())]))
            .collect();
        let mut recorded = Vec::new();
        for call in calls {
            recorded.extend(call.await.unwrap().unwrap());
        }
        let winner = recorded
            .iter()
            .position(|recorded| matches!(recorded, Recorded::New(_)))
            .unwrap();
        let conflicts = recorded
            .iter()
            .filter(|recorded| **recorded == Recorded::Conflict)
            .count();
        assert_eq!(conflicts, 5, "{recorded:?}");
        let kept = stores[0].game(table(number)).await.unwrap().unwrap();
        assert_eq!(kept.game, versions[winner]);
    }
    assert_whole(&database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_notices_a_restored_database_first_starts_one_epoch() {
    let database = corners_test_postgres::database().await.unwrap();
    let stores = replicas(&database, 4).await;
    record(&stores[0], batch([0])).await;
    for round in 1..=10 {
        execute(
            &database,
            "UPDATE archive.epoch SET system_identifier = system_identifier - 1",
        )
        .await;
        let recordings: Vec<_> = (0..4)
            .map(|replica| spawn_record(&stores[replica as usize], batch([round * 10 + replica])))
            .collect();
        let heads: Vec<_> = (0..12)
            .map(|number| {
                let store = Arc::clone(&stores[number % 4]);
                tokio::spawn(async move { store.head().await.unwrap() })
            })
            .collect();
        let mut told = HashMap::new();
        for head in heads {
            let head = head.await.unwrap();
            *told.entry(head.epochs.last().unwrap().epoch).or_insert(0) += 1;
        }
        for recording in recordings {
            recording.await.unwrap().unwrap();
        }
        assert_eq!(told.len(), 1, "all are told of the same epoch");
        let epochs = stores[0].head().await.unwrap().epochs;
        assert_eq!(epochs.len(), round as usize + 1);
    }
    assert_whole(&database).await;
}

//! With a hundred thousand players no question reads much more than it answers, whatever Postgres believes.

use std::sync::Arc;

use corners_postgres::PostgresConfig;
use corners_proto::ids::{AccountId, TableId};
use corners_rating::domain::{Board, PlayerIn, Policy, Told};
use corners_rating::store::conformance::samples::{CLASSIC, game, results};
use corners_rating::store::{PostgresRatingStore, Rung, Taken};
use corners_test_postgres::{Database, Durability, Server};
use sqlx::AssertSqlSafe;

use super::samples::{Store, config, connect, open};

const PLAYERS: u64 = 100_000;

/// How many whole points their ratings spread over.
const STEPS: u64 = 1000;

/// What Postgres knows of the tables was found out when they were empty.
async fn fill(database: &Database) {
    let player = "translate(md5(n::text), '0189', 'ghij')::varchar(25) || 'a'";
    let statements = format!(
        "SET search_path = rating; ANALYZE; \
         INSERT INTO standing SELECT {player}, '{CLASSIC}', 'player', 1000 + n::float8 / {PLAYERS} * {STEPS}, 50, 0.06, 2, 2, 1, \
         FALSE, floor(1000 + n::float8 / {PLAYERS} * {STEPS}), 1000000 + n, TRUE FROM generate_series(0, {PLAYERS} - 1) AS n; \
         INSERT INTO board_step SELECT variant, bots, points, count(*), count(*) FROM standing GROUP BY 1, 2, 3; \
         INSERT INTO rating_event SELECT n + 1, {player}, '{CLASSIC}', 'rated', NULL, {player}, {player}, 20800, n \
         FROM generate_series(0, {PLAYERS} - 1) AS n; \
         INSERT INTO rating_change SELECT {player}, '{CLASSIC}', 1 + side, n + 1, 'game', {player}, 1, 'player', 1, 1, 1, 1, 1, 1, 1, \
         (ARRAY['white', 'black'])[1 + side], 1, {player}, 'player', 1, 1, 1, 1 \
         FROM generate_series(0, {PLAYERS} - 1) AS n, generate_series(0, 1) AS side; \
         UPDATE rating_place SET last = {PLAYERS}, cursor = 'cursor-1', sequence = 1"
    );
    let mut connection = connect(database).await;
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(&mut connection)
        .await
        .unwrap();
}

/// Connections that have used up their time with plans made for known values: from the sixth time on Postgres may choose
/// one that is good for all.
const TIMES: u32 = 8;

/// Asks several times on one connection, which is closed after that; answers how many rows each time took.
async fn cost(database: &Database, question: impl AsyncFn(&Store)) -> i64 {
    let config = PostgresConfig {
        max_connections: 1,
        ..config(database)
    };
    let store: Store = Arc::new(PostgresRatingStore::open(&config).await.unwrap());
    let asking = async move {
        for _ in 0..TIMES {
            question(&store).await;
        }
    };
    database.rows_read("rating", asking).await.unwrap() / i64::from(TIMES)
}

#[track_caller]
fn assert_within(rows: i64, most: u64) {
    assert!(rows.unsigned_abs() <= most, "{rows} rows were read");
}

#[tokio::test]
async fn no_question_reads_much_more_than_it_answers() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let store = open(&database).await;
    store.adopt(&Policy::default()).await.unwrap();
    fill(&database).await;
    let board = Board {
        variant: CLASSIC.to_owned(),
        bots: false,
    };
    let a_step = PLAYERS / STEPS;

    let leaders = store.leaders(&board, None, 50).await.unwrap();
    drop(store);
    let (middle, _) = leaders.leaders[25];
    let middle_of_all = Rung {
        rating: 1500.005,
        player: middle,
    };
    for after in [None, Some(middle_of_all)] {
        let rows = cost(&database, async |store| {
            let page = store.leaders(&board, after.as_ref(), 50).await.unwrap();
            assert_eq!((page.players, page.leaders.len()), (PLAYERS, 50));
            assert_eq!(page.first_rank, after.map_or(1, |_| PLAYERS / 2));
        });
        assert_within(rows.await, STEPS + a_step + 60);
    }
    let rows = cost(&database, async |store| {
        let ranked = store.rank(&board, middle, 5).await.unwrap().unwrap();
        assert_eq!(
            (ranked.players, ranked.rank, ranked.neighbours.len()),
            (PLAYERS, 26, 11)
        );
    });
    assert_within(rows.await, STEPS + a_step + 20);
    let rows = cost(&database, async |store| {
        assert_eq!(store.distribution(&board).await.unwrap().len() as u64, STEPS);
    });
    assert_within(rows.await, STEPS);
    let players: Vec<_> = leaders.leaders.iter().map(|(player, _)| *player).collect();
    small_questions(&database, &players).await;
    sweeping_and_taking(&database).await;
}

async fn small_questions(database: &Database, players: &[AccountId]) {
    let players: Vec<_> = players
        .iter()
        .map(|player| PlayerIn {
            player: *player,
            variant: CLASSIC.to_owned(),
        })
        .collect();
    let rows = cost(database, async |store| {
        assert_eq!(store.standings(&players).await.unwrap().len(), 50);
    });
    assert_within(rows.await, 50);
    let rows = cost(database, async |store| {
        assert_eq!(store.changes(&players[0], None, 10).await.unwrap().len(), 2);
        assert_eq!(store.chains(Some(&players[1]), 20).await.unwrap().len(), 20);
        assert_eq!(store.position_before(500).await.unwrap(), 500);
        assert_eq!(store.head().await.unwrap().last, PLAYERS);
    });
    assert_within(rows.await, 2 + 2 * 20 + 5);
    let rows = cost(database, async |store| {
        assert_eq!(store.events_after(70_000, 100).await.unwrap().len(), 100);
        assert_eq!(store.game(TableId::from_bytes([1; 16])).await.unwrap(), []);
    });
    assert_within(rows.await, 300);
}

async fn sweeping_and_taking(database: &Database) {
    let rows = cost(database, async |store| {
        assert_eq!(store.unlist(1000, 500).await.unwrap(), 0);
    });
    assert_within(rows.await, 5);
    // Everybody is new, so that the same can be asked of each batch.
    let rows = cost(database, async |store| {
        let reached = store.place().await.unwrap().unwrap().sequence;
        let first = u32::try_from(reached).unwrap() * 1000;
        let told = |number: u32| Told::Finished(game(first + number, first + 2 * number, first + 2 * number + 1));
        let results = results(reached, (0..100).map(told).map(Some).collect());
        assert_eq!(store.take(results, 1).await.unwrap(), Taken::Done(100));
    });
    assert_within(rows.await, 150);
}

//! With a hundred thousand games no question reads much more than it answers, whatever Postgres believes to be frequent.

use std::sync::Arc;

use corners_archive::domain::{Filter, GamePoint};
use corners_archive::store::{GamesQuery, PostgresArchiveStore, SCANNED_AT_MOST};
use corners_postgres::PostgresConfig;
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_rules::Variant;
use corners_test_postgres::{Database, Durability, Options, Server};
use sqlx::{AssertSqlSafe, PgConnection};

use super::samples::{Store, account, config, connect, open, table};

const GAMES: u64 = 100_000;

/// Nearly all games are of one sort, and a third are of one account; one in a hundred thousand is something else, and it is
/// the oldest. What Postgres knows of the games was found out before that account and that game came.
async fn fill(connection: &mut PgConnection) {
    let (often, rare) = (account(1), account(2));
    let games = format!(
        "INSERT INTO game (table_id, variant, time_kind, takebacks, rated, set_up, creator, white, white_kind, black, \
         black_kind, created_at_ms, finished_at_ms, start_position, final_position, plies, reason, result) \
         SELECT translate(md5(n::text), '0189', 'ghij')::varchar(25) || 'a', 'classic-3x3', 'untimed', 'off', TRUE, FALSE, \
         '{often}', CASE n % 6 WHEN 0 THEN '{often}' ELSE translate(md5((n % 997)::text), '0189', 'ghij')::varchar(25) || 'a' END, \
         'player', CASE n % 6 WHEN 1 THEN '{often}' ELSE translate(md5((n % 991)::text), '0189', 'ghij')::varchar(25) || 'a' END, \
         'player', 0, 1000000 + n, 'x w 1', 'x b 1', 1, 'goal', '1-0' FROM generate_series(1, {GAMES} - 1) AS n WHERE n % 6"
    );
    let statements = format!(
        "SET search_path = archive; {games} > 1; ANALYZE; {games} <= 1; \
         INSERT INTO game_moves SELECT table_id, 'c3-d3' FROM game; \
         INSERT INTO outbox SELECT row_number() OVER (ORDER BY finished_at_ms), table_id, 'game', table_id, \
         'corners.game.finished.v1', finished_at_ms, finished_at_ms, '{{}}' FROM game; \
         INSERT INTO game (table_id, variant, time_kind, takebacks, rated, set_up, creator, white, white_kind, black, \
         black_kind, created_at_ms, finished_at_ms, start_position, final_position, plies, reason, result) \
         VALUES ('{table}', 'triangle', 'untimed', 'off', FALSE, FALSE, '{often}', '{often}', 'player', '{rare}', 'player', \
         0, 1000000, 'x w 1', 'x b 1', 1, 'no-move', '1/2-1/2'); \
         INSERT INTO game_moves VALUES ('{table}', 'c3-d3'); \
         INSERT INTO outbox VALUES ({GAMES}, '{table}', 'game', '{table}', 'corners.game.finished.v1', 2000000, 2000000, \
         '{{}}'); \
         UPDATE feed SET last = {GAMES}, recorded_at_ms = 2000000",
        table = table(1)
    );
    let statements = AssertSqlSafe(statements);
    sqlx::raw_sql(statements).execute(connection).await.unwrap();
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
    let store: Store = Arc::new(PostgresArchiveStore::open(&config).await.unwrap());
    let asking = async move {
        for _ in 0..TIMES {
            question(&store).await;
        }
    };
    database.rows_read("archive", asking).await.unwrap() / i64::from(TIMES)
}

/// Asks for a page of fifty; answers how many games it had, and whether there are more.
async fn page(store: &Store, filter: &Filter, after: Option<GamePoint>) -> (usize, bool) {
    let query = GamesQuery {
        filter: filter.clone(),
        after,
        limit: 50,
    };
    let page = store.list(&query).await.unwrap();
    (page.games.len(), page.next.is_some())
}

#[tokio::test]
async fn no_question_reads_much_more_than_it_answers() {
    let options = Options::of(Durability::Unsynced).set("maintenance_work_mem", "128MB");
    let server = Server::with(options).await.unwrap();
    let database = server.database().await.unwrap();
    open(&database).await.head().await.unwrap();
    fill(&mut connect(&database).await).await;

    let one = cost(&database, async |store| {
        assert!(store.game(table(1)).await.unwrap().is_some());
        assert!(store.finished_event(table(1)).await.unwrap().is_some());
        assert!(store.game(table(2)).await.unwrap().is_none());
        assert_eq!(store.position_before(1_050_000).await.unwrap(), 49_999);
        assert_eq!(store.position_before(9_000_000).await.unwrap(), GAMES);
        assert_eq!(store.head().await.unwrap().last, GAMES);
    });
    assert_within(one.await, 0..=20);

    let events = cost(&database, async |store| {
        assert_eq!(store.events_after(70_000, 500).await.unwrap().len(), 500);
        assert_eq!(store.events_after(GAMES, 500).await.unwrap(), []);
    });
    assert_within(events.await, 500..=520);

    for filter in frequent() {
        for after in [None, Some(middle())] {
            let rows = cost(&database, async |store| {
                assert_eq!(page(store, &filter, after).await, (50, true), "{filter:?}");
            });
            // Each that was looked at, one more, and each of the page once more.
            assert_within(rows.await, 50..=210);
        }
    }
    for filter in rare() {
        let rows = cost(&database, async |store| {
            assert_eq!(page(store, &filter, None).await, (1, false), "{filter:?}");
        });
        assert_within(rows.await, 0..=10);
    }
    for filter in rare_among_frequent() {
        let rows = cost(&database, async |store| {
            assert_eq!(page(store, &filter, None).await, (0, true), "{filter:?}");
        });
        assert_within(rows.await, 0..=i64::from(SCANNED_AT_MOST) + 10);
    }
}

fn middle() -> GamePoint {
    GamePoint {
        finished_at_ms: 1_050_000,
        table: table(3),
    }
}

/// What nearly all games or a third of them are, each alone and with the account that has the third.
fn frequent() -> Vec<Filter> {
    let alone = [
        Filter::default(),
        Filter {
            variant: Variant::find("classic-3x3"),
            ..Filter::default()
        },
        Filter {
            rated: Some(true),
            ..Filter::default()
        },
        Filter {
            result: Some(Outcome::WhiteWins),
            ..Filter::default()
        },
        Filter {
            reason: Some(EndReason::Goal),
            ..Filter::default()
        },
        Filter {
            finished_from_ms: Some(1_000_100),
            finished_until_ms: Some(1_090_000),
            ..Filter::default()
        },
    ];
    let of_one = alone.clone().map(|filter| Filter {
        player: Some(account(1)),
        ..filter
    });
    [alone, of_one].concat()
}

/// What only the oldest game is.
fn rare() -> [Filter; 6] {
    let none = Filter::default;
    [
        Filter {
            variant: Variant::find("triangle"),
            ..none()
        },
        Filter {
            rated: Some(false),
            ..none()
        },
        Filter {
            result: Some(Outcome::Draw),
            ..none()
        },
        Filter {
            reason: Some(EndReason::NoMove),
            ..none()
        },
        Filter {
            player: Some(account(2)),
            ..none()
        },
        Filter {
            player: Some(account(1)),
            opponent: Some(account(2)),
            ..none()
        },
    ]
}

/// What is rare, of one with very many games.
fn rare_among_frequent() -> Vec<Filter> {
    let of_one = |filter: Filter| Filter {
        player: Some(account(1)),
        ..filter
    };
    rare().into_iter().take(4).map(of_one).collect()
}

#[track_caller]
fn assert_within(rows: i64, expected: std::ops::RangeInclusive<i64>) {
    assert!(expected.contains(&rows), "{rows} rows were read");
}

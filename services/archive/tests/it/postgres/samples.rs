//! Games to store, and stores for them.

use std::sync::Arc;
use std::time::Duration;

use corners_archive::domain::{Ending, Game, Player, Ply, Rating, TimeControl};
use corners_archive::store::{ArchiveStore, NewGame, PostgresArchiveStore, Recorded};
use corners_postgres::PostgresConfig;
use corners_proto::game::v1::{AccountKind, EndReason, Result as Outcome, TakebackPolicy};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Variant;
use corners_test_postgres::Database;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep};

pub type Store = Arc<dyn ArchiveStore>;

pub const NOW_MS: u64 = 1_800_000_000_000;

/// Settings of some patience with a machine that has other things to do, too.
pub fn config(database: &Database) -> PostgresConfig {
    PostgresConfig {
        max_connections: 4,
        acquire_timeout: Duration::from_secs(10),
        statement_timeout: Duration::from_secs(20),
        lock_timeout: Duration::from_secs(10),
        ..PostgresConfig::of(&database.url())
    }
}

pub async fn open(database: &Database) -> Store {
    Arc::new(PostgresArchiveStore::open(&config(database)).await.unwrap())
}

/// So many replicas over one database.
pub async fn replicas(database: &Database, count: usize) -> Vec<Store> {
    let mut stores = Vec::new();
    for _ in 0..count {
        stores.push(open(database).await);
    }
    stores
}

pub async fn connect(database: &Database) -> PgConnection {
    PgConnection::connect_with(&database.connect_options()).await.unwrap()
}

pub fn account(number: u32) -> AccountId {
    let mut bytes = [7; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    AccountId::from_bytes(bytes)
}

/// Tables whose ids are in no order.
pub fn table(number: u32) -> TableId {
    let mut bytes = [9; 16];
    bytes[..4].copy_from_slice(&number.wrapping_mul(0x9E37_79B9).to_be_bytes());
    bytes[4..8].copy_from_slice(&number.to_be_bytes());
    TableId::from_bytes(bytes)
}

fn player(number: u32) -> Player {
    Player {
        account: account(number),
        kind: AccountKind::Player,
        rating: Some(Rating {
            rating: 1500.5,
            deviation: 80.25,
        }),
    }
}

fn ply(path: &str, remaining_ms: u64, elapsed_ms: u64) -> Ply {
    Ply {
        path: path.to_owned(),
        remaining_ms: Some(remaining_ms),
        elapsed_ms,
        think_time_ms: (elapsed_ms > 0).then(|| elapsed_ms - 100),
        lag_credit_ms: elapsed_ms / 100,
    }
}

/// A rated game that White won.
pub fn game(number: u32) -> Game {
    Game {
        table: table(number),
        variant: Variant::find("classic-3x3").unwrap(),
        time_control: TimeControl::RealTime {
            reserve_ms: 300_000,
            increment_ms: 3000,
        },
        takebacks: TakebackPolicy::Off,
        rated: true,
        creator: account(1),
        white: Some(player(1)),
        black: Some(player(2)),
        created_at_ms: NOW_MS,
        started_at_ms: Some(NOW_MS + 1000),
        finished_at_ms: NOW_MS + 61_000 + u64::from(number),
        start_position: "5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1".to_owned(),
        final_position: "5bbb/5bbb/4b1bb/8/8/ww1w4/www5/www5 b 2".to_owned(),
        moves: vec![
            ply("c3-d3", 300_000, 0),
            ply("f6-e6", 299_000, 4000),
            ply("c1-c3-e3", 290_000, 13_000),
        ],
        clocks_ms: Some((290_000, 299_000)),
        ending: Ending {
            reason: EndReason::Resignation,
            result: Outcome::WhiteWins,
            blame: None,
        },
    }
}

pub fn new(game: Game) -> NewGame {
    let told = format!("{{\"table\": \"{}\"}}", game.table);
    NewGame { game, told }
}

/// The games of these numbers.
pub fn batch(numbers: impl IntoIterator<Item = u32>) -> Vec<NewGame> {
    numbers.into_iter().map(|number| new(game(number))).collect()
}

/// Executes statements of an operator.
pub async fn execute(database: &Database, statements: &'static str) {
    let mut connection = connect(database).await;
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
}

/// A number that the database tells.
pub async fn count(database: &Database, question: &'static str) -> i64 {
    let mut connection = connect(database).await;
    sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap()
}

/// Waits until so many calls of stores wait for a lock.
pub async fn until_waiting(database: &Database, calls: i64) {
    let question = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'corners archive' \
                    AND wait_event_type = 'Lock'";
    let end = Instant::now() + Duration::from_secs(30);
    let mut connection = connect(database).await;
    while Instant::now() < end {
        let waiting: i64 = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
        if waiting == calls {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("{calls} calls were to wait");
}

/// Whether every game that is there is whole: a row, its moves and its event, and positions have no gaps.
pub async fn assert_whole(database: &Database) {
    let gaps = "SELECT count(*) - max(position) + min(position) - 1 + last - max(position) FROM archive.outbox, archive.feed \
                GROUP BY last";
    let mut connection = connect(database).await;
    let gaps: Option<i64> = sqlx::query_scalar(gaps).fetch_optional(&mut connection).await.unwrap();
    assert_eq!(gaps.unwrap_or(0), 0);
    let halves = "SELECT count(*) FROM archive.game FULL JOIN archive.game_moves USING (table_id) \
                  FULL JOIN archive.outbox ON id = table_id WHERE num_nulls(game.plies, game_moves.paths, position) > 0";
    assert_eq!(count(database, halves).await, 0);
}

/// Records games of which none is there; answers their positions.
pub async fn record(store: &Store, games: Vec<NewGame>) -> Vec<u64> {
    let recorded = store.record(games, NOW_MS).await.unwrap();
    let position = |recorded: &Recorded| match recorded {
        Recorded::New(position) => *position,
        other => panic!("{other:?}"),
    };
    recorded.iter().map(position).collect()
}

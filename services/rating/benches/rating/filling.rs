//! Filling the database.

use std::time::Instant;

use corners_proto::ids::AccountId;
use corners_rating::store::RatingStore;
use corners_service::time::wall_clock_ms;
use corners_test_bench::{Failure, Operated, load, say};
use sqlx::AssertSqlSafe;

use crate::store;

/// The variant in which all have a rating.
pub const CLASSIC: &str = "classic-3x3";

/// Players with a long history, and how many changes each has.
const HEAVY: u32 = 100;
pub const HISTORY: u32 = 3_000;

/// What is in the database.
pub struct Filled {
    pub players: u32,
    /// Players in no order.
    pub some: Vec<AccountId>,
    /// Of the people who are on the leaderboard.
    pub listed: Vec<AccountId>,
    /// Those with a long history.
    pub heavy: Vec<AccountId>,
}

/// The id of the account with a number.
const ID: &str = "translate(md5(n::text), '0189', 'ghij')::varchar(25) || 'a'";

/// Ratings are distributed as those of people are; six in ten are certain enough for the leaderboard, and leave it some day
/// of the next month. One in a hundred is a program. A fifth have a rating in another variant as well.
fn standings(players: u32, now_ms: u64) -> String {
    format!(
        "INSERT INTO standing SELECT player, variant, CASE WHEN bots THEN 'bot' ELSE 'player' END, rating, \
         CASE WHEN listed THEN 45 + 15 * random() ELSE 66 + 300 * random() ^ 2 END, 0.09, changes, changes, \
         {now_ms} - (random() * 20 * 86400000)::bigint, bots, floor(rating)::integer, \
         CASE WHEN listed THEN {now_ms} + (random() * 30 * 86400000)::bigint ELSE 0 END, listed \
         FROM (SELECT n, {ID} AS player, variant, CASE WHEN n <= {HEAVY} THEN {HISTORY} ELSE 1 + (60 * random())::integer END AS \
         changes, 1500 + 300 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS rating, n % 100 = 0 AS bots, \
         random() < 0.6 AS listed FROM (SELECT n, '{CLASSIC}' AS variant FROM generate_series(1, {players}) AS n UNION ALL \
         SELECT n, 'classic-3x4' FROM generate_series(1, {players} / 5) AS n) AS who) AS made ORDER BY md5(n::text || variant)"
    )
}

/// Games of fifty pairs of players, thousands of each.
fn histories(now_ms: u64) -> String {
    let games = HEAVY / 2 * HISTORY;
    let pairs = HEAVY / 2;
    let change = |side: &str, own: &str, other: &str| {
        format!(
            "SELECT {own}, '{CLASSIC}', 1 + (position - 1) / {pairs}, position, 'game', game, {now_ms} - 60000 * ({games} - position), \
             'player', 1500 + random(), 50, 0.09, 51, 1500 + random(), 50, 0.09, '{side}', 1, {other}, 'player', 1500, 50, 0.09, 1 \
             FROM games"
        )
    };
    let account = |n: &str| ID.replace("n::text", n);
    format!(
        "CREATE TEMP TABLE games AS SELECT position, {} AS one, {} AS another, {} AS game \
         FROM generate_series(1, {games}::bigint) AS position; \
         INSERT INTO rating_event SELECT position, game, '{CLASSIC}', 'rated', NULL, least(one, another), greatest(one, another), \
         20000 + position / 500, {now_ms} - 60000 * ({games} - position) FROM games ORDER BY position; \
         INSERT INTO rating_change {} UNION ALL {} ORDER BY 4, 16; \
         UPDATE rating_place SET last = {games}, recorded_at_ms = {now_ms}; DROP TABLE games",
        account(&format!("(1 + 2 * ((position - 1) % {pairs}))::text")),
        account(&format!("(2 + 2 * ((position - 1) % {pairs}))::text")),
        account("'game ' || position"),
        change("white", "one", "another"),
        change("black", "another", "one"),
    )
}

/// Fills the tables, with steps as they follow from the standings.
pub async fn fill(operated: &Operated, players: u32) -> Result<Filled, Failure> {
    // The tables are there when a store was opened.
    store(operated).await?.head().await?;
    let begun = Instant::now();
    let mut connection = operated.connect().await?;
    let now_ms = wall_clock_ms();
    let steps = "INSERT INTO board_step SELECT variant, bots, points, count(*) FILTER (WHERE is_listed), count(*) FROM standing \
                 GROUP BY variant, bots, points"
        .to_owned();
    for statement in [
        "SET search_path = rating, public".to_owned(),
        standings(players, now_ms),
        steps,
        histories(now_ms),
        "VACUUM (ANALYZE)".to_owned(),
        "CHECKPOINT".to_owned(),
    ] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    }
    let size = "SELECT pg_total_relation_size('standing')";
    let size: i64 = sqlx::query_scalar(size).fetch_one(&mut connection).await?;
    say(&format!(
        "  filled in {:.0} s: the standings have {} MB with their indexes, {}",
        begun.elapsed().as_secs_f64(),
        size / 1_000_000,
        load()
    ));
    let mut ask = async |condition: &str| {
        let question = format!(
            "SELECT player FROM standing WHERE variant = '{CLASSIC}' AND {condition} ORDER BY md5(player) LIMIT 100000"
        );
        let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(question))
            .fetch_all(&mut connection)
            .await?;
        let accounts = found.iter().map(|player| player.parse());
        Ok::<Vec<AccountId>, Failure>(accounts.collect::<Result<_, _>>()?)
    };
    Ok(Filled {
        players,
        some: ask("TRUE").await?,
        listed: ask("is_listed AND NOT bots").await?,
        heavy: ask(&format!("changes = {HISTORY}")).await?,
    })
}

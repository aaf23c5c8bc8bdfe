//! What analysts read.

use corners_archive::domain::{Blame, Ending, Game};
use corners_archive::store::Annul;
use corners_proto::game::v1::{EndReason, Result as Outcome, Side};
use corners_test_postgres::{Database, Durability, Server};
use sqlx::{AssertSqlSafe, PgConnection};

use super::samples::{account, config, connect, game, new, open, record, table};

/// The rows of a question as JSON, an array for each.
async fn rows(connection: &mut PgConnection, columns: &str, rest: &str) -> Vec<String> {
    let question = format!("SELECT jsonb_build_array({columns})::text FROM analysis.{rest}");
    let asking = sqlx::query_scalar(AssertSqlSafe(question));
    asking.fetch_all(connection).await.unwrap()
}

async fn filled(database: &Database, games: Vec<Game>) -> PgConnection {
    let store = open(database).await;
    record(&store, games.into_iter().map(new).collect()).await;
    connect(database).await
}

#[tokio::test]
async fn a_game_is_a_row_that_can_be_read() {
    let database = corners_test_postgres::database().await.unwrap();
    let mut set_up = game(2);
    set_up.start_position = "8/8/5bbb/8/8/www5/8/8 b 7".to_owned();
    let mut aborted = game(3);
    (aborted.white, aborted.black, aborted.started_at_ms) = (None, None, None);
    aborted.ending.reason = EndReason::Aborted;
    aborted.ending.result = Outcome::Unspecified;
    let mut connection = filled(&database, vec![game(1), set_up, aborted]).await;
    let columns = "game, variant, time_control, rated, set_up, white, white_kind, white_rating, duration, plies, reason, result, \
                   annulled, extract(epoch FROM finished_at)";
    let told = rows(&mut connection, columns, "games ORDER BY finished_at").await;
    let expected = |number: u32, set_up: bool, white: &str, duration: &str, ending: &str| {
        format!(
            "[\"{}\", \"classic-3x3\", \"real-time\", true, {set_up}, {white}, {duration}, 3, {ending}, false, 1800000061.00{number}000]",
            table(number)
        )
    };
    let white = format!("\"{}\", \"player\", 1500.5", account(1));
    assert_eq!(
        told,
        [
            expected(1, false, &white, "\"00:01:00.001\"", "\"resignation\", \"1-0\""),
            expected(2, true, &white, "\"00:01:00.002\"", "\"resignation\", \"1-0\""),
            expected(3, false, "null, null, null", "null", "\"aborted\", \"*\""),
        ]
    );
}

#[tokio::test]
async fn whose_doing_it_was_that_a_game_was_aborted_can_be_read() {
    let database = corners_test_postgres::database().await.unwrap();
    let aborted_by = |number, blame| {
        let mut aborted = game(number);
        aborted.moves.clear();
        aborted.ending = Ending {
            reason: EndReason::Aborted,
            result: Outcome::Unspecified,
            blame,
        };
        aborted
    };
    let blame = |side, no_show| Some(Blame { side, no_show });
    let games = vec![
        aborted_by(1, None),
        aborted_by(2, blame(Side::White, false)),
        aborted_by(3, blame(Side::Black, true)),
    ];
    let mut connection = filled(&database, games).await;
    let told = rows(&mut connection, "aborted_by, no_show", "games ORDER BY finished_at").await;
    assert_eq!(told, ["[null, false]", "[\"white\", false]", "[\"black\", true]"]);
}

#[tokio::test]
async fn a_move_is_a_row_with_its_number_its_side_and_its_times() {
    let database = corners_test_postgres::database().await.unwrap();
    let mut set_up = game(2);
    set_up.start_position = "8/8/5bbb/8/8/www5/8/8 b 7".to_owned();
    for ply in &mut set_up.moves {
        (ply.remaining_ms, ply.elapsed_ms, ply.think_time_ms, ply.lag_credit_ms) = (None, 0, None, 0);
    }
    let mut bare = game(3);
    bare.moves.clear();
    let mut connection = filled(&database, vec![game(1), set_up, bare]).await;
    let columns = "ply, move_number, side, path, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms";
    let told = rows(
        &mut connection,
        columns,
        &format!("moves WHERE game = '{}' ORDER BY ply", table(1)),
    )
    .await;
    assert_eq!(
        told,
        [
            "[1, 1, \"white\", \"c3-d3\", 300000, 0, null, 0]",
            "[2, 1, \"black\", \"f6-e6\", 299000, 4000, 3900, 40]",
            "[3, 2, \"white\", \"c1-c3-e3\", 290000, 13000, 12900, 130]",
        ]
    );
    let told = rows(
        &mut connection,
        columns,
        &format!("moves WHERE game = '{}' ORDER BY ply", table(2)),
    )
    .await;
    assert_eq!(
        told,
        [
            "[1, 7, \"black\", \"c3-d3\", null, 0, null, 0]",
            "[2, 8, \"white\", \"f6-e6\", null, 0, null, 0]",
            "[3, 8, \"black\", \"c1-c3-e3\", null, 0, null, 0]",
        ]
    );
    let all = rows(&mut connection, "count(*)", "moves").await;
    assert_eq!(all, ["[6]"], "a game without moves has none");
}

#[tokio::test]
async fn an_account_is_a_row_for_each_variant_without_what_was_annulled() {
    let database = corners_test_postgres::database().await.unwrap();
    let with = |number: u32, result: Outcome| {
        let mut game = game(number);
        game.ending.result = result;
        game
    };
    let mut swapped = with(4, Outcome::WhiteWins);
    std::mem::swap(&mut swapped.white, &mut swapped.black);
    let mut alone = with(5, Outcome::WhiteWins);
    alone.black = alone.white;
    let games = vec![
        game(1),
        with(2, Outcome::Draw),
        with(3, Outcome::Unspecified),
        swapped,
        alone,
        game(6),
    ];
    let mut connection = filled(&database, games).await;
    let annul = Annul {
        table: table(6),
        now_ms: 5,
        by: account(9),
        note: "no".to_owned(),
        told: "{}".to_owned(),
    };
    open(&database).await.annul(annul).await.unwrap();
    let columns = "account, variant, games, wins, draws, losses, extract(epoch FROM first_game_at), extract(epoch FROM last_game_at)";
    let told = rows(&mut connection, columns, "players ORDER BY games DESC").await;
    let expected = |number: u32, counts: &str, last: u32| {
        let account = account(number);
        format!("[\"{account}\", \"classic-3x3\", {counts}, 1800000061.001000, 1800000061.00{last}000]")
    };
    assert_eq!(told, [expected(1, "5, 1, 1, 1", 5), expected(2, "4, 1, 1, 1", 4)]);
}

#[tokio::test]
async fn every_view_and_every_column_says_what_it_is() {
    let database = corners_test_postgres::database().await.unwrap();
    open(&database).await;
    let silent = database.uncommented("analysis").await.unwrap();
    assert_eq!(silent, [""; 0]);
}

/// An operator has made the schemas for a user who may make none.
#[tokio::test]
async fn a_user_without_rights_uses_the_schemas_that_were_made_for_it() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let mut operator = connect(&database).await;
    let make = "CREATE ROLE archivist LOGIN; CREATE ROLE analyst LOGIN; \
                CREATE SCHEMA archive AUTHORIZATION archivist; CREATE SCHEMA analysis; \
                GRANT USAGE, CREATE ON SCHEMA analysis TO archivist; GRANT USAGE ON SCHEMA analysis TO analyst";
    sqlx::raw_sql(make).execute(&mut operator).await.unwrap();
    let mut settings = config(&database);
    let url = database.url().replace("corners:", "archivist:");
    settings.url = corners_postgres::Secret::new(url);
    let store = corners_archive::store::PostgresArchiveStore::open(&settings)
        .await
        .unwrap();
    let store: super::samples::Store = std::sync::Arc::new(store);
    record(&store, vec![new(game(1))]).await;
    assert_eq!(store.head().await.unwrap().last, 1);
    // Analysts see the views and nothing else.
    let grant = "GRANT SELECT ON ALL TABLES IN SCHEMA analysis TO analyst; SET ROLE analyst";
    sqlx::raw_sql(grant).execute(&mut operator).await.unwrap();
    assert_eq!(rows(&mut operator, "count(*)", "games").await, ["[1]"]);
    let peek = sqlx::raw_sql("SELECT * FROM archive.game").execute(&mut operator).await;
    assert!(peek.is_err());
}

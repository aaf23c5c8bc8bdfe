//! The questions of the analysts' page have answers, and those are what the games say.

use std::collections::{BTreeMap, BTreeSet};

use corners_archive::convert::{Json, finished};
use corners_archive::domain::{Game, TimeControl};
use corners_archive::store::NewGame;
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::ids::AccountId;
use corners_rules::Position;
use corners_test_postgres::statements;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::samples::{connect, open, record};
use crate::generator::{Generator, Plan};

const PAGE: &str = include_str!("../../../../../docs/analysis.md");
const GAMES: u32 = 1500;

/// A row of an answer: its columns by their names.
type Row = Value;

/// What an answer must be, of the games and of the account that is asked about.
type Check = fn(&[Game], AccountId, &[Row]);

/// Every question of the page, and what its answer must be.
const CHECKS: [(&str, Check); 9] = [
    ("First-move balance by variant", balance),
    ("Lengths", lengths),
    ("Endings", endings),
    ("Time use by move number", time_use),
    ("Time trouble", time_trouble),
    ("Results against a player", results),
    ("Opening moves", openings),
    ("Activity by day", activity),
    ("Lag", lag),
];

#[tokio::test]
async fn every_question_of_the_page_is_answered_as_the_games_were_played() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = open(&database).await;
    let generator = Generator::new(Plan::of(GAMES));
    let account = generator.people().heavy();
    let games: Vec<Game> = generator.collect();
    let json = Json::new().unwrap();
    for batch in games.chunks(250) {
        let new = |game: &Game| NewGame {
            game: game.clone(),
            told: json.of_finished(&finished(game)).unwrap(),
        };
        record(&store, batch.iter().map(new).collect()).await;
    }

    let (access, questions): (Vec<_>, Vec<_>) = statements(PAGE).into_iter().partition(|shown| shown.title == "Access");
    let titles: Vec<_> = questions.iter().map(|shown| shown.title).collect();
    assert_eq!(titles, CHECKS.map(|(title, _)| title));
    let mut owner = connect(&database).await;
    for shown in access {
        sqlx::raw_sql(shown.sql).execute(&mut owner).await.unwrap();
    }
    let analyst = database.connect_options().username("analyst");
    let mut analyst = PgConnection::connect_with(&analyst).await.unwrap();
    assert!(rows(&mut analyst, "TABLE archive.game", account).await.is_err());
    for (shown, (title, check)) in questions.iter().zip(CHECKS) {
        let answer = rows(&mut analyst, shown.sql, account).await;
        let answer = answer.unwrap_or_else(|error| panic!("{title}: {error}"));
        assert!(!answer.is_empty(), "{title}");
        check(&games, account, &answer);
    }
}

async fn rows(connection: &mut PgConnection, question: &str, account: AccountId) -> sqlx::Result<Vec<Row>> {
    let question = question.trim_end().trim_end_matches(';');
    let question = question.replace(":'player'", &format!("'{account}'"));
    let question = format!("SELECT to_jsonb(answer)::text FROM ({question}) AS answer");
    let texts: Vec<String> = sqlx::query_scalar(AssertSqlSafe(question))
        .fetch_all(connection)
        .await?;
    Ok(texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect())
}

fn text<'row>(row: &'row Row, column: &str) -> &'row str {
    row[column].as_str().unwrap_or_else(|| panic!("{column} of {row}"))
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].as_f64().unwrap_or_else(|| panic!("{column} of {row}"))
}

fn count(row: &Row, column: &str) -> usize {
    number(row, column) as usize
}

/// How many games have each key, of those that have one.
fn counted<K: Ord>(games: &[Game], key: impl Fn(&Game) -> Option<K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in games.iter().filter_map(key) {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

/// What an answer counts in a column, by its key.
fn told<K: Ord>(rows: &[Row], key: impl Fn(&Row) -> K, column: &str) -> BTreeMap<K, usize> {
    rows.iter().map(|row| (key(row), count(row, column))).collect()
}

fn accounts(game: &Game) -> [Option<AccountId>; 2] {
    [game.white, game.black].map(|player| player.map(|player| player.account))
}

fn is_set_up(game: &Game) -> bool {
    game.start_position != Position::start(game.variant).to_string()
}

fn balance(games: &[Game], _: AccountId, rows: &[Row]) {
    let counts = |results: &'static [Outcome]| {
        counted(games, move |game| {
            let [white, black] = accounts(game);
            let is_wanted = results.contains(&game.ending.result) && white != black && !is_set_up(game);
            is_wanted.then(|| game.variant.id().to_owned())
        })
    };
    let decided = counts(&[Outcome::WhiteWins, Outcome::BlackWins]);
    assert_eq!(told(rows, |row| text(row, "variant").to_owned(), "decided"), decided);
    let won = counts(&[Outcome::WhiteWins]);
    for row in rows {
        let variant = text(row, "variant");
        let (share, games) = (won[variant] as f64 / decided[variant] as f64, decided[variant] as f64);
        // Wilson's interval, as textbooks have it.
        let z = 1.96_f64;
        let centre = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
        let half = z / (1.0 + z * z / games) * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
        for (column, expected) in [
            ("white_won", share),
            ("at_least", centre - half),
            ("at_most", centre + half),
        ] {
            assert!(
                (number(row, column) - expected).abs() < 0.001,
                "{column} of {row} is not {expected}"
            );
        }
    }
}

fn lengths(games: &[Game], _: AccountId, rows: &[Row]) {
    let mut plies: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let by_the_rules = games
        .iter()
        .filter(|game| game.ending.reason as i32 <= EndReason::NoMove as i32);
    for game in by_the_rules.filter(|game| !is_set_up(game)) {
        plies.entry(game.variant.id()).or_default().push(game.moves.len());
    }
    assert_eq!(rows.len(), plies.len());
    for row in rows {
        let plies = plies.get_mut(text(row, "variant")).unwrap();
        plies.sort_unstable();
        assert_eq!(count(row, "games"), plies.len());
        assert_eq!(count(row, "most_plies"), *plies.last().unwrap());
        let median = number(row, "median_plies");
        let (low, high) = (plies[(plies.len() - 1) / 2], plies[plies.len() / 2]);
        assert!((low as f64..=high as f64).contains(&median), "{row}");
    }
}

fn endings(games: &[Game], _: AccountId, rows: &[Row]) {
    let name = |reason: EndReason| {
        let name = reason.as_str_name().trim_start_matches("END_REASON_");
        name.to_ascii_lowercase().replace('_', "-")
    };
    let expected = counted(games, |game| {
        Some((game.variant.id().to_owned(), name(game.ending.reason)))
    });
    let key = |row: &Row| (text(row, "variant").to_owned(), text(row, "reason").to_owned());
    assert_eq!(told(rows, key, "games"), expected);
    let whole: f64 = rows.iter().map(|row| number(row, "percent")).sum();
    assert!((whole - 700.0).abs() < 1.0, "{whole} % in seven variants");
}

const FIVE_MINUTES: TimeControl = TimeControl::RealTime {
    reserve_ms: 300_000,
    increment_ms: 3000,
};

fn time_use(games: &[Game], _: AccountId, rows: &[Row]) {
    let mut moves: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for game in games.iter().filter(|game| game.time_control == FIVE_MINUTES) {
        let mut words = game.start_position.rsplit(' ');
        let (first, side) = (words.next().unwrap().parse::<usize>().unwrap(), words.next().unwrap());
        for (ply, played) in game.moves.iter().enumerate() {
            let from = (first + (ply + usize::from(side == "b")) / 2) / 10 * 10;
            let (count, short) = moves.entry(from).or_default();
            *count += 1;
            *short += usize::from(played.remaining_ms.unwrap() < 30_000);
        }
    }
    let expected = moves.iter().map(|(from, (count, _))| (*from, *count)).collect();
    assert_eq!(told(rows, |row| count(row, "from_move"), "moves"), expected);
    for row in rows {
        let (count, short) = moves[&count(row, "from_move")];
        let share = short as f64 / count as f64;
        assert!((number(row, "short_of_time") - share).abs() < 0.001, "{row}");
    }
}

fn time_trouble(games: &[Game], _: AccountId, rows: &[Row]) {
    let (mut sides, mut in_trouble, mut flagged) = (0, 0, 0);
    for game in games {
        if !matches!(game.time_control, TimeControl::RealTime { .. }) {
            continue;
        }
        let white_is_first = game.start_position.contains(" w ");
        for (parity, loss) in [(0, Outcome::BlackWins), (1, Outcome::WhiteWins)] {
            let loss = if white_is_first == (parity == 0) {
                Outcome::BlackWins
            } else {
                loss
            };
            let least = game
                .moves
                .iter()
                .skip(parity)
                .step_by(2)
                .filter_map(|ply| ply.remaining_ms)
                .min();
            let Some(least) = least else { continue };
            sides += 1;
            in_trouble += usize::from(least < 10_000);
            let is_flagged = game.ending.reason == EndReason::Timeout && game.ending.result == loss;
            flagged += usize::from(least < 10_000 && is_flagged);
        }
    }
    let sum = |column| rows.iter().map(|row| count(row, column)).sum::<usize>();
    assert_eq!(
        (sum("sides"), sum("in_trouble"), sum("flagged")),
        (sides, in_trouble, flagged)
    );
    assert!(flagged > 0 && in_trouble < sides);
}

fn results(games: &[Game], account: AccountId, rows: &[Row]) {
    let outcome = |wanted: fn(&Game, bool) -> bool| {
        counted(games, move |game| {
            let [white, black] = accounts(game);
            let (white, black) = (white?, black?);
            let is_white = white == account;
            let is_met = is_white != (black == account);
            let opponent = if is_white { black } else { white };
            (is_met && wanted(game, is_white)).then(|| opponent.to_string())
        })
    };
    let met = outcome(|_, _| true);
    let won = |game: &Game, is_white: bool| {
        game.ending.result
            == if is_white {
                Outcome::WhiteWins
            } else {
                Outcome::BlackWins
            }
    };
    let lost = |game: &Game, is_white: bool| {
        game.ending.result
            == if is_white {
                Outcome::BlackWins
            } else {
                Outcome::WhiteWins
            }
    };
    let columns = [
        ("games", met.clone()),
        ("wins", outcome(won)),
        ("losses", outcome(lost)),
        ("draws", outcome(|game, _| game.ending.result == Outcome::Draw)),
    ];
    assert_eq!(rows.len(), met.len().min(20));
    assert_eq!(count(&rows[0], "games"), met.values().copied().max().unwrap());
    for row in rows {
        for (column, expected) in &columns {
            let expected = expected.get(text(row, "opponent")).copied().unwrap_or(0);
            assert_eq!(count(row, column), expected, "{column} of {row}");
        }
    }
}

fn openings(games: &[Game], _: AccountId, rows: &[Row]) {
    let expected = counted(games, |game| {
        let first = game.moves.first()?.path.clone();
        let is_wanted = !is_set_up(game) && game.ending.result != Outcome::Unspecified;
        is_wanted.then(|| (game.variant.id().to_owned(), first))
    });
    let key = |row: &Row| (text(row, "variant").to_owned(), text(row, "path").to_owned());
    assert_eq!(told(rows, key, "games"), expected);
    assert!(rows.iter().all(|row| (0.0..=1.0).contains(&number(row, "score"))));
}

fn activity(games: &[Game], _: AccountId, rows: &[Row]) {
    let mut days: BTreeMap<u64, (usize, BTreeSet<AccountId>)> = BTreeMap::new();
    for game in games {
        let (count, who) = days.entry(game.finished_at_ms / 86_400_000).or_default();
        *count += 1;
        who.extend(accounts(game).into_iter().flatten());
    }
    let expected: Vec<_> = days.values().map(|(count, who)| (*count, who.len())).collect();
    let answered: Vec<_> = rows
        .iter()
        .map(|row| (count(row, "games"), count(row, "accounts")))
        .collect();
    assert_eq!(answered, expected);
    assert!(text(&rows[0], "day").starts_with("2025-01-0"));
}

fn lag(games: &[Game], _: AccountId, rows: &[Row]) {
    let credits = games.iter().flat_map(|game| &game.moves).map(|ply| ply.lag_credit_ms);
    let credits: Vec<u64> = credits.filter(|credit| *credit > 0).collect();
    assert_eq!(rows.iter().map(|row| count(row, "moves")).sum::<usize>(), credits.len());
    let most = rows.iter().map(|row| number(row, "most_ms")).fold(0.0, f64::max);
    assert_eq!(Some(most as u64), credits.iter().copied().max());
}

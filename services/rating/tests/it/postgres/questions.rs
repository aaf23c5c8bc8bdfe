//! The questions of the page about ratings have answers, and those are what the games say.

use corners_proto::game::v1::AccountKind;
use corners_proto::ids::{AccountId, TableId};
use corners_rating::domain::{FinishedGame, Player, Policy, Told};
use corners_rating::store::{Place, RatingStore, Results, Taken};
use corners_rules::Side;
use corners_test_postgres::statements;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::samples::open;

const PAGE: &str = include_str!("../../../../../docs/ratings.md");
const NOW_MS: u64 = 1_800_000_000_000;
const PLAYERS: u32 = 60;
const GAMES: u32 = 12_000;

/// What having the first move is worth where these games are played, in rating points.
const ADVANTAGE: f64 = 40.0;

#[tokio::test]
async fn every_question_of_the_page_is_answered_as_the_games_were_played() {
    let database = corners_test_postgres::database().await.unwrap();
    let store = open(&database).await;
    store
        .adopt(&Policy {
            pair_games_a_day: 1000,
            ..Policy::default()
        })
        .await
        .unwrap();
    take(&*store, games()).await;

    let questions: Vec<_> = statements(PAGE);
    let titles: Vec<_> = questions.iter().map(|shown| shown.title).collect();
    assert_eq!(
        titles,
        [
            "The first move",
            "Whether expectations come true",
            "Why games are not rated"
        ]
    );
    let mut connection = PgConnection::connect_with(&database.connect_options()).await.unwrap();
    let mut answers = Vec::new();
    for shown in questions {
        answers.push(rows(&mut connection, shown.sql).await);
    }

    let [first_move] = answers[0].as_slice() else {
        panic!("{:?}", answers[0])
    };
    let (advantage, error) = (number(first_move, "advantage"), number(first_move, "standard_error"));
    assert!(error > 1.0 && error < 10.0, "{first_move}");
    assert!((advantage - ADVANTAGE).abs() < 4.0 * error, "{first_move}");

    for band in &answers[1] {
        let (games, expected, scored) = (number(band, "games"), number(band, "expected"), number(band, "scored"));
        // Both players of each game are there: the first move is nobody's.
        assert!((expected - scored).abs() < 4.0 * 0.5 / games.sqrt() + 0.02, "{band}");
    }
    let counted: f64 = answers[2].iter().map(|row| number(row, "games")).sum();
    assert_eq!(counted, f64::from(GAMES));
    assert!(answers[2].iter().any(|row| row["unrated_reason"] == "too-short"));
}

/// Games of players whose strength does not change, by the model that ratings are made by.
fn games() -> Vec<Told> {
    let mut random = StdRng::seed_from_u64(7);
    let strengths: Vec<f64> = (0..PLAYERS)
        .map(|_| 1500.0 + 250.0 * random.random_range(-1.0..1.0))
        .collect();
    let mut game = |number: u32| {
        let white = random.random_range(0..PLAYERS);
        let black = (white + random.random_range(1..PLAYERS)) % PLAYERS;
        let lead = strengths[white as usize] + ADVANTAGE - strengths[black as usize];
        let wins = random.random_bool(1.0 / (1.0 + 10_f64.powf(-lead / 400.0)));
        let mut table = [0; 16];
        table[..4].copy_from_slice(&number.to_be_bytes());
        Told::Finished(FinishedGame {
            table: TableId::from_bytes(table),
            variant: "classic-3x3".to_owned(),
            white: Some(player(white)),
            black: Some(player(black)),
            finished_at_ms: NOW_MS + u64::from(number) * 60_000,
            set_up: false,
            plies: if number.is_multiple_of(50) { 4 } else { 60 },
            winner: Some(Some(if wins { Side::White } else { Side::Black })),
        })
    };
    (0..GAMES).map(&mut game).collect()
}

fn player(number: u32) -> Player {
    let mut bytes = [9; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    Player {
        account: AccountId::from_bytes(bytes),
        kind: AccountKind::Player,
    }
}

async fn take(store: &dyn RatingStore, told: Vec<Told>) {
    let places = (1..).map(|sequence| Place {
        cursor: sequence.to_string(),
        sequence,
    });
    let results: Vec<_> = places.zip(told.into_iter().map(Some)).collect();
    let mut behind = None;
    for batch in results.chunks(512) {
        let taken = store.take(
            Results {
                behind: behind.clone(),
                results: batch.to_vec(),
            },
            NOW_MS,
        );
        assert!(matches!(taken.await.unwrap(), Taken::Done(_)));
        behind = batch.last().map(|(place, _)| place.clone());
    }
}

async fn rows(connection: &mut PgConnection, question: &str) -> Vec<Value> {
    let question = question.trim_end().trim_end_matches(';');
    let question = format!("SELECT to_jsonb(answer)::text FROM ({question}) AS answer");
    let texts: Vec<String> = sqlx::query_scalar(AssertSqlSafe(question))
        .fetch_all(connection)
        .await
        .unwrap();
    texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

fn number(row: &Value, column: &str) -> f64 {
    row[column].as_f64().unwrap_or_else(|| panic!("{column} of {row}"))
}

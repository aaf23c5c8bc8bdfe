//! Every entry of the vectors holds, to the digits that are printed there.

use corners_glicko::{Outcome, Parameters, Rating, System, Weight};
use serde::Deserialize;
use serde_json::Value;

use crate::strategies::{platform, rating};

const VECTORS: &str = include_str!("../vectors/glicko.json");
const MS_PER_DAY: u64 = 86_400_000;

#[derive(Deserialize)]
struct Vectors {
    worked_example: WorkedExample,
    idle_period: IdlePeriod,
    one_game: Vec<OneGame>,
    #[serde(rename = "live_deviation_from_45_at_volatility_0.06")]
    live_deviation: serde_json::Map<String, Value>,
}

#[derive(Deserialize)]
struct WorkedExample {
    tau: f64,
    player: Player,
    opponents: Vec<Opponent>,
    expected: Player,
}

#[derive(Deserialize)]
struct Player {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

#[derive(Deserialize)]
struct Opponent {
    rating: f64,
    deviation: f64,
    score: f64,
}

#[derive(Deserialize)]
struct IdlePeriod {
    deviation: f64,
    volatility: f64,
    expected_deviation: f64,
}

#[derive(Deserialize)]
struct OneGame {
    white: [f64; 3],
    black: [f64; 3],
    score: f64,
    white_after: [f64; 3],
    /// The volatility is not always given.
    black_after: Vec<f64>,
}

fn vectors() -> Vectors {
    serde_json::from_str(VECTORS).unwrap()
}

fn assert_printed(got: f64, expected: f64, digits: usize, what: &str) {
    assert_eq!(format!("{got:.digits$}"), format!("{expected:.digits$}"), "{what}");
}

fn assert_after(got: Rating, expected: &[f64], who: &str) {
    assert!(expected.len() >= 2, "{who}");
    let numbers = [
        ("rating", got.rating, 4),
        ("deviation", got.deviation, 4),
        ("volatility", got.volatility, 7),
    ];
    for ((number, value, digits), &expected_value) in numbers.into_iter().zip(expected) {
        assert_printed(value, expected_value, digits, &format!("{who}'s {number}"));
    }
}

fn player([points, deviation, volatility]: [f64; 3]) -> Rating {
    rating(points, deviation, volatility)
}

#[test]
fn the_example_of_the_paper() {
    let WorkedExample {
        tau,
        player,
        opponents,
        expected,
    } = vectors().worked_example;
    let system = System::new(Parameters {
        tau,
        ..Parameters::default()
    })
    .unwrap();
    let results: Vec<_> = opponents
        .iter()
        .map(|opponent| (rating(opponent.rating, opponent.deviation, 0.06), opponent.score))
        .collect();
    assert_eq!(results.len(), 3);
    let after = system.period(
        rating(player.rating, player.deviation, player.volatility),
        &results,
        1.0,
    );
    assert_printed(after.rating, expected.rating, 8, "rating");
    assert_printed(after.deviation, expected.deviation, 8, "deviation");
    assert_printed(after.volatility, expected.volatility, 12, "volatility");
}

#[test]
fn a_period_without_games() {
    let IdlePeriod {
        deviation,
        volatility,
        expected_deviation,
    } = vectors().idle_period;
    let before = rating(1500.0, deviation, volatility);
    let after = platform().period(before, &[], 1.0);
    assert_printed(after.deviation, expected_deviation, 6, "a period");
    assert_eq!((after.rating, after.volatility), (before.rating, before.volatility));

    let a_period_a_day = System::new(Parameters {
        periods_per_day: 1.0,
        ..Parameters::default()
    })
    .unwrap();
    let grown = a_period_a_day.grown(before, MS_PER_DAY);
    assert_printed(grown.deviation, expected_deviation, 6, "as idle time");
}

#[test]
fn both_players_after_one_game() {
    let games = vectors().one_game;
    assert_eq!(games.len(), 7);
    for (row, game) in games.iter().enumerate() {
        let outcome = match game.score {
            1.0 => Outcome::WhiteWins,
            0.5 => Outcome::Draw,
            0.0 => Outcome::BlackWins,
            other => panic!("row {row}: a score of {other}"),
        };
        let (white, black) = platform().play(player(game.white), player(game.black), outcome, [Weight::WHOLE; 2]);
        assert_after(white, &game.white_after, &format!("row {row}, White"));
        assert_after(black, &game.black_after, &format!("row {row}, Black"));
    }
}

#[test]
fn the_deviation_after_days_without_a_game() {
    let mut rows = vectors().live_deviation;
    let periods_per_day = rows.remove("rating_periods_per_day").unwrap();
    assert_eq!(periods_per_day.as_f64(), Some(platform().parameters().periods_per_day));
    assert_eq!(rows.len(), 5);
    for (row, expected) in rows {
        let days: u64 = row.strip_prefix("days_").unwrap().parse().unwrap();
        let after = platform().grown(rating(1500.0, 45.0, 0.06), days * MS_PER_DAY);
        assert_printed(after.deviation, expected.as_f64().unwrap(), 2, &row);
    }
}

//! One game.

use corners_glicko::{Outcome, Parameters, Rating, System, Weight};
use proptest::prelude::*;

use crate::strategies::{OUTCOMES, outcomes, platform, players, rating};

const WHOLE: [Weight; 2] = [Weight::WHOLE; 2];

fn white_after(white: Rating, black: Rating, outcome: Outcome) -> Rating {
    platform().play(white, black, outcome, WHOLE).0
}

#[test]
fn one_game_changes_a_rating_by_no_more_than_the_greatest_change() {
    let system = System::new(Parameters {
        greatest_change: 120.0,
        ..Parameters::default()
    })
    .unwrap();
    let (white, black) = system.play(system.start(), system.start(), Outcome::WhiteWins, WHOLE);
    assert_eq!((white.rating, black.rating), (1620.0, 1380.0));
    // The deviation is not held back by it.
    let unbounded = white_after(system.start(), system.start(), Outcome::WhiteWins);
    assert_eq!(white.deviation, unbounded.deviation);
}

#[test]
fn the_greatest_upset_is_cut_at_700_points() {
    let (novice, master) = (rating(0.0, 500.0, 0.09), rating(3500.0, 45.0, 0.06));
    assert_eq!(white_after(novice, master, Outcome::WhiteWins).rating, 700.0);
}

#[test]
fn nobody_gets_below_the_lowest_deviation_however_many_games_are_played() {
    let system = platform();
    let mut pair = (system.start(), system.start());
    for game in 0..500 {
        pair = system.play(pair.0, pair.1, OUTCOMES[game % 3], WHOLE);
    }
    assert_eq!((pair.0.deviation, pair.1.deviation), (45.0, 45.0));
}

#[test]
fn surprises_raise_the_volatility_up_to_its_bound() {
    let system = platform();
    let mut player = rating(1500.0, 60.0, 0.0999);
    for _ in 0..50 {
        player = white_after(player, rating(2600.0, 60.0, 0.06), Outcome::WhiteWins);
    }
    assert_eq!(player.volatility, system.parameters().highest_volatility);
}

proptest! {
    #[test]
    fn colours_do_not_matter_without_an_advantage(white in players(), black in players(), outcome in outcomes()) {
        let (first, second) = platform().play(white, black, outcome, WHOLE);
        prop_assert_eq!(platform().play(black, white, outcome.swapped(), WHOLE), (second, first));
    }

    #[test]
    fn a_win_is_better_than_a_draw_and_a_draw_than_a_loss(white in players(), black in players()) {
        let [won, drawn, lost] = OUTCOMES.map(|outcome| white_after(white, black, outcome));
        prop_assert!(won.rating >= drawn.rating && drawn.rating >= lost.rating);
        prop_assert!(won.rating >= white.rating && white.rating >= lost.rating);
        prop_assert!(won.rating > lost.rating);
        // How it ended tells nothing of how well the player is known now.
        prop_assert!(won.deviation == drawn.deviation && drawn.deviation == lost.deviation);
    }

    #[test]
    fn any_result_is_worth_more_against_a_stronger_opponent(
        white in players(),
        black in players(),
        outcome in outcomes(),
        points in 0.0..1_000.0,
    ) {
        let stronger = Rating { rating: black.rating + points, ..black };
        let (usual, better) = (white_after(white, black, outcome), white_after(white, stronger, outcome));
        prop_assert!(better.rating >= usual.rating - 1e-9);
    }

    #[test]
    fn a_game_makes_both_better_known_and_stays_within_all_bounds(
        white in players(),
        black in players(),
        outcome in outcomes(),
    ) {
        let (whites, blacks) = platform().play(white, black, outcome, WHOLE);
        for (before, after) in [(white, whites), (black, blacks)] {
            prop_assert!((after.rating - before.rating).abs() <= 700.0 + 1e-9);
            prop_assert!((45.0..=before.deviation).contains(&after.deviation));
            prop_assert!(after.volatility > 0.0 && after.volatility <= 0.1);
        }
    }

    #[test]
    fn a_game_is_a_period_without_growth(white in players(), black in players(), outcome in outcomes()) {
        let system = platform();
        let (whites, blacks) = system.play(white, black, outcome, WHOLE);
        prop_assert_eq!(whites, system.period(white, &[(black, outcome.white_score())], 0.0));
        prop_assert_eq!(blacks, system.period(black, &[(white, outcome.swapped().white_score())], 0.0));
    }
}

//! Somebody else's program (the crate `skillratings`) agrees wherever it computes the same thing: whole rating periods,
//! and the expectation of a game. It has no bounds, no idle fractions and no weights, so the bounds are wide here.

use corners_glicko::{Parameters, Rating, System};
use proptest::prelude::*;
use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, Glicko2Rating, decay_deviation, expected_score, glicko2, glicko2_rating_period,
};

use crate::strategies::{outcomes, platform, players};

fn wide(tau: f64, first_move_advantage: f64) -> System {
    System::new(Parameters {
        tau,
        lowest_deviation: 1.0,
        highest_deviation: 1_000.0,
        highest_volatility: 1.0,
        greatest_change: 10_000.0,
        first_move_advantage,
        ..Parameters::default()
    })
    .unwrap()
}

fn its(rating: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}

fn its_config(tau: f64) -> Glicko2Config {
    Glicko2Config {
        tau,
        ..Glicko2Config::default()
    }
}

fn assert_close(ours: Rating, theirs: Glicko2Rating) {
    assert!((ours.rating - theirs.rating).abs() < 1e-6, "{ours:?} {theirs:?}");
    assert!((ours.deviation - theirs.deviation).abs() < 1e-6, "{ours:?} {theirs:?}");
    assert!(
        (ours.volatility - theirs.volatility).abs() < 1e-9,
        "{ours:?} {theirs:?}"
    );
}

fn score(points: usize) -> (f64, Outcomes) {
    [(0.0, Outcomes::LOSS), (0.5, Outcomes::DRAW), (1.0, Outcomes::WIN)][points]
}

proptest! {
    #[test]
    fn a_period_with_games(
        player in players(),
        games in prop::collection::vec((players(), 0..3_usize), 1..12),
        tau in 0.3..1.2,
    ) {
        let ours: Vec<_> = games.iter().map(|&(opponent, points)| (opponent, score(points).0)).collect();
        let theirs: Vec<_> = games.iter().map(|&(opponent, points)| (its(opponent), score(points).1)).collect();
        assert_close(
            wide(tau, 0.0).period(player, &ours, 1.0),
            glicko2_rating_period(&its(player), &theirs, &its_config(tau)),
        );
    }

    #[test]
    fn a_period_of_one_game_for_both(white in players(), black in players(), points in 0..3_usize, tau in 0.3..1.2) {
        let (whites, outcome) = score(points);
        let (their_white, their_black) = glicko2(&its(white), &its(black), &outcome, &its_config(tau));
        assert_close(wide(tau, 0.0).period(white, &[(black, whites)], 1.0), their_white);
        assert_close(wide(tau, 0.0).period(black, &[(white, 1.0 - whites)], 1.0), their_black);
    }

    #[test]
    fn a_period_without_games(player in players(), deviation in 45.0..349.0) {
        // Its deviations end at 350.
        let known = Rating { deviation, ..player };
        let its_system = System::new(Parameters {
            start: Rating { deviation: 350.0, ..platform().start() },
            highest_deviation: 350.0,
            ..Parameters::default()
        });
        assert_close(its_system.unwrap().period(known, &[], 1.0), decay_deviation(&its(known)));
    }

    #[test]
    fn the_expected_score(white in players(), black in players()) {
        let (theirs, _) = expected_score(&its(white), &its(black));
        prop_assert!((platform().expected_score(white, black) - theirs).abs() < 1e-12);
    }

    /// It has no first-move advantage, which is a White who is that much stronger.
    #[test]
    fn the_expected_score_with_a_first_move_advantage(
        white in players(),
        black in players(),
        advantage in -200.0..200.0,
    ) {
        let stronger = Rating { rating: white.rating + advantage, ..white };
        let (theirs, _) = expected_score(&its(stronger), &its(black));
        prop_assert!((wide(0.75, advantage).expected_score(white, black) - theirs).abs() < 1e-12);
    }

    /// The volatility after a game does not depend on how the deviation grows, nor does it matter to the rest of it here.
    #[test]
    fn the_volatility_after_a_game(white in players(), black in players(), outcome in outcomes()) {
        let system = wide(0.75, 0.0);
        let (ours, _) = system.play(white, black, outcome, Default::default());
        let its_outcome = score((outcome.white_score() * 2.0) as usize).1;
        let (theirs, _) = glicko2(&its(white), &its(black), &its_outcome, &its_config(0.75));
        prop_assert!((ours.volatility - theirs.volatility).abs() < 1e-9);
    }
}

//! What a game is expected to end with.

use corners_glicko::{Parameters, Rating, System, Weight};
use proptest::prelude::*;

use crate::strategies::{OUTCOMES, outcomes, platform, players, rating};

fn with_advantage(first_move_advantage: f64) -> System {
    System::new(Parameters {
        first_move_advantage,
        ..Parameters::default()
    })
    .unwrap()
}

#[test]
fn a_known_lead_of_400_points_is_ten_to_one_and_an_uncertain_one_less() {
    let known = platform().expected_score(rating(1900.0, 45.0, 0.06), rating(1500.0, 45.0, 0.06));
    let uncertain = platform().expected_score(rating(1900.0, 300.0, 0.06), rating(1500.0, 45.0, 0.06));
    assert!((0.89..0.91).contains(&known), "{known}");
    assert!((0.80..0.85).contains(&uncertain), "{uncertain}");
}

#[test]
fn an_advantage_moves_the_expectation_of_a_rated_game_too() {
    let (white, black) = (rating(1500.0, 80.0, 0.06), rating(1540.0, 80.0, 0.06));
    let [won, drawn, lost] =
        OUTCOMES.map(|outcome| with_advantage(40.0).play(white, black, outcome, [Weight::WHOLE; 2]));
    // A draw is what was expected of both, and a win is worth what a loss costs.
    assert_eq!((drawn.0.rating, drawn.1.rating), (1500.0, 1540.0));
    assert!((won.0.rating - 1500.0 + lost.0.rating - 1500.0).abs() < 1e-9);
    // Without it Black was the stronger of the two, and loses by a draw.
    let (_, black_after) = platform().play(white, black, OUTCOMES[1], [Weight::WHOLE; 2]);
    assert!(black_after.rating < 1540.0);
}

proptest! {
    #[test]
    fn both_players_expect_one_point_together(white in players(), black in players()) {
        let system = platform();
        let total = system.expected_score(white, black) + system.expected_score(black, white);
        prop_assert!((total - 1.0).abs() < 1e-15);
    }

    #[test]
    fn equals_expect_half(player in players(), deviation in 45.0..500.0) {
        let other = Rating { deviation, ..player };
        prop_assert_eq!(platform().expected_score(player, other), 0.5);
    }

    #[test]
    fn white_expects_more_of_a_weaker_opponent(white in players(), black in players(), points in 1.0..500.0) {
        let weaker = Rating { rating: black.rating - points, ..black };
        prop_assert!(platform().expected_score(white, weaker) > platform().expected_score(white, black));
    }

    #[test]
    fn uncertainty_moves_the_expectation_towards_half(
        white in players(),
        black in players(),
        growth in 1.0..300.0,
    ) {
        let uncertain = Rating { deviation: black.deviation + growth, ..black };
        let far = |expected: f64| (expected - 0.5).abs();
        prop_assert!(
            far(platform().expected_score(white, uncertain)) <= far(platform().expected_score(white, black))
        );
    }

    #[test]
    fn an_advantage_makes_up_for_as_many_points(white in players(), black in players(), advantage in -300.0..300.0) {
        let ahead_by_it = Rating { rating: white.rating + advantage, ..black };
        prop_assert!((with_advantage(advantage).expected_score(white, ahead_by_it) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn an_advantage_rates_a_game_as_that_of_a_stronger_white(
        white in players(),
        black in players(),
        outcome in outcomes(),
        advantage in -300.0..300.0,
    ) {
        let stronger = Rating { rating: white.rating + advantage, ..white };
        let (whites, blacks) = with_advantage(advantage).play(white, black, outcome, [Weight::WHOLE; 2]);
        let (stronger_after, black_after) = platform().play(stronger, black, outcome, [Weight::WHOLE; 2]);
        prop_assert!((whites.rating - white.rating - (stronger_after.rating - stronger.rating)).abs() < 1e-8);
        prop_assert!((blacks.rating - black_after.rating).abs() < 1e-8);
    }
}

//! Periods of any number of games.

use corners_glicko::Rating;
use proptest::prelude::*;

use crate::strategies::{platform, players, rating};

#[test]
fn a_period_without_games_or_time_changes_nothing() {
    let player = rating(1620.0, 80.0, 0.05);
    assert_eq!(platform().period(player, &[], 0.0), player);
}

#[test]
fn an_opponent_may_be_better_known_than_the_platforms_players_but_not_less_known() {
    let against = |deviation: f64| {
        let opponent = rating(1700.0, deviation, 0.06);
        platform().period(rating(1500.0, 200.0, 0.06), &[(opponent, 1.0)], 0.0)
    };
    assert!(against(3.0).rating > against(45.0).rating);
    assert_eq!(against(900.0), against(500.0));
}

proptest! {
    #[test]
    fn the_order_of_the_games_hardly_matters(
        player in players(),
        mut games in prop::collection::vec((players(), 0.0..=1.0), 2..20),
    ) {
        let there = platform().period(player, &games, 1.0);
        games.reverse();
        let back = platform().period(player, &games, 1.0);
        prop_assert!((there.rating - back.rating).abs() < 1e-9);
        prop_assert!((there.deviation - back.deviation).abs() < 1e-9);
        prop_assert!((there.volatility - back.volatility).abs() < 1e-9);
    }

    #[test]
    fn every_game_makes_a_player_better_known(
        player in players(),
        games in prop::collection::vec((players(), 0.0..=1.0), 1..20),
    ) {
        let deviations: Vec<f64> =
            (0..=games.len()).map(|played| platform().period(player, &games[..played], 0.0).deviation).collect();
        prop_assert!(deviations.is_sorted_by(|fewer, more| fewer >= more), "{:?}", deviations);
    }

    #[test]
    fn a_player_out_of_bounds_is_rated_as_one_at_the_bounds(player in players(), opponent in players()) {
        let wild = Rating { deviation: 3.0, volatility: 10.0, ..player };
        let tamed = Rating { deviation: 45.0, volatility: 0.1, ..player };
        let results = [(opponent, 1.0)];
        prop_assert_eq!(platform().period(wild, &results, 1.0), platform().period(tamed, &results, 1.0));
    }
}

//! Periods of any number of games.

use corners_glicko::Rating;
use proptest::prelude::*;

use crate::strategies::{platform, players, rating};

#[test]
fn a_period_without_games_or_time_changes_nothing() {
    let player = rating(1620.0, 80.0, 0.05);
    assert_eq!(platform().period(player, &[], 0.0), player);
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
    fn bounds_hold_for_the_player_and_none_but_the_highest_deviation_for_opponents(
        player in players(),
        opponent in players(),
    ) {
        let system = platform();
        let wild = Rating { deviation: 3.0, volatility: 10.0, ..player };
        let tamed = Rating { deviation: 45.0, volatility: 0.1, ..player };
        prop_assert_eq!(system.period(wild, &[(opponent, 1.0)], 1.0), system.period(tamed, &[(opponent, 1.0)], 1.0));
        let sure = Rating { deviation: 3.0, ..opponent };
        let surer = Rating { deviation: 45.0, ..opponent };
        let (against_sure, against_surer) =
            (system.period(player, &[(sure, 1.0)], 0.0), system.period(player, &[(surer, 1.0)], 0.0));
        prop_assert!(against_sure != against_surer || player.deviation == 45.0);
    }
}

//! Time without a game.

use corners_glicko::{Parameters, System};
use proptest::prelude::*;

use crate::strategies::{platform, players, rating};

const MS_PER_DAY: u64 = 86_400_000;
const MS_IN_20_YEARS: u64 = 20 * 365 * MS_PER_DAY;

#[test]
fn a_deviation_never_grows_beyond_the_highest() {
    let forever = platform().grown(rating(1500.0, 45.0, 0.1), u64::MAX);
    assert_eq!(forever, rating(1500.0, 500.0, 0.1));
}

#[test]
fn what_exceeds_a_deviation_already_does_so_after_no_time() {
    assert_eq!(platform().idle_until(rating(1500.0, 200.0, 0.06), 199.9), Some(0));
}

#[test]
fn some_deviations_are_never_exceeded() {
    let system = platform();
    assert_eq!(system.idle_until(rating(1500.0, 60.0, 0.0), 110.0), None);
    assert_eq!(system.idle_until(rating(1500.0, 60.0, 0.06), 500.0), None);
    let timeless = System::new(Parameters {
        periods_per_day: 0.0,
        ..Parameters::default()
    })
    .unwrap();
    assert_eq!(timeless.idle_until(rating(1500.0, 60.0, 0.06), 110.0), None);
    assert_eq!(timeless.grown(rating(1500.0, 60.0, 0.06), u64::MAX).deviation, 60.0);
}

#[test]
fn a_player_at_the_lowest_deviation_is_ranked_for_three_months_and_known_for_more_than_a_year() {
    let settled = rating(1500.0, 45.0, 0.06);
    let days = |deviation| platform().idle_until(settled, deviation).unwrap() / MS_PER_DAY;
    assert_eq!((days(65.0), days(110.0)), (94, 432));
}

proptest! {
    #[test]
    fn no_time_changes_nothing(player in players()) {
        prop_assert_eq!(platform().grown(player, 0), player);
    }

    #[test]
    fn only_the_deviation_grows_and_never_back(player in players(), a in 0..MS_IN_20_YEARS, b in 0..MS_IN_20_YEARS) {
        let (sooner, later) = (platform().grown(player, a.min(b)), platform().grown(player, a.max(b)));
        prop_assert!(player.deviation <= sooner.deviation && sooner.deviation <= later.deviation);
        prop_assert_eq!((later.rating, later.volatility), (player.rating, player.volatility));
    }

    #[test]
    fn growth_is_the_same_in_one_go_or_in_two(player in players(), a in 0..MS_IN_20_YEARS, b in 0..MS_IN_20_YEARS) {
        let in_two = platform().grown(platform().grown(player, a), b);
        prop_assert!((in_two.deviation - platform().grown(player, a + b).deviation).abs() < 1e-9);
    }

    #[test]
    fn the_time_until_a_deviation_is_exact_to_the_millisecond(player in players(), deviation in 45.0..500.0) {
        let live = |idle_ms: u64| platform().grown(player, idle_ms).deviation;
        let until = platform().idle_until(player, deviation).unwrap();
        if player.deviation > deviation {
            prop_assert_eq!(until, 0);
        } else {
            prop_assert!(live(until) <= deviation && live(until + 1) > deviation);
        }
    }

    /// Where a millisecond is less than a rounding, and where the time is longer than a float can tell.
    #[test]
    fn it_is_exact_for_hardly_volatile_players_too(
        volatility in prop::sample::select(vec![1e-3, 1e-4, 1e-5, 1e-6]),
        from in 45.0..499.0,
        growth in 0.0..200.0,
    ) {
        let (player, deviation) = (rating(1500.0, from, volatility), from + growth);
        if let Some(until) = platform().idle_until(player, deviation) {
            prop_assert!(platform().grown(player, until).deviation <= deviation);
            prop_assert!(platform().grown(player, until + 1).deviation > deviation);
        } else {
            prop_assert!(platform().grown(player, u64::MAX).deviation <= deviation);
        }
    }
}

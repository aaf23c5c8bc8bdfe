//! Whatever finite numbers go in, finite numbers within the bounds come out.

use corners_glicko::{Parameters, Rating, System, Weight};
use proptest::prelude::*;

use crate::strategies::{OUTCOMES, outcomes, rating};

const EXTREMES: [f64; 14] = [
    0.0,
    -0.0,
    f64::MIN_POSITIVE,
    5e-324,
    1e-9,
    1e-3,
    0.06,
    10.0,
    1500.0,
    1e9,
    1e300,
    -1e9,
    f64::MAX,
    f64::MIN,
];

fn systems() -> Vec<System> {
    let mut systems = Vec::new();
    for tau in [0.01, 0.75, 2.0] {
        for (lowest_deviation, highest_deviation) in [(1.0, 1.0), (45.0, 500.0), (1.0, 1_000.0)] {
            for highest_volatility in [0.000_1, 0.1, 1.0] {
                let start = rating(1500.0, highest_deviation, highest_volatility);
                systems.push(
                    System::new(Parameters {
                        start,
                        tau,
                        lowest_deviation,
                        highest_deviation,
                        highest_volatility,
                        periods_per_day: 1_440.0,
                        greatest_change: 10_000.0,
                        first_move_advantage: -1_000.0,
                    })
                    .unwrap(),
                );
            }
        }
    }
    systems
}

fn assert_sane(system: &System, after: Rating) {
    let parameters = system.parameters();
    let deviations = parameters.lowest_deviation..=parameters.highest_deviation;
    assert!(after.rating.is_finite(), "{after:?}");
    assert!(deviations.contains(&after.deviation), "{after:?}");
    assert!(
        (0.0..=parameters.highest_volatility).contains(&after.volatility),
        "{after:?}"
    );
}

fn assert_all_sane(system: &System, white: Rating, black: Rating, weight: Weight) {
    for outcome in OUTCOMES {
        let (whites, blacks) = system.play(white, black, outcome, [weight, Weight::WHOLE]);
        assert_sane(system, whites);
        assert_sane(system, blacks);
    }
    assert!((0.0..=1.0).contains(&system.expected_score(white, black)));
    for idle_ms in [0, 1, u64::MAX] {
        assert_sane(system, system.grown(white, idle_ms));
    }
    for number in EXTREMES {
        assert_sane(system, system.period(white, &[], number));
        assert_sane(system, system.period(white, &[(black, number), (white, 0.0)], number));
        let _ends = system.idle_until(white, number);
    }
}

#[test]
fn the_extremes_of_each_number_against_those_of_the_others() {
    for system in systems() {
        for points in EXTREMES {
            for (deviation, volatility) in EXTREMES.into_iter().zip(EXTREMES.into_iter().rev()) {
                let wild = rating(points, deviation, volatility);
                assert_all_sane(&system, wild, system.start(), Weight::HALF);
                assert_all_sane(&system, system.start(), wild, Weight::WHOLE);
                assert_all_sane(&system, wild, rating(-points, volatility, deviation), Weight::HALF);
            }
        }
    }
}

#[test]
fn a_lead_that_is_longer_than_a_float_can_tell_counts_as_the_longest_that_is_told() {
    let system = System::new(Parameters::default()).unwrap();
    let hero = rating(0.0, 100.0, 0.06);
    let beaten_by_hero = |points: f64| {
        let (after, giant) = system.play(hero, rating(points, 100.0, 0.06), OUTCOMES[0], [Weight::WHOLE; 2]);
        (after, points - giant.rating)
    };
    // Far enough for both, with g of these deviations; a volatility that was surprised as much as the nearer one's.
    let (near, far) = (beaten_by_hero(8_192.0), beaten_by_hero(131_072.0));
    assert!(near.0.volatility > 0.06);
    assert_eq!(near.0, far.0);
    assert!((near.1 - far.1).abs() < 1e-9);
}

#[test]
fn what_is_out_of_range_counts_as_the_end_of_it() {
    let system = System::new(Parameters::default()).unwrap();
    let player = rating(1500.0, 100.0, 0.06);
    let scored = |score: f64| system.period(player, &[(player, score)], 0.0);
    assert_eq!(scored(7.5), scored(1.0));
    assert_eq!(scored(-7.5), scored(0.0));
    assert_eq!(system.period(player, &[], -3.0), player);
    // Of no volatility at all there is no logarithm: it is taken for a very low one.
    let volatile = |volatility: f64| {
        let restless = Rating { volatility, ..player };
        system.play(restless, player, OUTCOMES[0], [Weight::WHOLE; 2]).0
    };
    assert!(volatile(0.0).volatility > 0.0);
    assert_eq!(volatile(0.0), volatile(1e-6));
}

#[test]
fn not_a_number_is_handed_on_and_halts_nothing() {
    for system in systems() {
        let nobody = rating(f64::NAN, f64::NAN, f64::NAN);
        let (white, black) = system.play(nobody, system.start(), OUTCOMES[0], [Weight::HALF; 2]);
        assert!(white.rating.is_nan() && black.rating.is_nan());
        assert!(system.grown(nobody, u64::MAX).rating.is_nan());
        assert_eq!(system.idle_until(system.start(), f64::NAN), None);
    }
}

fn finite() -> impl Strategy<Value = f64> {
    use prop::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

fn any_rating() -> impl Strategy<Value = Rating> {
    (finite(), finite(), finite()).prop_map(|(points, deviation, volatility)| rating(points, deviation, volatility))
}

proptest! {
    #[test]
    fn any_finite_numbers(white in any_rating(), black in any_rating(), system in prop::sample::select(systems())) {
        assert_all_sane(&system, white, black, Weight::HALF);
    }

    /// No lead is so long that the numbers in between are lost: a win never costs anything.
    #[test]
    fn leads_of_any_length(
        points in -100_000.0..100_000.0,
        deviation in 45.0..500.0,
        volatility in 0.000_001..0.1,
        outcome in outcomes(),
        system in prop::sample::select(systems()),
    ) {
        let (white, black) = (rating(points, deviation, volatility), rating(1500.0, 100.0, 0.06));
        let (whites, blacks) = system.play(white, black, outcome, [Weight::WHOLE; 2]);
        assert_sane(&system, whites);
        assert_sane(&system, blacks);
        let (winner, _) = system.play(white, black, OUTCOMES[0], [Weight::WHOLE; 2]);
        prop_assert!(winner.rating >= white.rating);
    }
}

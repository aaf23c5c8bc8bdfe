//! What a player may expect: colours, not starving, the same answer to the same question.

use corners_pairing::{Pair, Parameters, Policy, Relation, Seeker, wave};
use proptest::prelude::*;

use crate::strategies::{policies, relation, seekers};

fn strangers(_: usize, _: usize) -> Relation {
    Relation::Strangers
}

/// Every second somebody better for the one in the middle comes: a rating between both. Whoever was there first is worth
/// more with each second, and is paired within the time that the distance is worth.
#[test]
fn nobody_starves_while_somebody_acceptable_is_there() {
    let policy = Policy::default();
    let parameters = policy.parameters();
    let second_rated = |waited_s: u64, rating: f64| Seeker {
        waited_ms: waited_s * 1_000,
        ..Seeker::new(rating, 45.0)
    };
    let served = (0..600).find(|&waited_s| {
        let waiting = [
            second_rated(waited_s, 1_200.0),
            second_rated(0, 1_290.0),
            second_rated(0, 1_300.0),
        ];
        wave(&waiting, strangers, &policy, waited_s)
            .iter()
            .any(|pair| pair.white == 0 || pair.black == 0)
    });
    let at_most = 90.0 / parameters.worth_of_a_second;
    assert!(served.is_some_and(|waited_s| waited_s as f64 <= at_most), "{served:?}");
}

#[test]
fn who_has_had_black_more_has_white() {
    let due = |colour_balance| Seeker {
        colour_balance,
        ..Seeker::new(1500.0, 45.0)
    };
    for (first, second) in [(0, 1), (-3, -2), (-1, 4), (-8, 8)] {
        for seed in 0..20 {
            let pair = |players: [Seeker; 2]| wave(&players, strangers, &Policy::default(), seed);
            assert_eq!(pair([due(first), due(second)]), [Pair { white: 0, black: 1 }]);
            assert_eq!(pair([due(second), due(first)]), [Pair { white: 1, black: 0 }]);
        }
    }
}

#[test]
fn a_coin_decides_between_two_who_are_due_the_same() {
    let players = [Seeker::new(1500.0, 45.0), Seeker::new(1520.0, 45.0)];
    let white = (0..10_000).filter(|&seed| wave(&players, strangers, &Policy::default(), seed)[0].white == 0);
    let share = white.count() as f64 / 10_000.0;
    assert!((0.47..0.53).contains(&share), "{share}");
}

/// Four equals, two of whom are due White: each plays one who is due Black.
#[test]
fn who_is_due_white_meets_who_is_due_black() {
    let due = |colour_balance| Seeker {
        colour_balance,
        ..Seeker::new(1500.0, 45.0)
    };
    let players = [due(-2), due(-2), due(2), due(2)];
    let pairs = wave(&players, strangers, &Policy::default(), 5);
    assert!(pairs.iter().all(|pair| pair.white < 2 && pair.black >= 2), "{pairs:?}");
}

#[test]
fn a_recent_opponent_gives_way_to_a_stranger() {
    let players = [1500.0, 1510.0, 1530.0, 1540.0].map(|rating| Seeker::new(rating, 45.0));
    let met = |one: usize, other: usize| {
        if (one, other) == (0, 1) {
            Relation::Recent { games_ago: 1 }
        } else {
            Relation::Strangers
        }
    };
    let pairs = wave(&players, met, &Policy::default(), 0);
    assert_eq!(pairs.len(), 2);
    assert!(
        pairs
            .iter()
            .all(|pair| pair.white.min(pair.black) + pair.white.max(pair.black) != 1),
        "{pairs:?}"
    );
}

#[test]
fn last_opponents_meet_again_only_if_nobody_else_waits() {
    let policy = Policy::default();
    let last = |one: usize, other: usize| {
        if (one, other) == (0, 1) {
            Relation::Last
        } else {
            Relation::Strangers
        }
    };
    let both = [Seeker::new(1500.0, 45.0), Seeker::new(1510.0, 45.0)];
    assert_eq!(wave(&both, last, &policy, 0).len(), 1);
    // Somebody else whose window will open in a few seconds is worth waiting for.
    let others = [both[0], both[1], Seeker::new(1900.0, 45.0)];
    assert_eq!(wave(&others, last, &policy, 0), []);
    // Somebody whom neither will ever accept is nobody.
    let others = [both[0], both[1], Seeker::new(3900.0, 45.0)];
    assert_eq!(wave(&others, last, &policy, 0).len(), 1);
}

fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(-0.0),
        1_000.0..2_000.0
    ]
}

proptest! {
    /// The order of the input is nobody's advantage: if no two players are the same, the same pairs come out of any order.
    #[test]
    fn the_order_of_the_players_does_not_matter(
        mut seekers in prop::collection::vec(seekers(), 2..60),
        policy in policies(),
        turn in 0..60_usize,
        seed: u64,
    ) {
        for (index, seeker) in seekers.iter_mut().enumerate() {
            seeker.waited_ms = seeker.waited_ms / 100 * 100 + index as u64;
        }
        let size = seekers.len();
        let turned: Vec<Seeker> = (0..size).map(|index| seekers[(index + turn) % size]).collect();
        let between = |one: usize, other: usize| relation(seed, one.min(other), one.max(other));
        let pairs = wave(&seekers, between, &policy, seed);
        let of_turned = wave(&turned, |one, other| between((one + turn) % size, (other + turn) % size), &policy, seed);
        let back: Vec<Pair> = of_turned
            .iter()
            .map(|pair| Pair { white: (pair.white + turn) % size, black: (pair.black + turn) % size })
            .collect();
        let sorted = |mut pairs: Vec<Pair>| {
            pairs.sort();
            pairs
        };
        prop_assert_eq!(sorted(back), sorted(pairs));
    }

    #[test]
    fn the_pairs_of_those_who_waited_longest_come_first(seekers in prop::collection::vec(seekers(), 0..40), seed: u64) {
        let pairs = wave(&seekers, strangers, &Policy::default(), seed);
        let longest = |pair: &Pair| seekers[pair.white].waited_ms.max(seekers[pair.black].waited_ms);
        prop_assert!(pairs.iter().map(longest).is_sorted_by(|one, other| one >= other));
    }

    /// Whatever is in the numbers: no panic, nobody twice, and nobody whose rating is none.
    #[test]
    fn nothing_in_the_numbers_breaks_a_wave(
        seekers in prop::collection::vec(
            (numbers(), numbers(), any::<u64>(), prop::option::of(numbers()), prop::option::of(numbers()), any::<i8>()),
            0..200,
        ),
        seed: u64,
    ) {
        let seekers: Vec<Seeker> = seekers
            .into_iter()
            .map(|(rating, deviation, waited_ms, below, above, colour_balance)| Seeker {
                rating, deviation, waited_ms, below, above, colour_balance,
            })
            .collect();
        let pairs = wave(&seekers, strangers, &Policy::new(Parameters::default()).unwrap(), seed);
        crate::rules::left_over(seekers.len(), &pairs);
        for seeker in pairs.iter().flat_map(|pair| [seekers[pair.white], seekers[pair.black]]) {
            prop_assert!(seeker.rating.is_finite() && seeker.deviation.is_finite());
        }
    }
}

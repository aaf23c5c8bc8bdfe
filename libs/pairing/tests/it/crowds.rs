//! Waves of many: nearly the best, every rule kept, bounded work.

use std::cell::Cell;

use corners_pairing::{EXACT_UP_TO, Pair, Parameters, Policy, Relation, Seeker, wave};
use integer_blossom::max_weight_matching;
use proptest::prelude::*;

use crate::exact::{total, worths};
use crate::rules::left_over;
use crate::strategies::{relation, seekers};

fn strangers(_: usize, _: usize) -> Relation {
    Relation::Strangers
}

/// Everybody accepts everybody, as after a long time.
fn everybody() -> Policy {
    Policy::new(Parameters {
        initial_window: 5_000.0,
        widest_window: 5_000.0,
        ..Parameters::default()
    })
    .unwrap()
}

/// The exact answer for any number of players, in a time that grows with its third power.
fn most(worths: &[Vec<Option<f64>>]) -> f64 {
    let in_units = |worth: &Option<f64>| worth.map_or(0, |points| (points * 256.0) as i64);
    let weights: Vec<i64> = worths.iter().flatten().map(in_units).collect();
    let mates = max_weight_matching(&weights, worths.len());
    let pairs = mates
        .iter()
        .enumerate()
        .filter_map(|(one, mate)| mate.filter(|&other| one < other).map(|other| (one, other)));
    pairs.map(|(one, other)| worths[one][other].unwrap_or_default()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// What is lost against the exact answer is less than 2 % of it; mostly it is a point of rating for each player.
    #[test]
    fn a_crowd_is_paired_nearly_as_well_as_can_be(
        seekers in prop::collection::vec(seekers(), EXACT_UP_TO + 1..400),
        narrow: bool,
        seed: u64,
    ) {
        let policy = if narrow { Policy::default() } else { everybody() };
        let between = |one: usize, other: usize| relation(seed, one, other);
        let worths = worths(&seekers, &policy, between);
        let pairs = wave(&seekers, between, &policy, seed);
        let (most, got) = (most(&worths), total(&worths, &pairs));
        prop_assert!(got <= most + 1e-6);
        prop_assert!(got >= 0.98 * most, "{got} of {most} by {} players", seekers.len());
    }

    /// As of a few: two who may meet are not both left over.
    #[test]
    fn nobody_of_a_crowd_is_left_with_somebody_to_play(
        seekers in prop::collection::vec(seekers(), EXACT_UP_TO + 1..400),
        seed: u64,
    ) {
        let policy = Policy::default();
        let between = |one: usize, other: usize| relation(seed, one, other);
        let worths = worths(&seekers, &policy, between);
        let left = left_over(seekers.len(), &wave(&seekers, between, &policy, seed));
        prop_assert!(left.iter().all(|&one| left.iter().all(|&other| worths[one][other].is_none())));
    }
}

/// How often a wave of ten thousand asks about two players.
fn asked(seekers: &[Seeker], policy: &Policy, relation: impl Fn(usize, usize) -> Relation) -> (usize, Vec<Pair>) {
    let asked = Cell::new(0);
    let pairs = wave(
        seekers,
        |one, other| {
            asked.set(asked.get() + 1);
            relation(one, other)
        },
        policy,
        0,
    );
    (asked.get(), pairs)
}

const MOST_QUESTIONS: usize = 4_000_000;

#[test]
fn ten_thousand_with_one_rating_are_all_paired() {
    let (asked, pairs) = asked(&[Seeker::new(1500.0, 45.0); 10_000], &everybody(), strangers);
    assert_eq!(pairs.len(), 5_000);
    assert!(asked < MOST_QUESTIONS, "{asked}");
}

#[test]
fn ten_thousand_who_have_all_blocked_each_other_cost_no_more() {
    let (asked, pairs) = asked(&[Seeker::new(1500.0, 45.0); 10_000], &everybody(), |_, _| {
        Relation::Never
    });
    assert_eq!(pairs, []);
    assert!(asked < MOST_QUESTIONS, "{asked}");
}

#[test]
fn ten_thousand_who_were_all_last_opponents_cost_a_little_more() {
    let (asked, _) = asked(&[Seeker::new(1500.0, 45.0); 10_000], &everybody(), |_, _| {
        Relation::Last
    });
    assert!(asked < 3 * MOST_QUESTIONS, "{asked}");
}

/// The only one that each may play is far away in the order of ratings.
#[test]
fn the_only_opponent_is_found_wherever_it_is() {
    let seekers: Vec<Seeker> = (0..1_000)
        .map(|index| Seeker::new(1_000.0 + f64::from(index), 45.0))
        .collect();
    let (_, pairs) = asked(&seekers, &everybody(), |one, other| {
        if other - one == 500 {
            Relation::Strangers
        } else {
            Relation::Never
        }
    });
    assert_eq!(pairs.len(), 500);
}

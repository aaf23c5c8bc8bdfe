//! A wave of a few is worth the most that it can be.

use corners_pairing::{Pair, Policy, Relation, Seeker, wave};
use proptest::prelude::*;

use crate::strategies::{policies, relation, seekers};

/// What each pair of the wave would be worth, or none: last opponents only where there is nobody else, now or soon.
pub(crate) fn worths(
    seekers: &[Seeker],
    policy: &Policy,
    between: impl Fn(usize, usize) -> Relation,
) -> Vec<Vec<Option<f64>>> {
    let players = || 0..seekers.len();
    let somebody_else = |player: usize| {
        players().filter(|&other| other != player).any(|other| {
            let relation = between(player.min(other), player.max(other));
            let opens_in = policy.opens_in_ms(&seekers[player], &seekers[other]);
            !matches!(relation, Relation::Last | Relation::Never)
                && opens_in.is_some_and(|ms| ms <= policy.parameters().repeat_after_ms)
        })
    };
    let has_another: Vec<bool> = players().map(somebody_else).collect();
    let worth = |one: usize, other: usize| {
        let relation = between(one.min(other), one.max(other));
        let forbidden = one == other || (relation == Relation::Last && (has_another[one] || has_another[other]));
        if forbidden {
            None
        } else {
            policy.worth(&seekers[one], &seekers[other], relation)
        }
    };
    players()
        .map(|one| players().map(|other| worth(one, other)).collect())
        .collect()
}

pub(crate) fn total(worths: &[Vec<Option<f64>>], pairs: &[Pair]) -> f64 {
    pairs
        .iter()
        .map(|pair| worths[pair.white][pair.black].expect("a pair that may be made"))
        .sum()
}

/// The most that any pairing of these players is worth, by trying all: the first who is left is paired with nobody or with
/// each of the others.
fn most(worths: &[Vec<Option<f64>>], left: &mut Vec<usize>) -> f64 {
    let Some(first) = left.pop() else { return 0.0 };
    let mut most_so_far = most(worths, &mut left.clone());
    for index in 0..left.len() {
        if let Some(worth) = worths[first][left[index]] {
            let mut others = left.clone();
            others.remove(index);
            most_so_far = most_so_far.max(worth + most(worths, &mut others));
        }
    }
    left.push(first);
    most_so_far
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_wave_of_a_few_is_worth_what_trying_everything_finds(
        seekers in prop::collection::vec(seekers(), 0..9),
        policy in policies(),
        seed: u64,
    ) {
        let between = |one: usize, other: usize| relation(seed, one, other);
        let worths = worths(&seekers, &policy, between);
        let best = most(&worths, &mut (0..seekers.len()).collect());
        prop_assert_eq!(total(&worths, &wave(&seekers, between, &policy, seed)), best);
    }
}

/// Nearest first would pair the two in the middle and leave the others alone.
#[test]
fn two_pairs_are_made_rather_than_one_closer_pair() {
    let waiting = [1400.0, 1490.0, 1500.0, 1590.0].map(|rating| Seeker::new(rating, 45.0));
    let pairs = wave(&waiting, |_, _| Relation::Strangers, &Policy::default(), 0);
    let mut players: Vec<[usize; 2]> = pairs
        .iter()
        .map(|pair| [pair.white.min(pair.black), pair.white.max(pair.black)])
        .collect();
    players.sort_unstable();
    assert_eq!(players, [[0, 1], [2, 3]]);
}

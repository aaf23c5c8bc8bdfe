//! What must hold of every pair of every wave.

use corners_pairing::{Pair, Policy, Relation, Seeker, wave};
use proptest::prelude::*;

use crate::strategies::{policies, relation, seekers};

/// Who is in no pair; fails if somebody is in two.
pub(crate) fn left_over(size: usize, pairs: &[Pair]) -> Vec<usize> {
    let mut paired = vec![false; size];
    for player in pairs.iter().flat_map(|pair| [pair.white, pair.black]) {
        assert!(
            !std::mem::replace(&mut paired[player], true),
            "{player} is in two pairs"
        );
    }
    (0..size).filter(|&player| !paired[player]).collect()
}

fn permitted(seekers: &[Seeker], policy: &Policy, one: usize, other: usize, relation: Relation) -> bool {
    relation != Relation::Never && policy.allows(&seekers[one], &seekers[other])
}

proptest! {
    /// Nobody plays twice, against somebody that a window, a limit or a block forbids, or a last opponent while there is
    /// somebody else.
    #[test]
    fn no_pair_breaks_a_rule(
        seekers in prop::collection::vec(seekers(), 0..40),
        policy in policies(),
        seed: u64,
    ) {
        let between = |one: usize, other: usize| relation(seed, one.min(other), one.max(other));
        let pairs = wave(&seekers, between, &policy, seed);
        left_over(seekers.len(), &pairs);
        for pair in &pairs {
            let relation = between(pair.white, pair.black);
            prop_assert!(permitted(&seekers, &policy, pair.white, pair.black, relation));
            if relation != Relation::Last {
                continue;
            }
            for player in [pair.white, pair.black] {
                for other in (0..seekers.len()).filter(|&other| other != player) {
                    let relation = between(player, other);
                    let somebody_else = !matches!(relation, Relation::Last | Relation::Never);
                    let opens_in = policy.opens_in_ms(&seekers[player], &seekers[other]);
                    let soon = opens_in.is_some_and(|ms| ms <= policy.parameters().repeat_after_ms);
                    prop_assert!(!(somebody_else && soon));
                }
            }
        }
    }

    /// Two who may meet are not both left over.
    #[test]
    fn nobody_is_left_with_somebody_to_play(
        seekers in prop::collection::vec(seekers(), 0..40),
        policy in policies(),
        seed: u64,
    ) {
        let between = |one: usize, other: usize| relation(seed, one.min(other), one.max(other));
        let left = left_over(seekers.len(), &wave(&seekers, between, &policy, seed));
        for (&one, &other) in left.iter().flat_map(|one| left.iter().map(move |other| (one, other))) {
            let relation = between(one, other);
            let meeting_again = relation == Relation::Last;
            prop_assert!(one == other || meeting_again || !permitted(&seekers, &policy, one, other, relation));
        }
    }
}

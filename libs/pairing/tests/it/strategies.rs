//! Inputs for the properties.

use corners_pairing::{Parameters, Policy, Relation, Seeker};
use proptest::prelude::*;

/// Players as a pool has them: some new, some with limits of their own, some who have waited.
pub(crate) fn seekers() -> impl Strategy<Value = Seeker> {
    let rating = prop_oneof![400.0..2_800.0, Just(1500.0), 1_450.0..1_550.0];
    let deviation = prop_oneof![Just(45.0), 45.0..500.0];
    let waited_ms = prop_oneof![Just(0), 0..120_000_u64];
    (rating, deviation, waited_ms, limits(), limits(), -10..=10_i8).prop_map(
        |(rating, deviation, waited_ms, below, above, colour_balance)| Seeker {
            rating,
            deviation,
            waited_ms,
            below,
            above,
            colour_balance,
        },
    )
}

fn limits() -> impl Strategy<Value = Option<f64>> {
    prop_oneof![3 => Just(None), 1 => (0.0..400.0).prop_map(Some)]
}

/// Policies from narrow to such that everybody may meet everybody.
pub(crate) fn policies() -> impl Strategy<Value = Policy> {
    (
        1.0..600.0,
        0.0..50.0,
        0.0..2_000.0,
        0.0..10.0,
        0.0..50.0,
        0.0..200.0,
        0..10_000_u64,
    )
        .prop_map(
            |(initial_window, widening_per_second, further, second, colour, repeat, repeat_after_ms)| {
                Policy::new(Parameters {
                    initial_window,
                    widening_per_second,
                    widest_window: initial_window + further,
                    worth_of_a_second: second,
                    cost_of_a_colour: colour,
                    cost_of_a_repeat: repeat,
                    repeat_after_ms,
                })
                .unwrap()
            },
        )
}

/// What two players are to each other, drawn from a number for both: half of them strangers.
pub(crate) fn relation(seed: u64, one: usize, other: usize) -> Relation {
    let drawn = (seed ^ ((one as u64) << 32 | other as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    match drawn % 8 {
        0 => Relation::Never,
        1 => Relation::Last,
        2 | 3 => Relation::Recent {
            games_ago: 1 + (drawn / 8 % 5) as u32,
        },
        _ => Relation::Strangers,
    }
}

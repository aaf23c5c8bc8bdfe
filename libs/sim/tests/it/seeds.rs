//! Whole platforms, by seed.

use std::ops::Range;

use corners_sim::{GAMES, Plan, Summary, run};

use crate::harness::Test;

pub(crate) const TESTS: &[Test] = &[
    ("seeds::a_seed_is_repeated_exactly", a_seed_is_repeated_exactly),
    (
        "seeds::nothing_is_wrong_where_nothing_breaks",
        nothing_is_wrong_where_nothing_breaks,
    ),
    // In parts, so that machines with several cores run them side by side.
    ("seeds::all_promises_are_kept_by_seeds_0_to_24", || {
        all_promises_are_kept(0..25);
    }),
    ("seeds::all_promises_are_kept_by_seeds_25_to_49", || {
        all_promises_are_kept(25..50);
    }),
    ("seeds::all_promises_are_kept_by_seeds_50_to_74", || {
        all_promises_are_kept(50..75);
    }),
    ("seeds::all_promises_are_kept_by_seeds_75_to_99", || {
        all_promises_are_kept(75..100);
    }),
    ("seeds::all_promises_are_kept_by_seeds_100_to_124", || {
        all_promises_are_kept(100..125);
    }),
    ("seeds::all_promises_are_kept_by_seeds_125_to_149", || {
        all_promises_are_kept(125..150);
    }),
    ("seeds::all_promises_are_kept_by_seeds_150_to_174", || {
        all_promises_are_kept(150..175);
    }),
    ("seeds::all_promises_are_kept_by_seeds_175_to_199", || {
        all_promises_are_kept(175..200);
    }),
];

fn a_seed_is_repeated_exactly() {
    let first = run(Plan::of_seed(1), true);
    let again = run(Plan::of_seed(1), true);
    let difference = first.lines.iter().zip(&again.lines).find(|(one, other)| one != other);
    assert_eq!(difference, None, "the same seed took another course");
    assert_eq!(first.hash, again.hash);
    assert_ne!(
        first.hash,
        run(Plan::of_seed(2), false).hash,
        "another seed took the same course"
    );
}

fn nothing_is_wrong_where_nothing_breaks() {
    let outcome = run(Plan::of_seed(0).without_faults(), false);
    assert_eq!(outcome.violations, Vec::<String>::new());
    assert_eq!(outcome.games, GAMES);
}

fn all_promises_are_kept(seeds: Range<u64>) {
    let mut summary = Summary::default();
    for seed in seeds {
        let outcome = run(Plan::of_seed(seed), false);
        for violation in &outcome.violations {
            println!("  seed {seed}: {violation}");
            println!("  repeat: cargo run -p corners-sim --bin sim -- --seed {seed}");
        }
        assert_eq!(outcome.games, GAMES, "seed {seed}");
        summary.add(&outcome);
    }
    println!("{summary}");
    assert_eq!(summary.violations(), 0);
}

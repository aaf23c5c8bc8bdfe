//! Whole platforms, by seed.

use corners_sim::{GAMES, Plan, run};

use crate::harness::Test;

pub(crate) const TESTS: &[Test] = &[
    ("seeds::a_seed_is_repeated_exactly", a_seed_is_repeated_exactly),
    (
        "seeds::nothing_is_wrong_where_nothing_breaks",
        nothing_is_wrong_where_nothing_breaks,
    ),
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

//! Windows and policies.

use corners_pairing::{InvalidParameter, Parameters, Policy, Seeker};
use proptest::prelude::*;

use crate::strategies::{policies, seekers};

#[test]
fn a_window_widens_with_waiting_up_to_the_widest() {
    let policy = Policy::new(Parameters {
        initial_window: 100.0,
        widening_per_second: 60.0,
        widest_window: 1_000.0,
        ..Parameters::default()
    })
    .unwrap();
    let certain = |waited_ms| policy.window(0.0, waited_ms);
    assert_eq!(
        [0, 500, 10_000, 15_000, u64::MAX].map(certain),
        [100.0, 130.0, 700.0, 1_000.0, 1_000.0]
    );
}

/// g of 500 points is 0.53315 by the formula of the paper.
#[test]
fn an_uncertain_rating_has_a_wider_window() {
    let policy = Policy::default();
    let ratio = policy.window(500.0, 0) / policy.window(0.0, 0);
    assert!((ratio - 1.0 / 0.53315).abs() < 1e-3, "{ratio}");
}

#[test]
fn the_range_is_the_window_within_the_players_own_limits() {
    let policy = Policy::default();
    let limited = Seeker {
        below: Some(20.0),
        above: Some(3_000.0),
        ..Seeker::new(1500.0, 0.0)
    };
    assert_eq!(policy.range(&limited), (1480.0, 1500.0 + policy.window(0.0, 0)));
}

#[test]
fn a_limit_is_never_exceeded_however_long_the_wait() {
    let policy = Policy::default();
    let waiting = |rating, above| Seeker {
        waited_ms: u64::MAX,
        above,
        ..Seeker::new(rating, 45.0)
    };
    assert!(policy.allows(&waiting(1500.0, Some(50.0)), &waiting(1550.0, None)));
    assert!(!policy.allows(&waiting(1500.0, Some(50.0)), &waiting(1551.0, None)));
    assert_eq!(
        policy.opens_in_ms(&waiting(1500.0, Some(50.0)), &waiting(1551.0, None)),
        None
    );
}

#[test]
fn a_parameter_outside_its_range_is_named() {
    let refused = |parameters: Parameters| Policy::new(parameters).unwrap_err().parameter;
    let good = Parameters::default();
    assert_eq!(
        refused(Parameters {
            initial_window: 0.5,
            ..good
        }),
        "initial_window"
    );
    assert_eq!(
        refused(Parameters {
            widening_per_second: f64::NAN,
            ..good
        }),
        "widening_per_second"
    );
    assert_eq!(
        refused(Parameters {
            widest_window: 99.0,
            ..good
        }),
        "widest_window"
    );
    assert_eq!(
        refused(Parameters {
            worth_of_a_second: -1.0,
            ..good
        }),
        "worth_of_a_second"
    );
    assert_eq!(
        refused(Parameters {
            cost_of_a_colour: 101.0,
            ..good
        }),
        "cost_of_a_colour"
    );
    assert_eq!(
        refused(Parameters {
            cost_of_a_repeat: f64::INFINITY,
            ..good
        }),
        "cost_of_a_repeat"
    );
    assert_eq!(
        refused(Parameters {
            repeat_after_ms: 600_001,
            ..good
        }),
        "repeat_after_ms"
    );
    let said = Policy::new(Parameters {
        widest_window: 99.0,
        ..good
    })
    .unwrap_err();
    assert_eq!(said.to_string(), "widest_window must be from 100 to 5000, not 99");
    assert!(matches!(said, InvalidParameter { got: 99.0, .. }));
}

proptest! {
    #[test]
    fn who_may_meet_may_meet_both_ways(one in seekers(), other in seekers(), policy in policies()) {
        prop_assert_eq!(policy.allows(&one, &other), policy.allows(&other, &one));
        let relation = corners_pairing::Relation::Recent { games_ago: 3 };
        prop_assert_eq!(policy.worth(&one, &other, relation), policy.worth(&other, &one, relation));
        prop_assert_eq!(policy.opens_in_ms(&one, &other), policy.opens_in_ms(&other, &one));
    }

    /// Whoever may meet now may meet later, and the moment from which they may is the one that is told.
    #[test]
    fn windows_open_when_it_is_told(one in seekers(), other in seekers(), policy in policies()) {
        let allows_in = |ms: u64| {
            let later = |seeker: Seeker| Seeker { waited_ms: seeker.waited_ms + ms, ..seeker };
            policy.allows(&later(one), &later(other))
        };
        match policy.opens_in_ms(&one, &other) {
            None => prop_assert!(!allows_in(3_600_000)),
            Some(0) => prop_assert!(allows_in(0) && allows_in(1)),
            Some(ms) => prop_assert!(allows_in(ms) && !allows_in(ms - 1)),
        }
    }
}

//! What a system can be made of.

use corners_glicko::{InvalidParameter, Parameters, Rating, System};

use crate::strategies::{platform, rating};

fn refused(parameters: Parameters) -> InvalidParameter {
    System::new(parameters).unwrap_err()
}

#[test]
fn the_default_is_that_of_the_platform() {
    let system = platform();
    assert_eq!(system.start(), rating(1500.0, 500.0, 0.09));
    assert_eq!(
        *system.parameters(),
        Parameters {
            start: system.start(),
            tau: 0.75,
            lowest_deviation: 45.0,
            highest_deviation: 500.0,
            highest_volatility: 0.1,
            periods_per_day: 0.21436,
            greatest_change: 700.0,
            first_move_advantage: 0.0,
        }
    );
}

/// A field of the parameters: its name, its range beside the defaults, how it is set.
type Field = (&'static str, [f64; 2], fn(&mut Parameters) -> &mut f64);

const FIELDS: [Field; 10] = [
    ("start.rating", [-10_000.0, 10_000.0], |it| &mut it.start.rating),
    ("start.deviation", [45.0, 500.0], |it| &mut it.start.deviation),
    ("start.volatility", [0.0, 0.1], |it| &mut it.start.volatility),
    ("tau", [0.01, 2.0], |it| &mut it.tau),
    ("lowest_deviation", [1.0, 1_000.0], |it| &mut it.lowest_deviation),
    ("highest_deviation", [45.0, 1_000.0], |it| &mut it.highest_deviation),
    ("highest_volatility", [0.000_1, 1.0], |it| &mut it.highest_volatility),
    ("periods_per_day", [0.0, 1_440.0], |it| &mut it.periods_per_day),
    ("greatest_change", [1.0, 10_000.0], |it| &mut it.greatest_change),
    ("first_move_advantage", [-1_000.0, 1_000.0], |it| {
        &mut it.first_move_advantage
    }),
];

#[test]
fn each_parameter_outside_its_range_is_named_with_it() {
    for (parameter, [lowest, highest], field) in FIELDS {
        for outside in [
            lowest.next_down(),
            highest.next_up(),
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ] {
            let mut parameters = Parameters::default();
            *field(&mut parameters) = outside;
            let refusal = refused(parameters);
            assert_eq!(
                (refusal.parameter, refusal.lowest, refusal.highest),
                (parameter, lowest, highest)
            );
            assert_eq!(refusal.got.to_bits(), outside.to_bits());
        }
    }
}

#[test]
fn the_ends_of_each_range_are_allowed() {
    for (parameter, ends, field) in FIELDS {
        for end in ends {
            let mut parameters = Parameters::default();
            *field(&mut parameters) = end;
            // What the bounds have moved away from is moved with them.
            parameters.highest_deviation = parameters.highest_deviation.max(parameters.lowest_deviation);
            parameters.start = Rating {
                rating: parameters.start.rating,
                deviation: parameters
                    .start
                    .deviation
                    .clamp(parameters.lowest_deviation, parameters.highest_deviation),
                volatility: parameters.start.volatility.min(parameters.highest_volatility),
            };
            assert!(System::new(parameters).is_ok(), "{parameter} of {end}");
        }
    }
}

#[test]
fn a_refusal_says_what_is_allowed() {
    let parameters = Parameters {
        tau: 3.5,
        ..Parameters::default()
    };
    assert_eq!(refused(parameters).to_string(), "tau must be from 0.01 to 2, not 3.5");
}

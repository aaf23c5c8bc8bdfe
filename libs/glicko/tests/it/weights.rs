//! Games that count in part.

use corners_glicko::{InvalidWeight, Outcome, Parameters, Rating, System, Weight};
use proptest::prelude::*;

use crate::strategies::{outcomes, platform, players, rating};

#[test]
fn a_weight_is_above_0_and_at_most_1() {
    for share in [f64::MIN_POSITIVE, 0.5, 1.0] {
        assert_eq!(Weight::new(share).unwrap().share(), share);
    }
    for share in [0.0, -0.0, -0.5, 1.0 + f64::EPSILON, f64::INFINITY] {
        assert_eq!(Weight::new(share), Err(InvalidWeight(share)));
    }
    let not_a_number = Weight::new(f64::NAN).unwrap_err();
    assert_eq!(
        not_a_number.to_string(),
        "a game can count above 0 and at most 1, not NaN"
    );
    assert_eq!(Weight::default(), Weight::WHOLE);
    assert_eq!(Weight::new(0.5), Ok(Weight::HALF));
}

#[test]
fn the_greatest_change_is_cut_before_it_is_weighted() {
    let (novice, master) = (rating(0.0, 500.0, 0.09), rating(3500.0, 45.0, 0.06));
    let weights = [Weight::HALF, Weight::WHOLE];
    let (after, _) = platform().play(novice, master, Outcome::WhiteWins, weights);
    assert_eq!(after.rating, 350.0);
}

/// The sum of what was before and the change is not always what is after: it can miss it by a rounding.
#[test]
fn a_game_that_counts_as_a_whole_is_not_rounded_by_its_weight() {
    let system = System::new(Parameters {
        highest_deviation: 1_000.0,
        ..Parameters::default()
    })
    .unwrap();
    let known = rating(1500.0, 45.0, 0.06);
    for step in 0..100 {
        let unknown = rating(1500.0, 1_000.0 - f64::from(step) / 7.0, 0.09);
        let (after, _) = system.play(unknown, known, Outcome::WhiteWins, [Weight::WHOLE; 2]);
        assert_eq!(after, system.period(unknown, &[(known, 1.0)], 0.0));
    }
}

fn part_of_the_way(share: f64, before: Rating, after: Rating) -> Rating {
    let part = |old: f64, new: f64| old + share * (new - old);
    rating(
        part(before.rating, after.rating),
        part(before.deviation, after.deviation),
        part(before.volatility, after.volatility),
    )
}

proptest! {
    #[test]
    fn each_side_goes_its_share_of_the_way(
        white in players(),
        black in players(),
        outcome in outcomes(),
        shares in [0.001..=1.0, 0.001..=1.0],
    ) {
        let weights = shares.map(|share| Weight::new(share).unwrap());
        let (whites, blacks) = platform().play(white, black, outcome, [Weight::WHOLE; 2]);
        let expected = (part_of_the_way(shares[0], white, whites), part_of_the_way(shares[1], black, blacks));
        prop_assert_eq!(platform().play(white, black, outcome, weights), expected);
    }

    #[test]
    fn a_human_changes_by_half_against_a_bot_and_the_bot_as_ever(
        human in players(),
        bot in players(),
        outcome in outcomes(),
    ) {
        let (whole, bots) = platform().play(human, bot, outcome, [Weight::WHOLE; 2]);
        let (half, bots_again) = platform().play(human, bot, outcome, [Weight::HALF, Weight::WHOLE]);
        prop_assert_eq!(half, part_of_the_way(0.5, human, whole));
        prop_assert_eq!(bots, bots_again);
    }
}

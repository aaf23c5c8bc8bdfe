//! The enclosing rule: rulings 4 to 6.

use std::collections::BTreeSet;

use corners_rules::{Enclosing, Move, Position, Variant};
use proptest::prelude::*;

use crate::oracle::NaiveBoard;
use crate::strategies::positions_of;

fn is_legal(variant: &str, position: &str, played: &str) -> bool {
    let position = Position::parse(Variant::find(variant).unwrap(), position).unwrap();
    let path: corners_rules::Path = played.parse().unwrap();
    position.legal_moves().contains(&path.as_move())
}

#[test]
fn taking_the_last_way_out_of_a_rival_is_forbidden() {
    assert!(
        !is_legal("classic-3x3", "8/8/8/8/8/1w6/b7/bww5 w 5", "b3-a3"),
        "the landing behind its own neighbour"
    );
    assert!(
        !is_legal("classic-3x3", "8/8/8/8/8/w7/ww6/b1w5 w 5", "b2-b1"),
        "the square next to it"
    );
    assert!(
        is_legal("diagonal-3x3", "8/8/8/8/8/1w6/bb6/bww5 w 5", "b3-a3"),
        "where enclosing is allowed"
    );
}

#[test]
fn a_move_out_of_a_pieces_surroundings_leaves_it_a_way() {
    assert!(
        is_legal("classic-3x3", "8/8/8/8/8/w7/w7/b1w5 w 5", "c1-b1"),
        "a1 can then jump over b1 to c1"
    );
    assert!(
        is_legal("classic-3x3", "8/8/8/8/8/w7/8/bww5 w 5", "a3-a2"),
        "a1 can then jump over a2 to a3"
    );
}

#[test]
fn enclosing_ones_own_piece_is_allowed() {
    assert!(is_legal("classic-3x3", "8/8/8/8/8/1w6/b7/wbb4b w 5", "b3-a3"));
}

#[test]
fn a_piece_that_was_enclosed_before_is_no_reason() {
    // a1 is enclosed by both sides already; White may move next to its walls.
    assert!(is_legal("classic-3x3", "8/8/8/8/8/b7/b2w4/bbw5 w 5", "d2-c2"));
}

#[test]
fn there_is_no_exception_for_filling_the_goal() {
    // f5-f6 would fill the goal, but f6 is the last way out of e6.
    let position = "4bwww/4bwww/2bbb1ww/4bw2/4b3/8/8/8 w 50";
    assert!(!is_legal("classic-3x3", position, "f5-f6"));
    assert!(
        is_legal("classic-3x3", &position.replace("2bbb1ww", "3bb1ww"), "f5-f6"),
        "e6 can jump over d6"
    );
}

fn crowded() -> impl Strategy<Value = Position> {
    let forbidden: Vec<&'static Variant> = Variant::all()
        .iter()
        .filter(|variant| variant.enclosing() == Enclosing::Forbidden)
        .collect();
    (0..forbidden.len()).prop_flat_map(move |index| positions_of(forbidden[index], 5..10))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn in_crowded_positions_the_rule_takes_away_what_the_rulings_say(position in crowded()) {
        let legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        let oracle: BTreeSet<Move> = NaiveBoard::of(&position).legal_moves().into_iter().collect();
        prop_assert_eq!(legal, oracle, "{}", position);
    }

    #[test]
    fn the_bulk_count_is_the_number_of_moves(position in crowded()) {
        prop_assert_eq!(corners_rules::perft(&position, 1), position.legal_moves().len() as u64, "{}", position);
    }
}

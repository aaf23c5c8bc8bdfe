//! Every reason why a move is refused, with the squares that make it so.

use corners_rules::{IllegalMove, Position, Square, Variant};

fn refusal(variant: &str, position: &str, path: &str) -> IllegalMove {
    let position = Position::parse(Variant::find(variant).unwrap(), position).unwrap();
    let squares: Vec<Square> = path.split('-').map(|square| square.parse().unwrap()).collect();
    position.resolve(&squares).expect_err(path)
}

/// White on b2 can jump over b3 to b4, on over c4 to d4, and from there nowhere: d6 is occupied.
const POSITION: &str = "8/8/3b4/3b4/2b1w3/1w6/1w6/7b w 5";

#[test]
fn each_reason_has_its_code_and_its_squares() {
    let cases = [
        ("b2", "TOO_FEW_SQUARES", ""),
        ("b2-b9", "OUT_OF_BOARD", "b9"),
        ("i1-b2", "OUT_OF_BOARD", "i1"),
        ("b2-b4-p16", "OUT_OF_BOARD", "p16"),
        ("a1-a2", "NO_PIECE", "a1"),
        ("c4-c5", "NOT_YOUR_PIECE", "c4"),
        ("b2-b2", "RETURNS_TO_ORIGIN", "b2"),
        ("b2-b4-b2", "RETURNS_TO_ORIGIN", "b2"),
        ("b2-b4-d4-b4", "LANDS_TWICE", "b4"),
        ("b2-b4-b4", "LANDS_TWICE", "b4"),
        ("b2-b3", "OCCUPIED", "b3"),
        ("b3-h8", "BLOCKED_PATH", "b3 h8"),
        ("b2-c3", "BLOCKED_PATH", "b2 c3"),
        ("b2-d2", "BLOCKED_PATH", "b2 d2"),
        ("b2-b4-d4-d6", "OCCUPIED", "d6"),
        ("b2-b4-d4-d6-d8", "BLOCKED_PATH", "d4 d6"),
        ("b2-d2-d4", "NOTHING_TO_JUMP", "b2 c2 d2"),
        ("b2-b4-d6", "WRONG_DIRECTION", "b4 d6"),
        ("b2-b4-c5", "WRONG_DIRECTION", "b4 c5"),
        ("b2-b4-b8", "NOT_A_STEP_OR_JUMP", "b4 b8"),
        ("b2-b4-a4", "MIXED_STEP_AND_JUMP", "b4 a4"),
        ("b2-a2-a3", "MIXED_STEP_AND_JUMP", "b2 a2"),
    ];
    for (path, code, squares) in cases {
        let refused = refusal("classic-3x3", POSITION, path);
        let named: Vec<String> = refused.squares().iter().map(Square::to_string).collect();
        assert_eq!(
            (refused.code(), named.join(" ").as_str()),
            (code, squares),
            "{path}: {refused}"
        );
    }
}

#[test]
fn an_illegal_path_is_refused_even_if_its_ends_are_legal() {
    let position = Position::parse(Variant::find("classic-3x3").unwrap(), POSITION).unwrap();
    let squares = |path: &str| {
        path.split('-')
            .map(|square| square.parse().unwrap())
            .collect::<Vec<Square>>()
    };
    assert_eq!(position.resolve(&squares("b2-d4")).unwrap().to_string(), "b2-b4-d4");
    assert_eq!(refusal("classic-3x3", POSITION, "b2-d2-d4").code(), "NOTHING_TO_JUMP");
}

#[test]
fn a_move_that_encloses_names_the_enclosed_piece() {
    // Black's a1 has one way out left, a3 over a2; White's step to a3 would take it.
    let position = "8/8/8/8/8/1w6/b7/bww5 w 5";
    let refused = refusal("classic-3x3", position, "b3-a3");
    assert_eq!(
        (refused.code(), refused.squares()),
        ("ENCLOSES", vec!["a1".parse().unwrap()])
    );
    let diagonal = Position::parse(Variant::find("diagonal-3x3").unwrap(), position).unwrap();
    assert!(
        diagonal
            .resolve(&["b3".parse().unwrap(), "a3".parse().unwrap()])
            .is_ok()
    );
}

#[test]
fn messages_are_for_people_and_codes_for_programs() {
    let refused = refusal("classic-3x3", POSITION, "b2-b4-d4-b4");
    assert_eq!(refused.to_string(), "a chain may not land on b4 twice");
    assert_eq!(
        refusal("classic-3x3", POSITION, "a1-a2").to_string(),
        "there is no piece on a1 to move"
    );
}

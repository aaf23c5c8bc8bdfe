//! Short games from set-up positions that end by rules which games from the start seldom meet.

use corners_rules::{Game, Position, Square, Variant};

/// The variant, the position, the moves.
const SCRIPTS: [(&str, &str, &[&str]); 3] = [
    // Both fill their goals with the same number.
    (
        "classic-3x3",
        "5www/5www/4w1ww/8/8/bb1b4/bbb5/bbb5 w 35",
        &["e6-f6", "d3-c3"],
    ),
    // White goes back into its home after the deadline.
    ("classic-3x3", "8/5www/5www/8/8/b2w4/bb6/8 w 45", &["d3-c3"]),
    // Black's last piece is enclosed.
    ("diagonal-3x3", "b1w5/www5/w1w5/8/8/8/8/8 w 31", &["c7-b8"]),
];

pub(super) fn games() -> Vec<Game> {
    SCRIPTS
        .iter()
        .map(|(variant, position, moves)| game(variant, position, moves))
        .collect()
}

fn game(variant: &str, position: &str, moves: &[&str]) -> Game {
    let variant = Variant::find(variant).unwrap();
    let mut game = Game::from_set_up(Position::parse(variant, position).unwrap()).unwrap();
    for squares in moves {
        let squares: Vec<Square> = squares.split('-').map(|square| square.parse().unwrap()).collect();
        game.play(&squares).unwrap();
    }
    game
}

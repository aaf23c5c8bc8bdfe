//! The table of variants (hazard 4).

use std::collections::BTreeSet;

use corners_rules::{Directions, Enclosing, EndReason, Game, Position, Side, Square, Variant};

use crate::games::{Dice, play_at_random};
use crate::strategies::placed;

#[test]
fn the_table_is_that_of_the_rules() {
    use Directions::{Eight, Orthogonal};
    use Enclosing::{Allowed, Forbidden};
    let rows: Vec<_> = Variant::all()
        .iter()
        .map(|v| {
            let limits = (v.home_deadline(), v.move_limit());
            (
                v.id(),
                v.files(),
                v.ranks(),
                v.pieces(),
                v.directions(),
                limits,
                v.enclosing(),
                v.rated(),
            )
        })
        .collect();
    let expected = [
        ("classic-3x3", 8, 8, 9, Orthogonal, (40, 80), Forbidden, true),
        ("classic-3x4", 8, 8, 12, Orthogonal, (40, 80), Forbidden, true),
        ("diagonal-3x3", 8, 8, 9, Eight, (30, 80), Allowed, true),
        ("diagonal-3x4", 8, 8, 12, Eight, (30, 80), Allowed, false),
        ("triangle", 8, 8, 10, Orthogonal, (40, 80), Forbidden, false),
        ("square-4x4", 8, 8, 16, Orthogonal, (40, 80), Forbidden, false),
        ("halma-16x16", 16, 16, 19, Eight, (60, 160), Allowed, false),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn start_positions_are_those_of_the_rules() {
    let starts = [
        ("classic-3x3", "5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1"),
        ("classic-3x4", "4bbbb/4bbbb/4bbbb/8/8/wwww4/wwww4/wwww4 w 1"),
        ("triangle", "4bbbb/5bbb/6bb/7b/w7/ww6/www5/wwww4 w 1"),
        ("square-4x4", "4bbbb/4bbbb/4bbbb/4bbbb/wwww4/wwww4/wwww4/wwww4 w 1"),
        (
            "halma-16x16",
            "11bbbbb/11bbbbb/12bbbb/13bbb/14bb/16/16/16/16/16/16/ww14/www13/wwww12/wwwww11/wwwww11 w 1",
        ),
    ];
    for (id, text) in starts {
        assert_eq!(Position::start(Variant::find(id).unwrap()).to_string(), text);
    }
}

#[test]
fn the_goal_is_the_own_home_turned_by_half_a_circle() {
    for variant in Variant::all() {
        for side in [Side::White, Side::Black] {
            let turned: BTreeSet<Square> = variant
                .home(side)
                .map(|home| Square::new(variant.files() - 1 - home.file(), variant.ranks() - 1 - home.rank()).unwrap())
                .collect();
            assert_eq!(variant.goal(side).collect::<BTreeSet<_>>(), turned, "{variant}");
            assert_eq!(turned.len(), usize::from(variant.pieces()));
            let start: BTreeSet<Square> = Position::start(variant).pieces(side).collect();
            assert_eq!(variant.home(side).collect::<BTreeSet<_>>(), start);
        }
    }
}

#[test]
fn a_squatter_costs_the_squatter_and_never_hangs_the_game() {
    for variant in Variant::all() {
        // White squats on a1 and Black holds the rest of White's home: Black can never fill it.
        let centre = Square::new(variant.files() / 2, variant.ranks() / 2).unwrap();
        let squatters = variant
            .home(Side::White)
            .take(1)
            .chain([centre])
            .map(|square| (square, Side::White));
        let besiegers = variant.home(Side::White).skip(1).map(|square| (square, Side::Black));
        let pieces: Vec<_> = squatters.chain(besiegers).collect();
        let mut game = Game::from_set_up(placed(variant, pieces, Side::White, variant.home_deadline())).unwrap();
        let wander = *game
            .position()
            .legal_moves()
            .iter()
            .find(|legal| legal.from == centre)
            .unwrap();
        game.play(&[wander.from, wander.to]).unwrap();
        let reply = game.position().legal_moves()[0];
        game.play(&[reply.from, reply.to]).unwrap();
        let ending = game.ending().map(|ending| (ending.reason, ending.winner));
        match variant.enclosing() {
            Enclosing::Forbidden => assert_eq!(ending, Some((EndReason::HomeDeadline, Some(Side::Black))), "{variant}"),
            Enclosing::Allowed => {
                play_at_random(&mut game, &mut Dice::new(1), 2 * usize::from(variant.move_limit()));
                assert!(game.ending().is_some(), "{variant}: the limit ends it at the latest");
            }
        }
    }
}

#[test]
fn ids_are_found_exactly() {
    assert_eq!(Variant::find("classic-3x3").map(Variant::id), Some("classic-3x3"));
    for unknown in ["", "classic", "Classic-3x3", "classic-3x3 ", "chess"] {
        assert_eq!(Variant::find(unknown), None);
    }
}

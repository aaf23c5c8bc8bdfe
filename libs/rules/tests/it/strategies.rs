//! Random positions and games for the property tests.

use std::collections::BTreeMap;

use corners_rules::{Position, Side, Square, Variant};
use proptest::prelude::*;

use crate::oracle::every_square;

/// Any of the variants.
pub(crate) fn variants() -> impl Strategy<Value = &'static Variant> {
    (0..Variant::all().len()).prop_map(|index| &Variant::all()[index])
}

/// Any placement of any variant, from nearly empty to nearly full, whatever the number of pieces.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    variants().prop_flat_map(|variant| positions_of(variant, 1..10))
}

/// Placements of a variant where each square is occupied with a chance of so many tenths.
pub(crate) fn positions_of(variant: &'static Variant, tenths: std::ops::Range<u8>) -> impl Strategy<Value = Position> {
    let area = usize::from(variant.files()) * usize::from(variant.ranks());
    let squares = prop::collection::vec((0..10_u8, any::<bool>()), area);
    (tenths, squares, any::<bool>(), 1..=variant.move_limit()).prop_map(move |(density, squares, is_white, number)| {
        let pieces = squares
            .iter()
            .map(|(chance, is_white)| (*chance < density).then_some(side(*is_white)));
        position(variant, &pieces.collect::<Vec<_>>(), side(is_white), number)
    })
}

/// Positions from which a game can start, most of them close to one of the endings.
pub(crate) fn set_ups() -> impl Strategy<Value = Position> {
    prop_oneof![corners(), races(), sieges()]
        .prop_filter("a game can start there", |position| position.check_set_up().is_ok())
}

/// A move number in the middle of the game, or up to three before the deadline or the limit, or past the deadline.
fn number(variant: &Variant, (near, before): (u8, u16)) -> u16 {
    match near {
        0 => variant.home_deadline() - before,
        1 => variant.move_limit() - before,
        2 => variant.home_deadline() + 1 + before,
        _ => variant.home_deadline() / 2 + before,
    }
}

/// Pieces at home, in the goal, and a few anywhere.
fn corners() -> impl Strategy<Value = Position> {
    let places = prop::collection::vec((0..4_u8, any::<prop::sample::Index>(), any::<bool>()), 2..=38);
    (variants(), places, any::<bool>(), (0..4_u8, 0..4_u16)).prop_map(|(variant, places, is_white, when)| {
        let mut pieces = BTreeMap::new();
        for (kind, pick, is_white) in places {
            let area: Vec<Square> = match kind {
                0 => variant.home(side(is_white)).collect(),
                1 | 2 => variant.goal(side(is_white)).collect(),
                _ => every_square(variant).collect(),
            };
            let has_room = pieces.values().filter(|held| **held == side(is_white)).count() < variant.pieces().into();
            if has_room {
                pieces.entry(*pick.get(&area)).or_insert(side(is_white));
            }
        }
        placed(variant, pieces, side(is_white), number(variant, when))
    })
}

/// Each side with its last piece on the way to the last gap in its goal.
fn races() -> impl Strategy<Value = Position> {
    let last = || (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (variants(), last(), last(), any::<bool>(), (0..4_u8, 0..4_u16)).prop_map(
        |(variant, white, black, is_white, when)| {
            let mut pieces = BTreeMap::new();
            for ((gap, from), piece) in [(white, Side::White), (black, Side::Black)] {
                let goal: Vec<Square> = variant.goal(piece).collect();
                let gap = *gap.get(&goal);
                let is_near = |square: &Square| {
                    square.file().abs_diff(gap.file()) <= 2 && square.rank().abs_diff(gap.rank()) <= 2
                };
                let near: Vec<Square> = every_square(variant)
                    .filter(|square| is_near(square) && !goal.contains(square))
                    .collect();
                pieces.extend(
                    goal.iter()
                        .filter(|square| **square != gap)
                        .map(|square| (*square, piece)),
                );
                if !near.is_empty() {
                    pieces.entry(*from.get(&near)).or_insert(piece);
                }
            }
            placed(variant, pieces, side(is_white), number(variant, when))
        },
    )
}

/// One or two pieces of a side in the corner of a1, and many of the other side around them.
fn sieges() -> impl Strategy<Value = Position> {
    let besieged = prop::collection::vec((0..2_u8, 0..2_u8), 1..=2);
    let besiegers = prop::collection::vec((0..4_u8, 0..4_u8), 4..=9);
    (
        variants(),
        besieged,
        besiegers,
        any::<bool>(),
        any::<bool>(),
        (0..4_u8, 0..4_u16),
    )
        .prop_map(|(variant, besieged, besiegers, is_white, is_white_besieged, when)| {
            let mut pieces = BTreeMap::new();
            let inside = besieged.into_iter().map(|place| (place, side(is_white_besieged)));
            let around = besiegers.into_iter().map(|place| (place, side(!is_white_besieged)));
            for ((file, rank), piece) in inside.chain(around) {
                pieces.entry(Square::new(file, rank).unwrap()).or_insert(piece);
            }
            placed(variant, pieces, side(is_white), number(variant, when))
        })
}

fn side(is_white: bool) -> Side {
    if is_white { Side::White } else { Side::Black }
}

fn index(variant: &Variant, file: u8, rank: u8) -> usize {
    usize::from(file) * usize::from(variant.ranks()) + usize::from(rank)
}

/// A position with these pieces.
pub(crate) fn placed(
    variant: &'static Variant,
    placed: impl IntoIterator<Item = (Square, Side)>,
    to_move: Side,
    number: u16,
) -> Position {
    let mut pieces = vec![None; usize::from(variant.files()) * usize::from(variant.ranks())];
    for (square, side) in placed {
        pieces[index(variant, square.file(), square.rank())] = Some(side);
    }
    position(variant, &pieces, to_move, number)
}

/// Writes a position text by hand and reads it: the squares are numbered file by file.
fn position(variant: &'static Variant, pieces: &[Option<Side>], to_move: Side, number: u16) -> Position {
    let mut rows = Vec::new();
    for rank in (0..variant.ranks()).rev() {
        let mut row = String::new();
        let mut run = 0;
        for file in 0..variant.files() {
            let letter = match pieces[index(variant, file, rank)] {
                None => {
                    run += 1;
                    continue;
                }
                Some(Side::White) => 'w',
                Some(Side::Black) => 'b',
            };
            if run > 0 {
                row += &run.to_string();
            }
            run = 0;
            row.push(letter);
        }
        if run > 0 {
            row += &run.to_string();
        }
        rows.push(row);
    }
    let letter = if to_move == Side::White { 'w' } else { 'b' };
    Position::parse(variant, &format!("{} {letter} {number}", rows.join("/"))).unwrap()
}

//! Random positions and games for the property tests.

use corners_rules::{Position, Side, Square, Variant};
use proptest::prelude::*;

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

/// Positions from which a game can start, many of them close to an end: pieces mostly in the corners, numbers near the
/// deadline or the limit.
pub(crate) fn set_ups() -> impl Strategy<Value = Position> {
    let places = prop::collection::vec((0..4_u8, any::<u16>(), any::<bool>()), 2..=38);
    (variants(), places, any::<bool>(), 0..4_u8, 0..4_u16)
        .prop_map(|(variant, places, is_white, near, before)| {
            let area = usize::from(variant.files()) * usize::from(variant.ranks());
            let mut pieces = vec![None; area];
            for (kind, at, is_white) in places {
                let piece = side(is_white);
                let corner: Vec<usize> = match kind {
                    0 => variant
                        .home(piece)
                        .map(|square| index(variant, square.file(), square.rank()))
                        .collect(),
                    1 | 2 => variant
                        .goal(piece)
                        .map(|square| index(variant, square.file(), square.rank()))
                        .collect(),
                    _ => (0..area).collect(),
                };
                let has_room = pieces.iter().filter(|held| **held == Some(piece)).count() < variant.pieces().into();
                let place = corner[usize::from(at) % corner.len()];
                if has_room && pieces[place].is_none() {
                    pieces[place] = Some(piece);
                }
            }
            let number = match near {
                0 => variant.home_deadline(),
                1 => variant.move_limit(),
                2 => variant.home_deadline() + 4,
                _ => variant.home_deadline() / 2,
            };
            position(variant, &pieces, side(is_white), number - before)
        })
        .prop_filter("a game can start there", |position| position.check_set_up().is_ok())
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

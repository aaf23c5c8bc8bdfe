//! Generation, validation and canonical paths are one truth (hazards 1 to 3).

use std::collections::BTreeSet;

use corners_rules::{Move, Path, Position, Square, Variant, perft};
use proptest::prelude::*;

use crate::oracle::{NaiveBoard, place, square};
use crate::strategies::{positions, positions_of};

/// Every pair of squares of the largest board, those beyond a small board included.
fn every_pair() -> impl Iterator<Item = Move> {
    let squares = || (0..16).flat_map(|file| (0..16).map(move |rank| Square::new(file, rank).unwrap()));
    squares().flat_map(move |from| squares().map(move |to| Move { from, to }))
}

fn check_every_pair(position: &Position) -> Result<(), TestCaseError> {
    let offered: BTreeSet<Move> = position.legal_moves().into_iter().collect();
    for pair in every_pair() {
        let answer = position.resolve(&[pair.from, pair.to]);
        prop_assert_eq!(
            answer.is_ok(),
            offered.contains(&pair),
            "{} {}: {:?}",
            position,
            pair,
            answer
        );
        if let Ok(path) = answer {
            prop_assert_eq!(path.as_move(), pair);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn validation_accepts_exactly_the_pairs_that_generation_offers(position in positions()) {
        check_every_pair(&position)?;
    }

    #[test]
    fn generation_offers_what_the_oracle_finds(position in positions()) {
        prop_assert_eq!(position.legal_moves(), NaiveBoard::of(&position).legal_moves(), "{}", position);
        prop_assert_eq!(position.has_legal_move(), !position.legal_moves().is_empty());
        prop_assert_eq!(perft(&position, 1), position.legal_moves().len() as u64);
    }

    #[test]
    fn legal_paths_are_the_paths_of_the_legal_moves(position in positions()) {
        let paths = position.legal_paths();
        let moves: Vec<Move> = paths.iter().map(Path::as_move).collect();
        prop_assert_eq!(moves, position.legal_moves());
        let board = NaiveBoard::of(&position);
        for path in paths {
            prop_assert!(board.is_legal_path(&path), "{} {}", position, path);
            prop_assert_eq!(position.resolve(&path), Ok(path));
            prop_assert_eq!(position.resolve(&[path.origin(), path.destination()]), Ok(path));
            prop_assert_eq!(path.to_string().parse(), Ok(path));
        }
    }

    #[test]
    fn whole_paths_are_accepted_exactly_when_every_hop_is_legal(
        position in positions(),
        pick in any::<prop::sample::Index>(),
        hops in prop::collection::vec((prop::sample::select(&[-2, -2, -1, 0, 0, 1, 2, 2][..]), -2..=2_i32), 2..6),
    ) {
        let board = NaiveBoard::of(&position);
        let mut paths: Vec<Vec<Square>> = position.legal_paths().iter().map(|path| path.to_vec()).collect();
        paths.extend(position.pieces(position.side_to_move()).map(|origin| vec![origin]));
        prop_assume!(!paths.is_empty());
        let mut squares = pick.get(&paths).clone();
        for (files, ranks) in hops {
            let (file, rank) = place(*squares.last().unwrap());
            let next = (file + files, rank + ranks);
            if (0..16).contains(&next.0) && (0..16).contains(&next.1) {
                squares.push(square(next));
            }
            // Fewer than three squares are origin and destination, which need not be a path.
            if squares.len() > 2 {
                let answer = position.resolve(&squares);
                prop_assert_eq!(answer.is_ok(), board.is_legal_path(&squares), "{:?} {:?}", squares, answer);
            }
        }
    }
}

/// The most chains of one piece that the brute force looks at.
const MOST_CHAINS: usize = 20_000;

fn check_canonical(position: &Position) -> Result<(), TestCaseError> {
    let board = NaiveBoard::of(position);
    for origin in position.pieces(position.side_to_move()) {
        let Some(mut chains) = board.all_chains(place(origin), MOST_CHAINS) else {
            continue;
        };
        chains.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        let mut met = BTreeSet::new();
        for chain in &chains {
            let destination = *chain.last().unwrap();
            let is_shortest = met.insert(destination);
            let answer = position.resolve(chain);
            prop_assert_eq!(answer.is_ok(), board.is_legal_path(chain), "{} {:?}", position, chain);
            let Ok(path) = answer else { continue };
            if is_shortest {
                prop_assert_eq!(
                    &path[..],
                    &chain[..],
                    "{}: the first by length, then by squares",
                    position
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_canonical_path_is_the_best_of_all_chains(
        position in (0..Variant::all().len()).prop_flat_map(|index| positions_of(&Variant::all()[index], 2..5)),
    ) {
        check_canonical(&position)?;
    }
}

/// A piece on a1 that can jump about on every second square in every direction: all others are occupied.
fn lattice(variant: &'static Variant) -> Position {
    let (files, ranks) = (variant.files(), variant.ranks());
    let row = |rank: u8| -> String {
        let is_lattice = rank.is_multiple_of(2);
        (0..files)
            .map(|file| match (is_lattice && file.is_multiple_of(2), file + rank) {
                (true, 0) => 'w',
                (true, _) => '1',
                _ => 'b',
            })
            .collect()
    };
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    Position::parse(variant, &format!("{} w 1", rows.join("/"))).unwrap()
}

#[test]
fn dense_lattices_list_their_moves_however_many_paths_they_have() {
    // Every square of the lattice but the origin; the enclosing rule takes seven of them away in the last.
    for (id, landings) in [("diagonal-3x3", 15), ("halma-16x16", 63), ("classic-3x3", 8)] {
        let position = lattice(Variant::find(id).unwrap());
        let paths = position.legal_paths();
        let legal: BTreeSet<Move> = NaiveBoard::of(&position).legal_moves().into_iter().collect();
        assert_eq!(paths.iter().map(Path::as_move).collect::<BTreeSet<_>>(), legal, "{id}");
        assert_eq!(
            paths.len(),
            landings,
            "{id}: every square of the lattice but the origin"
        );
        check_every_pair(&position).unwrap();
    }
}

#[test]
fn the_longest_possible_path_is_accepted_and_shortened() {
    let position = lattice(Variant::find("halma-16x16").unwrap());
    let mut squares = Vec::new();
    for file in (0..16).step_by(2) {
        let ranks: Vec<u8> = (0..16).step_by(2).collect();
        let in_turn: Vec<u8> = if file % 4 == 0 {
            ranks
        } else {
            ranks.into_iter().rev().collect()
        };
        squares.extend(in_turn.into_iter().map(|rank| Square::new(file, rank).unwrap()));
    }
    assert_eq!(squares.len(), 64);
    assert_eq!(
        position.resolve(&squares).unwrap().to_string(),
        "a1-c1-e1-g1-i1-k1-m1-o1"
    );
    squares.push(squares[1]);
    assert_eq!(position.resolve(&squares).unwrap_err().code(), "LANDS_TWICE");
}

#[test]
fn nothing_wraps_from_one_file_or_rank_to_another() {
    for variant in Variant::all() {
        let (files, ranks) = (variant.files(), variant.ranks());
        for square in crate::oracle::every_square(variant) {
            let row = |rank: u8| match (rank == square.rank(), square.file()) {
                (false, _) => files.to_string(),
                (true, 0) => format!("w{}", files - 1),
                (true, file) if file + 1 == files => format!("{file}w"),
                (true, file) => format!("{file}w{}", files - 1 - file),
            };
            let rows: Vec<String> = (0..ranks).rev().map(row).collect();
            let position = Position::parse(variant, &format!("{} w 1", rows.join("/"))).unwrap();
            for legal in position.legal_moves() {
                assert_eq!(legal.from, square);
                assert!(legal.to.file().abs_diff(square.file()) <= 1, "{variant} {legal}");
                assert!(legal.to.rank().abs_diff(square.rank()) <= 1, "{variant} {legal}");
            }
        }
    }
}

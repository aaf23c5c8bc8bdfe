//! For every pair of squares, what ExplainMove calls legal is what ListLegalMoves offers.

use std::collections::BTreeMap;

use corners_client::Corners;
use corners_client::proto::game::v1::explain_move_response::Verdict;
use corners_rules::{Game, Path, Square, Variant};
use futures::{StreamExt, stream};
use rand::prelude::IndexedRandom;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bad_input::all_squares;
use crate::support::running;

/// Calls under way at once.
const AT_ONCE: usize = 128;

/// A random game of this many plies, or up to its end if that comes before.
fn a_random_game(variant: &'static Variant, plies: usize, random: &mut StdRng) -> Game {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let paths = game.position().legal_paths();
        let Some(path) = paths.choose(random) else { break };
        let mut next = game.clone();
        if next.play(path).unwrap().ending.is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Compares all pairs of `origins` and squares of the board; answers how many are legal moves.
async fn compare(corners: &Corners, variant: &Variant, position: &str, origins: &[Square]) -> usize {
    let offered: BTreeMap<String, String> = corners
        .list_legal_moves(variant.id(), position)
        .await
        .unwrap()
        .into_iter()
        .map(|legal| {
            let path: Path = legal.path.parse().unwrap();
            (format!("{}-{}", path.origin(), path.destination()), legal.path)
        })
        .collect();
    let board = all_squares(variant);
    let pairs = origins
        .iter()
        .flat_map(|from| board.iter().map(move |to| format!("{from}-{to}")));
    let explained = stream::iter(pairs.map(async |pair| {
        let explained = corners.explain_move(variant.id(), position, &pair).await.unwrap();
        let legal = match explained.verdict.unwrap() {
            Verdict::Legal(legal) => Some(legal.path),
            Verdict::Illegal(illegal) => {
                assert!(
                    !illegal.reason.is_empty() && !illegal.squares.is_empty(),
                    "{pair} at {position}: {illegal:?}"
                );
                None
            }
        };
        assert_eq!(
            legal.as_ref(),
            offered.get(&pair),
            "{pair} at {position} of {}",
            variant.id()
        );
        usize::from(legal.is_some())
    }));
    let legal: Vec<usize> = explained.buffer_unordered(AT_ONCE).collect().await;
    let legal = legal.iter().sum();
    assert_eq!(legal, offered.len(), "{position} of {}", variant.id());
    legal
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_explained_as_legal_is_what_is_offered_for_every_pair_of_squares() {
    let running = running().await;
    let seed = rand::random();
    let mut random = StdRng::seed_from_u64(seed);
    let mut legal = 0;
    for id in ["classic-3x3", "diagonal-3x4", "triangle", "halma-16x16"] {
        let variant = Variant::find(id).unwrap();
        let plies = random.random_range(20..60);
        let game = a_random_game(variant, plies, &mut random);
        let position = game.position();
        // On the large board: from every piece of either side, and from as many empty squares.
        let mut origins = all_squares(variant);
        if variant.files() == 16 {
            let (pieces, empty): (Vec<_>, Vec<_>) = origins
                .into_iter()
                .partition(|square| position.piece_at(*square).is_some());
            origins = empty.sample(&mut random, pieces.len()).copied().collect();
            origins.extend(pieces);
        }
        println!("seed {seed}: {id} {position}");
        legal += compare(&running.corners, variant, &position.to_string(), &origins).await;
    }
    assert!(legal > 0);
}

//! Every line of the vectors, which an independent program made, holds.

use std::collections::BTreeMap;

use corners_rules::{Game, GameResult, Path, Position, Variant, perft};
use serde::Deserialize;

const POSITIONS: &str = include_str!("../vectors/positions.jsonl");
const GAMES: &str = include_str!("../vectors/games.jsonl");
const PERFT: &str = include_str!("../vectors/perft.json");

/// Deeper counts belong to the bench: these take a second or two together.
const MOST_LEAVES: u64 = 40_000_000;

#[derive(Deserialize)]
struct PositionLine {
    variant: String,
    position: String,
    legal: Vec<String>,
}

#[derive(Deserialize)]
struct GameLine {
    variant: String,
    start: Option<String>,
    moves: Vec<String>,
    result: String,
    reason: String,
    r#final: String,
}

fn variant(id: &str) -> &'static Variant {
    Variant::find(id).unwrap_or_else(|| panic!("the vectors name {id}"))
}

#[test]
fn legal_moves_and_their_canonical_paths_are_those_of_the_vectors() {
    for (index, line) in POSITIONS.lines().enumerate() {
        let line: PositionLine = serde_json::from_str(line).unwrap();
        let position = Position::parse(variant(&line.variant), &line.position).unwrap();
        let mut legal: Vec<String> = position.legal_paths().iter().map(Path::to_string).collect();
        legal.sort();
        assert_eq!(
            legal,
            line.legal,
            "line {}: {} {}",
            index + 1,
            line.variant,
            line.position
        );
        assert_eq!(position.to_string(), line.position);
    }
}

#[test]
fn games_end_as_the_vectors_say() {
    for (index, line) in GAMES.lines().enumerate() {
        let line: GameLine = serde_json::from_str(line).unwrap();
        let start = match &line.start {
            Some(text) => Position::parse(variant(&line.variant), text).unwrap(),
            None => Position::start(variant(&line.variant)),
        };
        let mut game = Game::from_set_up(start).unwrap();
        for (ply, text) in line.moves.iter().enumerate() {
            let path: Path = text.parse().unwrap();
            let played = game
                .play(&path)
                .unwrap_or_else(|refusal| panic!("line {} ply {ply}: {refusal}", index + 1));
            assert_eq!(
                played.path,
                path,
                "line {} ply {ply}: the canonical path is recorded",
                index + 1
            );
        }
        let reason = game.ending().map_or("unfinished", |ending| ending.reason.as_str());
        let verdict = (
            GameResult::of(game.ending()).to_string(),
            reason,
            game.position().to_string(),
        );
        assert_eq!(
            verdict,
            (line.result, line.reason.as_str(), line.r#final),
            "line {}",
            index + 1
        );
    }
}

#[test]
fn leaves_of_the_game_tree_are_as_many_as_the_vectors_say() {
    let counts: BTreeMap<String, BTreeMap<u32, u64>> = serde_json::from_str(PERFT).unwrap();
    assert_eq!(counts.len(), Variant::all().len(), "every variant is counted");
    for (id, depths) in counts {
        let start = Position::start(variant(&id));
        for (depth, leaves) in depths.into_iter().filter(|(_, leaves)| *leaves <= MOST_LEAVES) {
            assert_eq!(perft(&start, depth), leaves, "{id} at depth {depth}");
        }
    }
}

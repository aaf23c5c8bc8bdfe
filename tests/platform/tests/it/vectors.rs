//! Every line of the vectors, replayed through the running platform by the SDK.

use std::collections::BTreeMap;

use corners_client::Session;
use corners_client::proto::game::v1::{PlayMoveRequest, TableStatus};
use corners_rules::{Game, Path, Variant};
use futures::{StreamExt, stream};
use serde::Deserialize;

use crate::support::{GameLine, alone, games, running, vectors, verdict};

/// Calls, or games, that are under way at once: enough that moves share the store's commits.
const AT_ONCE: usize = 96;

/// Deeper counts are the rules' own tests: here each node is a call.
const PERFT_DEPTHS: [u32; 2] = [1, 2];

#[derive(Deserialize)]
struct PositionLine {
    variant: String,
    position: String,
    legal: Vec<String>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_platform_lists_the_legal_moves_of_every_position() {
    let running = running().await;
    let lines = vectors("positions.jsonl");
    let lines: Vec<PositionLine> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.is_empty());
    let checks = lines.iter().map(async |line| {
        let legal = paths(&running.corners, &line.variant, &line.position).await;
        assert_eq!(legal, line.legal, "{} {}", line.variant, line.position);
    });
    at_once(checks).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_platform_lists_as_many_moves_at_each_depth_as_the_counts_say() {
    let running = running().await;
    let counts: BTreeMap<String, BTreeMap<u32, usize>> = serde_json::from_str(&vectors("perft.json")).unwrap();
    assert_eq!(counts.len(), Variant::all().len(), "every variant is counted");
    for (id, leaves) in counts {
        let start = Game::new(Variant::find(&id).unwrap());
        let first = paths(&running.corners, &id, "").await;
        let replies = stream::iter(first.iter().map(async |text| {
            let mut game = start.clone();
            game.play(&text.parse::<Path>().unwrap()).unwrap();
            paths(&running.corners, &id, &game.position().to_string()).await.len()
        }));
        let second: Vec<usize> = replies.buffer_unordered(AT_ONCE).collect().await;
        let counted = [first.len(), second.iter().sum()];
        assert_eq!(PERFT_DEPTHS.map(|depth| leaves[&depth]), counted, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_platform_judges_every_game_as_the_vectors_do() {
    let running = running().await;
    let player = running.corners.guest().await.unwrap();
    let games = games();
    assert!(!games.is_empty());
    at_once(games.iter().map(|game| replay(&player, game))).await;
}

/// Runs checks side by side.
async fn at_once(checks: impl Iterator<Item = impl Future<Output = ()>>) {
    stream::iter(checks).buffer_unordered(AT_ONCE).collect::<()>().await;
}

async fn paths(corners: &corners_client::Corners, variant: &str, position: &str) -> Vec<String> {
    let moves = corners.list_legal_moves(variant, position).await.unwrap();
    moves.into_iter().map(|legal| legal.path).collect()
}

/// Plays a game at a table of its own, and holds every answer to what the vectors say of it.
async fn replay(player: &Session, game: &GameLine) {
    let table = player.create_table(alone(&game.variant, &game.start)).await.unwrap();
    let mut state = table.state.unwrap();
    for (ply, path) in game.moves.iter().enumerate() {
        let at = format!("{} from {:?}, ply {ply}: {path}", game.variant, game.start);
        assert_eq!(state.ending, None, "{at}: the game was over before");
        let request = PlayMoveRequest {
            table: table.id.clone(),
            expected_turn: state.turn.take(),
            path: path.split('-').map(str::to_owned).collect(),
            confirm_return_home: true,
            ..Default::default()
        };
        let played = player
            .play_move(request)
            .await
            .unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(&played.r#move.unwrap().path, path, "{at}");
        state = played.state.unwrap();
    }
    let (result, reason) = verdict(state.ending.as_ref());
    assert_eq!(
        (result, reason.as_str(), state.position.as_str()),
        (game.result.as_str(), game.reason.as_str(), game.r#final.as_str()),
        "{game:?}"
    );
    let status = if reason == "unfinished" {
        TableStatus::Playing
    } else {
        TableStatus::Finished
    };
    assert_eq!(state.status(), status, "{game:?}");
    let read = player.get_table(&table.id).await.unwrap();
    assert!(read.moves.iter().map(|played| &played.path).eq(&game.moves), "{game:?}");
    assert_eq!(read.state, Some(state), "what is read afterwards is what was answered");
}

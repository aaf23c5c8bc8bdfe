//! `corners ratings`, and what operators do with ratings.

use corners_archive::convert::{Json, finished};
use corners_archive::domain::{Ending, Game, Player, Ply, TimeControl};
use corners_archive::store::{ArchiveStore, EmbeddedArchiveStore, NewGame};
use corners_embedded::Location;
use corners_proto::game::v1::{AccountKind, EndReason, Result as Outcome, TakebackPolicy};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::{Position, Variant};
use serde_json::Value;
use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{Outcome as Ran, corners, run};

const NOW_MS: u64 = 1_700_000_000_000;

fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

fn table(number: u8) -> TableId {
    TableId::from_bytes([100 + number; 16])
}

/// White wins a rated game of so many plies.
fn won(number: u8, white: u8, black: u8, plies: usize) -> Game {
    let variant = Variant::find("classic-3x3").unwrap();
    let player = |number| Player {
        account: account(number),
        kind: AccountKind::Player,
        rating: None,
    };
    let ply = Ply {
        path: "c3-d3".to_owned(),
        remaining_ms: None,
        elapsed_ms: 1000,
        think_time_ms: None,
        lag_credit_ms: 0,
    };
    Game {
        table: table(number),
        variant,
        time_control: TimeControl::Untimed,
        takebacks: TakebackPolicy::Off,
        rated: true,
        creator: account(white),
        white: Some(player(white)),
        black: Some(player(black)),
        created_at_ms: NOW_MS,
        started_at_ms: Some(NOW_MS),
        finished_at_ms: NOW_MS + u64::from(number) * 60_000,
        start_position: Position::start(variant).to_string(),
        final_position: Position::start(variant).to_string(),
        moves: vec![ply; plies],
        clocks_ms: None,
        ending: Ending {
            reason: EndReason::Resignation,
            result: Outcome::WhiteWins,
            blame: None,
        },
    }
}

/// A platform whose archive has three rated games, of which one is too short.
#[tokio::main]
async fn recorded() -> TempDir {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedArchiveStore::open(Location::File(folder.path().join("archive.db"))).unwrap();
    let json = Json::new().unwrap();
    let games = [won(1, 1, 2, 8), won(2, 2, 1, 4), won(3, 1, 2, 8)];
    let games = games.into_iter().map(|game| NewGame {
        told: json.of_finished(&finished(&game)).unwrap(),
        game,
    });
    store.record(games.collect(), NOW_MS).await.unwrap();
    folder
}

fn ratings(platform: &Platform, arguments: &str) -> Ran {
    run(
        corners(&format!("ratings --server {} {arguments}", platform.url())),
        b"",
    )
}

fn object(ran: &Ran) -> Value {
    serde_json::from_str(ran.output.lines().next().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

fn admin(platform: &Platform, arguments: &[&str]) -> Ran {
    let mut command = corners(&format!("admin --json --server {} --token-file", platform.url()));
    command.arg(platform.folder().join("admin-token")).args(arguments);
    run(command, b"")
}

/// Reads the events that there are, as somebody who follows them does.
fn follow(platform: &Platform, count: usize) -> Vec<Value> {
    use std::io::{BufRead, BufReader};
    let mut command = corners(&format!("ratings --server {} follow --token-file", platform.url()));
    let mut process = command
        .arg(platform.folder().join("admin-token"))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let events = lines
        .take(count)
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap());
    let events = events.collect();
    process.kill().unwrap();
    process.wait().unwrap();
    events
}

#[test]
fn what_the_archive_tells_becomes_ratings_that_can_be_looked_at() {
    let mut platform = Platform::start_on(recorded());
    let events = follow(&platform, 3);
    assert_eq!(events[1]["unrated_reason"], "too-short");
    assert_eq!(events[2]["rated"]["white"]["number"], 2);
    assert_eq!(
        events[2]["rated"]["white"]["before"],
        events[0]["rated"]["white"]["after"]
    );

    let winner = account(1);
    let shown = ratings(&platform, &format!("show {winner} --variant classic-3x3 --json"));
    assert_eq!(object(&shown)["rating"], events[2]["rated"]["white"]["after"]["rating"]);
    assert_eq!(object(&shown)["provisional"], true);
    let shown = ratings(&platform, &format!("show {winner} {}", account(9)));
    assert_eq!(shown.output.lines().count(), 1 + 2 * 3, "{}", shown.output);
    assert!(shown.output.contains('?'), "{}", shown.output);

    let history = ratings(&platform, &format!("history {winner} --json"));
    assert_eq!(history.output.lines().count(), 2);
    assert_eq!(object(&history), events[2]["rated"]["white"]);
    let game = ratings(&platform, &format!("game {}", table(2)));
    assert_eq!(object(&game)["unrated_reason"], "too-short");
    let nobody = ratings(&platform, "leaders --json");
    assert_eq!((nobody.code, nobody.output.as_str()), (0, ""));
    let rank = ratings(&platform, &format!("rank {winner}"));
    assert!(rank.output.contains("not on the leaderboard"), "{}", rank.output);
    let distribution = ratings(&platform, "distribution --step 500 --json");
    let all = distribution
        .output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(all.map(|step| step["all_players"].as_u64().unwrap()).sum::<u64>(), 2);
    let expected = ratings(&platform, &format!("expect {winner} {}", account(2)));
    assert!(
        expected.output.starts_with("White is expected to score 0."),
        "{}",
        expected.output
    );
    assert_eq!(expected.output.lines().count(), 5, "{}", expected.output);

    // All of it survives the platform's death.
    platform.kill_and_start_again();
    assert_eq!(ratings(&platform, &format!("history {winner} --json")), history);
}

#[test]
fn operators_verify_ratings_and_have_them_made_anew() {
    let platform = Platform::start_on(recorded());
    let events = follow(&platform, 3);
    let state = object(&admin(&platform, &["ratings", "state"]));
    assert_eq!(
        (&state["last_sequence"], &state["results_sequence"]),
        (&3.into(), &3.into())
    );
    let verified = object(&admin(&platform, &["ratings", "verify"]));
    assert_eq!((&verified["identical"], &verified["total"]), (&true.into(), &3.into()));
    let rebuilt = object(&admin(&platform, &["ratings", "rebuild"]));
    assert_ne!(rebuilt["epoch"], state["epoch"]);
    for (before, after) in events.iter().zip(follow(&platform, 3)) {
        assert_eq!((&before["rated"], &before["table"]), (&after["rated"], &after["table"]));
    }
}

#[test]
fn what_is_not_there_or_not_understood_is_said_in_a_sentence() {
    let platform = Platform::start();
    for (arguments, complaint) in [
        (format!("game {}", table(1)), "GAME_NOT_FOUND"),
        ("leaders --variant triangle".to_owned(), "has no ratings"),
        ("show nobody".to_owned(), "players[0]"),
        ("distribution --step 1000".to_owned(), "step"),
    ] {
        let refused = ratings(&platform, &arguments);
        assert_eq!(refused.code, 1, "{arguments}");
        assert!(
            refused.complaints.contains(complaint),
            "{arguments}: {}",
            refused.complaints
        );
    }
}

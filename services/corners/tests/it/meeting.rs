//! Finding somebody to play with: `corners play --find` in two terminals, the lobby, challenges, rematches and pairings.

use std::fs;
use std::time::Duration;

use corners_service::time::wall_clock;
use prost_types::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

use crate::platform::{Platform, Player};
use crate::program::{Outcome, corners, run};

/// Ten plies: enough for a game to count.
const WHITE: [&str; 5] = ["c3-d3", "c2-c3", "c1-c2", "b3-b4", "b2-b3"];
const BLACK: [&str; 5] = ["f6-e6", "f7-f6", "f8-f7", "g6-g5", "g7-g6"];

const FIND: &str = "play --find classic-3x3 --time 3+2";

/// Runs a command to its end, as somebody who is kept in this folder.
fn ask(platform: &Platform, folder: &TempDir, arguments: &str) -> Outcome {
    let mut command = corners(&format!("{arguments} --server {}", platform.url()));
    command.env("XDG_STATE_HOME", folder.path());
    run(command, b"")
}

/// The first object that a command prints.
fn object(outcome: &Outcome) -> Value {
    let line = outcome.output.lines().next().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {outcome:?}"))
}

/// The account of whoever is kept in this folder, which it prints in a snapshot that is asked for.
fn account(platform: &Platform, folder: &TempDir) -> String {
    let challenge = ask_for_a_link(platform, folder);
    challenge["challenger"]["account"].as_str().unwrap().to_owned()
}

fn ask_for_a_link(platform: &Platform, folder: &TempDir) -> Value {
    let mut asking = platform.meet(folder.path(), "challenge classic-3x3 --json");
    let line = asking.read_until("{");
    asking.write(&["quit"]);
    assert_eq!(asking.finish(), 0);
    serde_json::from_str(&format!("{{{line}")).unwrap()
}

/// Two who have met: White first, and the table.
fn sorted(mut one: Player, mut other: Player) -> (Player, Player, String) {
    let side = one.read_until("found: you are ");
    let table = one.read_until("table: ");
    assert!(other.read_until("found: you are ").contains(" against "));
    assert_eq!(other.read_until("table: "), table, "they have met each other");
    if side.starts_with("White") {
        (one, other, table)
    } else {
        (other, one, table)
    }
}

#[test]
fn two_terminals_that_look_for_an_opponent_meet_and_play_a_rated_game() {
    // One machine: the second terminal is another player.
    let (platform, state) = (Platform::start(), TempDir::new().unwrap());
    let one = platform.meet(state.path(), FIND);
    let other = platform.meet(state.path(), FIND);
    let (mut white, mut black, table) = sorted(one, other);
    white.write(&WHITE);
    black.write(&BLACK);
    black.read_until("last: b2-b3");
    white.read_until("last: g7-g6");
    white.write(&["resign"]);
    for player in [&mut white, &mut black] {
        assert_eq!(player.read_until("result: "), "0-1, Black wins: resignation");
    }
    assert!(white.read_until("rating: 1500 to ").contains("(-"));
    assert!(black.read_until("rating: 1500 to ").contains("(+"));
    let rated = ask(&platform, &state, &format!("ratings game {table}"));
    assert!(object(&rated)["rated"]["white"]["after"]["rating"].as_f64().unwrap() < 1500.0);

    // Both want to play again: one table, with colours swapped.
    white.write(&["rematch"]);
    black.read_until("rematch: the other player offers it");
    black.write(&["rematch"]);
    let again = black.read_until("table: ");
    assert_eq!(white.read_until("table: "), again);
    black.read_until("your move (White)");
    black.write(&["abort", "quit"]);
    white.write(&["quit"]);
    assert_eq!((white.finish(), black.finish()), (0, 0));
}

#[test]
fn who_came_once_is_the_same_player_the_next_time() {
    let (platform, state) = (Platform::start(), TempDir::new().unwrap());
    let first = account(&platform, &state);
    assert_eq!(account(&platform, &state), first);
    let elsewhere = TempDir::new().unwrap();
    assert_ne!(account(&platform, &elsewhere), first);

    // A platform that has never heard of the player makes another one of the newcomer, and the password is not lost.
    let folder = state.path().join("corners");
    let server = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let another = Platform::start();
    let place = another.url().replace([':', '/', '.'], "_");
    fs::rename(server, folder.join(place)).unwrap();
    assert_ne!(account(&another, &state), first);
    let files = fs::read_dir(folder.join(another.url().replace([':', '/', '.'], "_"))).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().any(|name| name.ends_with(".set-aside")));
}

#[test]
fn who_waits_can_stop_and_what_cannot_be_waited_for_is_said() {
    let (platform, state) = (Platform::start(), TempDir::new().unwrap());
    let mut alone = platform.meet(state.path(), FIND);
    alone.read_until("waiting for classic-3x3 3+2 rated");
    alone.write(&["quit"]);
    alone.read_until("not waiting any more");
    assert_eq!(alone.finish(), 0);
    for (arguments, complaint) in [
        ("play --find classic-3x3 --time 4+4", "NO_SUCH_POOL"),
        ("play --find chess", "UNKNOWN_VARIANT"),
        ("play --find triangle --time 3+2", "triangle"),
    ] {
        let refused = ask(&platform, &state, arguments);
        assert_eq!(refused.code, 1, "{arguments}: {refused:?}");
        assert!(refused.complaints.contains(complaint), "{arguments}: {refused:?}");
    }
    let pools = ask(&platform, &state, "pools classic-3x3");
    assert!(pools.output.contains("3+2"), "{pools:?}");
}

#[test]
fn a_seek_is_seen_in_the_lobby_and_played_by_who_accepts_it() {
    let (platform, ann, ben) = (Platform::start(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut first = platform.meet(ann.path(), "seek classic-3x3 --rated");
    let taken_back = first.read_until("seek: ");
    first.write(&["quit"]);
    assert_eq!(first.finish(), 0);
    let mut lobby = platform.meet(ben.path(), "lobby");
    lobby.read_until("SEEK");
    let mut owner = platform.meet(ann.path(), "seek classic-3x3 --time untimed --colour black");
    let seek = owner.read_until("seek: ");
    assert_ne!(seek, taken_back);
    assert!(
        lobby
            .read_until("+ ")
            .starts_with(&format!("{seek}  classic-3x3  untimed  casual  white"))
    );
    let listed = ask(&platform, &ben, "lobby --once --json");
    assert_eq!(object(&listed)["snapshot"]["seeks"][0]["id"], seek);

    let mut other = platform.meet(ben.path(), &format!("accept {seek}"));
    other.read_until("found: you are White");
    owner.read_until("found: you are Black");
    assert_eq!(lobby.read_until("- "), seek);
    lobby.kill();
    other.write(&["resign", "quit"]);
    owner.read_until("result: 0-1");
    owner.write(&["quit"]);
    assert_eq!(owner.finish(), 0);
    let late = ask(&platform, &ben, &format!("accept {seek}"));
    assert!(late.complaints.contains("SEEK_NOT_FOUND"), "{late:?}");
}

#[test]
fn a_challenge_is_heard_of_and_accepted_or_declined_and_the_game_is_played_again() {
    let (platform, ann, ben) = (Platform::start(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let challenged = account(&platform, &ben);
    let mut events = platform.meet(ben.path(), "events");
    events.read_until("{");
    let challenge = format!("challenge classic-3x3 {challenged} --time untimed");

    let mut declined = platform.meet(ann.path(), &challenge);
    let id = declined.read_until("challenge: ");
    assert!(events.read_until("{").contains(&id));
    events.kill();
    assert_eq!(ask(&platform, &ben, &format!("decline {id} --reason later")).code, 0);
    assert_eq!(declined.finish(), 1);

    // Programs are told the same in the words of the contract, and play by themselves.
    let mut program = platform.meet(ann.path(), &format!("{challenge} --json"));
    let made: Value = serde_json::from_str(&format!("{{{}", program.read_until("{"))).unwrap();
    let accepted = ask(
        &platform,
        &ben,
        &format!("accept {} --json", made["id"].as_str().unwrap()),
    );
    let table = object(&accepted)["table"].as_str().unwrap().to_owned();
    let told: Value = serde_json::from_str(&format!("{{{}", program.read_until("{"))).unwrap();
    assert_eq!(told["table"], table);
    assert_eq!(program.finish(), 0);

    let not_over = ask(&platform, &ann, &format!("rematch {table}"));
    assert!(not_over.complaints.contains("GAME_NOT_OVER"), "{not_over:?}");
}

#[test]
fn who_is_blocked_cannot_be_challenged() {
    let (platform, ann, ben) = (Platform::start(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let (blocker, blocked) = (account(&platform, &ann), account(&platform, &ben));
    assert_eq!(ask(&platform, &ann, &format!("block {blocked}")).code, 0);
    assert!(ask(&platform, &ann, "block").output.starts_with(&blocked));
    let refused = ask(&platform, &ben, &format!("challenge classic-3x3 {blocker}"));
    assert!(refused.complaints.contains("PLAYER_NOT_AVAILABLE"), "{refused:?}");
    assert_eq!(ask(&platform, &ann, &format!("unblock {blocked}")).code, 0);
    assert_eq!(ask(&platform, &ann, "block --json").output, "{}\n");
    assert_eq!(ask(&platform, &ann, "block").output, "nobody is blocked\n");
}

#[test]
fn an_organiser_pairs_players_for_later_and_calls_it_off() {
    let (platform, ann, ben) = (Platform::start(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let pairs = ann.path().join("pairs");
    fs::write(
        &pairs,
        format!("{},{}\n", account(&platform, &ann), account(&platform, &ben)),
    )
    .unwrap();
    let admin = |arguments: &str| {
        let token = platform.folder().join("admin-token");
        let arguments = format!("admin --json --token-file {} {arguments}", token.display());
        object(&ask(&platform, &ann, &arguments))
    };
    let tomorrow = Timestamp::from(wall_clock() + Duration::from_secs(86_400));
    let pairing = admin(&format!("pair {} --rated --start {tomorrow}", pairs.display()));
    assert_eq!(pairing["status"], "scheduled");
    let id = pairing["pairing"].as_str().unwrap();
    assert_eq!(admin(&format!("pairing {id}")), pairing);
    assert_eq!(admin(&format!("cancel-pairing {id}"))["status"], "cancelled");
}

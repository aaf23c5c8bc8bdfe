//! `corners play`: two processes, a platform, and a game between them.

use serde_json::Value;

use crate::platform::{Platform, Player};
use crate::program::{corners, run, vectors};

/// A whole game of the vectors: White's moves, Black's moves, the final position.
fn whole_game() -> (Vec<String>, Vec<String>, String) {
    let games = vectors("games.jsonl");
    let game: Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    assert_eq!((&game["result"], &game["reason"]), (&"0-1".into(), &"goal".into()));
    let moves = |skip| {
        let all = game["moves"].as_array().unwrap();
        all.iter()
            .skip(skip)
            .step_by(2)
            .map(|path| path.as_str().unwrap().to_owned())
            .collect()
    };
    (moves(0), moves(1), game["final"].as_str().unwrap().to_owned())
}

fn texts(moves: &[String]) -> Vec<&str> {
    moves.iter().map(String::as_str).collect()
}

/// White at a new table, and Black at the same.
fn two_players(platform: &Platform, arguments: &str) -> (Player, Player) {
    let mut white = platform.play(arguments);
    let table = white.read_until("table: ");
    (white, platform.play(&format!("--join {table}")))
}

fn assert_black_won(mut player: Player, position: &str) {
    let last = std::iter::repeat_with(|| player.read_until("position: ")).find(|seen| seen == position);
    assert!(last.is_some());
    assert_eq!(player.read_until("result: "), "0-1, Black wins: goal");
    assert_eq!(player.finish(), 0);
}

#[test]
fn two_players_and_somebody_looking_on_see_a_game_to_its_end() {
    let platform = Platform::start();
    let (white_moves, black_moves, position) = whole_game();
    let mut white = platform.play("--time 5+3");
    let table = white.read_until("table: ");
    let spectator = platform.play(&format!("--watch {table}"));
    let mut black = platform.play(&format!("--join {table}"));
    white.write(&texts(&white_moves));
    black.write(&texts(&black_moves));
    // What has been written is done, though nothing more can come.
    black.end_input();
    for player in [white, black, spectator] {
        assert_black_won(player, &position);
    }
}

#[test]
fn a_game_goes_on_when_the_platform_is_killed_in_the_middle() {
    let mut platform = Platform::start();
    let (white_moves, black_moves, position) = whole_game();
    let (mut white, mut black) = two_players(&platform, "--time 30+3");
    white.write(&texts(&white_moves[..10]));
    black.write(&texts(&black_moves[..10]));
    while !black.read_until("position: ").ends_with(" w 11") {}
    platform.kill_and_start_again();
    white.write(&texts(&white_moves[10..]));
    black.write(&texts(&black_moves[10..]));
    assert_black_won(white, &position);
    assert_black_won(black, &position);
}

#[test]
fn the_command_for_the_other_player_is_one_that_works() {
    let platform = Platform::start();
    let mut white = platform.play("--time untimed");
    let join = white.read_until("join: ");
    let mut words = join.split_whitespace();
    assert_eq!(words.next(), Some(env!("CARGO_BIN_EXE_corners")));
    let arguments: Vec<_> = words.collect();
    let joined = run(corners(&arguments.join(" ")), b"resign\n");
    assert_eq!(joined.code, 0, "{joined:?}");
    assert_eq!(white.read_until("result: "), "1-0, White wins: resignation");
}

#[test]
fn what_is_refused_is_said_and_the_next_line_is_done() {
    let platform = Platform::start();
    let (mut white, mut black) = two_players(&platform, "--time untimed");
    // Whoever comes later is shown the table as it is then, without the offers that a move has answered.
    black.read_until("position: ");
    white.write(&["c3-d5", "castle", "b9-b8", "accept", "moves c3", "draw", "c3-d3"]);
    for beginning in [
        "refused: ILLEGAL_MOVE BLOCKED_PATH: ",
        "refused: castle: not understood",
        "refused: ILLEGAL_MOVE ",
        "refused: NO_OFFER: ",
        "moves of c3: c3-c4 c3-d3",
        "last: c3-d3",
    ] {
        white.read_until(beginning);
    }
    black.read_until("offer: White offers a draw");
    black.write(&["f6-e6", "takeback"]);
    white.read_until("offer: Black offers a takeback");
    white.write(&["accept", "quit"]);
    black.read_until("Black took the last move back");
    black.write(&["quit"]);
    assert_eq!((white.finish(), black.finish()), (0, 0));
}

#[test]
fn returning_home_is_played_only_when_it_is_meant() {
    let platform = Platform::start();
    let mut white = Player::with_start(&platform, "5b2/8/8/8/8/3w4/8/8 w 50");
    let table = white.read_until("table: ");
    let _black = platform.play(&format!("--join {table}"));
    white.write(&["d3-c3", "d3-c3!"]);
    assert!(
        white
            .read_until("refused: CONFIRM_RETURN_HOME")
            .ends_with("(write d3-c3! to play it)")
    );
    assert_eq!(white.read_until("result: "), "0-1, Black wins: returned-home");
}

#[test]
fn a_table_can_be_aborted_and_one_that_is_not_there_cannot_be_joined() {
    let platform = Platform::start();
    let (mut white, mut black) = two_players(&platform, "--time 3d");
    black.read_until("position: ");
    white.write(&["abort"]);
    assert_eq!(black.read_until("result: "), "*, no result: aborted by White");
    let server = format!("--server http://{}", platform.address);
    for (arguments, complaint) in [
        ("--join aaaaaaaaaaaaaaaaaaaaaaaaaa", "TABLE_NOT_LIVE"),
        ("--join nonsense", "INVALID_ARGUMENT"),
        ("--variant chess", "UNKNOWN_VARIANT"),
        ("--time 0+0", "INVALID_TIME_CONTROL"),
    ] {
        let refused = run(corners(&format!("play {server} {arguments}")), b"");
        assert_eq!(refused.code, 1, "{arguments}: {refused:?}");
        assert!(refused.complaints.contains(complaint), "{arguments}: {refused:?}");
    }
}

#[test]
fn who_finds_no_platform_is_told_how_to_start_one() {
    // Port 1 is nobody's.
    let alone = run(corners("play --server http://127.0.0.1:1"), b"");
    assert_eq!(alone.code, 1);
    assert!(alone.complaints.contains("corners up"), "{alone:?}");
}

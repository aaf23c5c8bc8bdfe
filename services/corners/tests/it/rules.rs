//! `corners rules` for one position or game.

use serde_json::Value;

use crate::program::{corners, run, vectors};

#[test]
fn perft_counts_what_the_vectors_count() {
    let counts: Value = serde_json::from_str(&vectors("perft.json")).unwrap();
    for (variant, by_depth) in counts.as_object().unwrap() {
        for depth in 1..=3 {
            let counted = run(
                corners(&format!("rules perft --variant {variant} --depth {depth}")),
                b"",
            );
            assert_eq!(
                counted.output,
                format!("{}\n", by_depth[depth.to_string()]),
                "{variant} {depth}"
            );
        }
    }
}

#[test]
fn perft_begins_at_the_position_given() {
    let mut command = corners("rules perft --variant classic-3x3 --depth 2 --position");
    command.arg("b7/8/8/8/8/8/8/7w w 1");
    assert_eq!(run(command, b"").output, "4\n");
}

#[test]
fn legal_moves_are_listed_as_paths() {
    let mut command = corners("rules legal --variant classic-3x3 --position");
    command.arg("8/8/8/8/8/8/8/wb1b3w w 3");
    assert_eq!(run(command, b"").output, "a1-a2\na1-c1\na1-c1-e1\nh1-g1\nh1-h2\n");
    let from_the_start = run(corners("rules legal --variant classic-3x3"), b"");
    assert_eq!(from_the_start.output.lines().count(), 12);
}

#[test]
fn a_replay_tells_the_canonical_moves_and_the_verdict() {
    let replayed = run(corners("rules replay --variant classic-3x3 b2-b4 g7-g5 b4-c4"), b"");
    assert_eq!(
        replayed.output,
        "moves:  b2-b4 g7-g5 b4-c4\nresult: *\nreason: unfinished\nfinal:  5bbb/5b1b/5bbb/6b1/2w5/www5/w1w5/www5 b 2\n"
    );
    let mut set_up = corners("rules replay --variant classic-3x3 --start");
    set_up.arg("8/8/8/8/8/8/8/wb1b1w2 w 80").arg("a1-e1 b1-b2");
    let replayed = run(set_up, b"");
    assert!(
        replayed
            .output
            .starts_with("moves:  a1-c1-e1 b1-b2\nresult: 0-1\nreason: move-limit\n"),
        "{replayed:?}"
    );
}

#[test]
fn a_replay_reads_a_game_text() {
    let text = "[Variant \"classic-3x3\"]\n[Result \"*\"]\n\n1. b2-b4 {[%clk 0:04:58]} g7-g5 *\n";
    let replayed = run(corners("rules replay"), text.as_bytes());
    assert!(
        replayed.output.starts_with("moves:  b2-b4 g7-g5\nresult: *\n"),
        "{replayed:?}"
    );
    let other = run(corners("rules replay --variant triangle"), text.as_bytes());
    assert_eq!(other.code, 1);
    assert!(other.complaints.contains("another variant"), "{other:?}");
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    for (arguments, code, complaint) in [
        (
            "rules replay --variant classic-3x3 c3-d3 f6-e6 d3-e4",
            1,
            "ILLEGAL_MOVE: ply 3, d3-e4: ",
        ),
        (
            "rules replay --variant classic-3x3 c3-d3 f6",
            1,
            "INVALID_MOVE: ply 2, \"f6\": ",
        ),
        (
            "rules replay --variant classic-3x3 --start nonsense c3-d3",
            1,
            "INVALID_POSITION: ",
        ),
        (
            "rules legal --variant classic-3x3 --position 8/8",
            1,
            "INVALID_POSITION: ",
        ),
        (
            "rules legal --variant chess",
            64,
            "UNKNOWN_VARIANT: \"chess\" is no variant; there are classic-3x3, ",
        ),
        ("rules legal", 64, "--variant"),
        ("rules perft --variant classic-3x3 --depth -1", 64, "--depth"),
        ("rules replay c3-d3", 64, "--variant"),
        ("rules replay --jsonl --variant classic-3x3", 64, "--jsonl"),
        ("rules nonsense", 64, "nonsense"),
        ("rules replay", 1, "INVALID_GAME_TEXT: "),
    ] {
        let outcome = run(corners(arguments), b"");
        assert_eq!(outcome.code, code, "{arguments}: {outcome:?}");
        assert!(outcome.complaints.contains(complaint), "{arguments}: {outcome:?}");
        assert_eq!(outcome.output, "", "{arguments}");
    }
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "",
        "rules",
        "rules perft",
        "rules legal",
        "rules replay",
        "rules convert",
    ] {
        let help = run(corners(&format!("{command} --help")), b"");
        assert_eq!(help.code, 0, "{command}");
        assert!(help.output.contains("Usage: corners"), "{command}: {help:?}");
    }
}

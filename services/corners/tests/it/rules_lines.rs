//! `corners rules` for many positions or games: a line for a line, whatever a line holds.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::program::{corners, run, vectors};

/// The lines without their notes, which are not part of an answer.
fn without_notes(lines: &str) -> String {
    let strip = |line: &str| match line.find(", \"note\": ") {
        None => line.to_owned(),
        Some(at) => {
            let after_note = line[at + 10..]
                .find("\", \"")
                .map_or("}", |end| &line[at + 10 + end + 1..]);
            format!("{}{after_note}", &line[..at])
        }
    };
    lines.lines().map(|line| strip(line) + "\n").collect()
}

fn assert_same_lines(answers: &str, expected: &str) {
    assert_eq!(answers.lines().count(), expected.lines().count());
    for (answer, expected) in answers.lines().zip(expected.lines()) {
        assert_eq!(answer, expected);
    }
}

#[test]
fn the_vectors_come_out_as_they_went_in() {
    for (command, file) in [("legal", "positions.jsonl"), ("replay", "games.jsonl")] {
        let lines = vectors(file);
        let answered = run(corners(&format!("rules {command} --jsonl")), lines.as_bytes());
        assert_same_lines(&answered.output, &without_notes(&lines));
        assert_eq!((answered.code, answered.complaints.as_str()), (0, ""));
    }
}

#[test]
fn games_go_to_text_and_back() {
    let lines = without_notes(&vectors("games.jsonl"));
    let texts = run(corners("rules convert"), lines.as_bytes());
    assert_eq!((texts.code, texts.complaints.as_str()), (0, ""));
    let back = run(corners("rules convert"), texts.output.as_bytes());
    assert_same_lines(&back.output, &lines);
}

#[test]
fn a_move_may_be_its_ends_or_any_legal_path() {
    let line = r#"{"moves": ["a1-e1"], "start": "8/8/8/8/8/8/8/wb1b3w w 3", "id": 7, "variant": "classic-3x3"}"#;
    let answered = run(corners("rules replay --jsonl"), line.as_bytes());
    let answer: Value = serde_json::from_str(&answered.output).unwrap();
    assert_eq!(answer["moves"], serde_json::json!(["a1-c1-e1"]));
    assert_eq!(answer["start"], "8/8/8/8/8/8/8/wb1b3w w 3");
    assert_eq!(
        (&answer["result"], &answer["reason"]),
        (&"*".into(), &"unfinished".into())
    );
    assert_eq!(answer.get("id"), None);
}

const GOOD_POSITION: &[u8] = br#"{"variant": "classic-3x3", "position": "b7/8/8/8/8/8/8/7w w 1"}"#;
const GOOD_GAME: &[u8] = br#"{"variant": "classic-3x3", "moves": ["c3-d3"]}"#;

/// Sends the bad lines, each followed by a good one, and expects the reasons in their places.
fn assert_reasons(command: &str, good: &[u8], bad: &[(Vec<u8>, &str)]) {
    let mut input = Vec::new();
    for (line, _) in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
        input.extend_from_slice(good);
        input.push(b'\n');
    }
    let answered = run(corners(command), &input);
    assert_eq!((answered.code, answered.complaints.as_str()), (0, ""));
    let answers: Vec<Value> = answered
        .output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 2 * bad.len());
    for (index, (line, reason)) in bad.iter().enumerate() {
        let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        let (answer, next) = (&answers[2 * index], &answers[2 * index + 1]);
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{shown}: {answer}"));
        assert!(error.starts_with(&format!("{reason}: ")), "{shown}: {error}");
        assert!(error.len() < 400, "{error}");
        assert_eq!(answer["line"], 2 * index + 1, "{shown}");
        assert!(next.get("error").is_none(), "after {shown}: {next}");
    }
}

fn bad_in_any_command() -> Vec<(Vec<u8>, &'static str)> {
    let mut deep = br#"{"variant": "classic-3x3", "extra": "#.to_vec();
    deep.extend(std::iter::repeat_n(b'[', 100_000));
    vec![
        (b"".to_vec(), "INVALID_JSON"),
        (b"nonsense".to_vec(), "INVALID_JSON"),
        (b"{\"variant\": \"classic-3x3\"".to_vec(), "INVALID_JSON"),
        (b"[\"classic-3x3\", \"8/8/8/8/8/8/8/8 w 1\"]".to_vec(), "INVALID_JSON"),
        (b"null".to_vec(), "INVALID_JSON"),
        (b"{} {}".to_vec(), "INVALID_FIELD"),
        (b"{\"variant\": \"\xff\"}".to_vec(), "INVALID_UTF8"),
        (deep, "INVALID_JSON"),
        (vec![b'x'; (1 << 20) + 1], "LINE_TOO_LONG"),
        (vec![b' '; 3 << 20], "LINE_TOO_LONG"),
        (b"{}".to_vec(), "INVALID_FIELD"),
    ]
}

#[test]
fn a_bad_position_has_its_reason_and_stops_nothing() {
    let mut bad = bad_in_any_command();
    let line = |variant: &str, position: &str| format!(r#"{{"variant": "{variant}", "position": "{position}"}}"#);
    for (variant, position, reason) in [
        ("chess", "8/8/8/8/8/8/8/8 w 1", "UNKNOWN_VARIANT"),
        ("classic-3x3", "", "INVALID_POSITION"),
        ("classic-3x3", "8/8/8/8/8/8/8/8 w 0", "INVALID_POSITION"),
        ("classic-3x3", "8/8/8/8/8/8/8/35 w 1", "INVALID_POSITION"),
        ("classic-3x3", "8/8/8/8/8/8/8/9 w 1", "INVALID_POSITION"),
        ("classic-3x3", "8/8/8/8/8/8/8/44 w 1", "INVALID_POSITION"),
        ("halma-16x16", "8/8/8/8/8/8/8/8 w 1", "INVALID_POSITION"),
    ] {
        // Two numbers in a row read as one: 44 is forty-four squares.
        bad.push((line(variant, position).into_bytes(), reason));
    }
    bad.push((br#"{"variant": "classic-3x3"}"#.to_vec(), "INVALID_FIELD"));
    bad.push((br#"{"variant": 3, "position": "x"}"#.to_vec(), "INVALID_FIELD"));
    let long_id = line(&"v".repeat(5000), "8/8/8/8/8/8/8/8 w 1");
    bad.push((long_id.into_bytes(), "UNKNOWN_VARIANT"));
    assert_reasons("rules legal --jsonl", GOOD_POSITION, &bad);
}

#[test]
fn a_bad_game_has_its_reason_and_stops_nothing() {
    let mut bad = bad_in_any_command();
    let line = |variant: &str, start: &str, moves: &str| {
        format!(r#"{{"variant": "{variant}", "start": {start}, "moves": [{moves}]}}"#)
    };
    let no_piece = "\"8/8/8/8/8/8/8/w7 w 1\"";
    let nearly_over = "\"8/8/8/8/8/8/8/w5b1 b 80\"";
    for (variant, start, moves, reason) in [
        ("chess", "null", "", "UNKNOWN_VARIANT"),
        ("classic-3x3", "\"\"", "", "INVALID_POSITION"),
        ("classic-3x3", no_piece, "", "INVALID_SET_UP: NO_PIECES"),
        ("classic-3x3", "null", "\"\"", "INVALID_MOVE: ply 1, \"\""),
        ("classic-3x3", "null", "\"c3\"", "INVALID_MOVE: ply 1, \"c3\""),
        (
            "classic-3x3",
            "null",
            "\"c3-d3\", \"c3d3\"",
            "INVALID_MOVE: ply 2, \"c3d3\"",
        ),
        (
            "classic-3x3",
            "null",
            "\"c3-d3\", \"f6-z9\"",
            "INVALID_MOVE: ply 2, \"f6-z9\"",
        ),
        (
            "classic-3x3",
            "null",
            "\"c3-d3\", \"f6-f16\"",
            "ILLEGAL_MOVE: ply 2, f6-f16: OUT_OF_BOARD",
        ),
        (
            "classic-3x3",
            "null",
            "\"c3-d3\", \"f6-e5\"",
            "ILLEGAL_MOVE: ply 2, f6-e5: BLOCKED_PATH",
        ),
        (
            "classic-3x3",
            "null",
            "\"c3-d3\", \"d3-e3\"",
            "ILLEGAL_MOVE: ply 2, d3-e3: NOT_YOUR_PIECE",
        ),
        (
            "classic-3x3",
            nearly_over,
            "\"g1-g2\", \"a1-a2\"",
            "GAME_OVER: ply 2, a1-a2",
        ),
        ("classic-3x3", "null", "7", "INVALID_FIELD"),
        ("classic-3x3", "7", "", "INVALID_FIELD"),
    ] {
        bad.push((line(variant, start, moves).into_bytes(), reason));
    }
    bad.push((br#"{"variant": "classic-3x3"}"#.to_vec(), "INVALID_FIELD"));
    bad.push((
        br#"{"variant": "classic-3x3", "moves": "c3-d3"}"#.to_vec(),
        "INVALID_FIELD",
    ));
    assert_reasons("rules replay --jsonl", GOOD_GAME, &bad);
}

#[test]
fn a_line_is_answered_before_the_next_is_sent() {
    for (command, good) in [("legal", GOOD_POSITION), ("replay", GOOD_GAME)] {
        let mut child = corners(&format!("rules {command} --jsonl"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..3 {
            input.write_all(good).unwrap();
            input.write_all(b"\n").unwrap();
            let answer = answers.next().unwrap().unwrap();
            assert!(answer.starts_with("{\"variant\": \"classic-3x3\""), "{answer}");
        }
        drop(input);
        assert!(answers.next().is_none());
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn many_lines_keep_their_order() {
    let lines: String = (1..=3000)
        .map(|number| format!("{{\"variant\": \"classic-3x3\", \"position\": \"b7/8/8/8/8/8/8/7w w {number}\"}}\n"))
        .collect();
    let answered = run(corners("rules legal --jsonl"), lines.as_bytes());
    assert_eq!(answered.output.lines().count(), 3000);
    for (answer, number) in answered.output.lines().zip(1..) {
        assert!(answer.contains(&format!(" w {number}\"")), "{number}: {answer}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = corners("rules legal --jsonl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(GOOD_POSITION).unwrap();
    let finished = child.wait_with_output().unwrap();
    assert!(finished.status.success(), "{finished:?}");
    assert!(finished.stderr.is_empty(), "{finished:?}");
}

#[test]
fn a_bad_game_text_spoils_no_other() {
    let good = "[Variant \"classic-3x3\"]\n\n1. c3-d3 *\n";
    let resigned = "[Variant \"classic-3x3\"]\n[Termination \"resignation\"]\n\n1. c3-d3 f6-e6 1-0\n";
    let untold = "[Variant \"classic-3x3\"]\n\n1. c3-d3 f6-e6 1-0\n";
    let illegal = "[Variant \"classic-3x3\"]\n\n1. c3-d5 *\n";
    let nameless = "[White \"Anna\"]\n\n1. c3-d3 *\n";
    let texts = [good, resigned, untold, illegal, nameless, good].join("\n");
    let converted = run(corners("rules convert"), texts.as_bytes());
    let answers: Vec<Value> = converted
        .output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 6);
    assert_eq!(
        (answers[0]["reason"].as_str(), answers[0]["result"].as_str()),
        (Some("unfinished"), Some("*"))
    );
    assert_eq!(
        (answers[1]["reason"].as_str(), answers[1]["result"].as_str()),
        (Some("resignation"), Some("1-0"))
    );
    let (error, line) = (answers[2]["error"].as_str().unwrap(), answers[2]["line"].as_u64());
    assert!(
        error.starts_with("WRONG_VERDICT: ") && line == Some(10),
        "{error}, line {line:?}"
    );
    assert!(
        answers[3]["error"]
            .as_str()
            .unwrap()
            .starts_with("ILLEGAL_MOVE: ply 1: ")
    );
    assert!(answers[4]["error"].as_str().unwrap().starts_with("INVALID_GAME_TEXT: "));
    assert_eq!(answers[5], answers[0]);
}

#[test]
fn a_line_that_claims_what_the_rules_deny_becomes_no_text() {
    let game = r#"{"variant": "classic-3x3", "moves": ["c3-d3"]"#;
    let lines = [
        format!("{game}}}"),
        format!("{game}, \"result\": \"1-0\"}}"),
        format!("{game}, \"result\": \"1-0\", \"reason\": \"goal\"}}"),
        format!("{game}, \"result\": \"*\", \"reason\": \"resignation\"}}"),
        format!("{game}, \"result\": \"1-0\", \"reason\": \"tiredness\"}}"),
        format!("{game}, \"final\": \"8/8/8/8/8/8/8/8 w 1\"}}"),
        format!("{game}, \"result\": \"0-1\", \"reason\": \"resignation\"}}"),
    ];
    let converted = run(corners("rules convert"), lines.join("\n").as_bytes());
    assert_eq!(converted.code, 1);
    let titles: Vec<_> = converted
        .output
        .lines()
        .filter(|line| line.starts_with("[Result"))
        .collect();
    assert_eq!(titles, ["[Result \"*\"]", "[Result \"0-1\"]"]);
    let complaints: Vec<_> = converted.complaints.lines().collect();
    let reasons: Vec<_> = complaints
        .iter()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|complaint| {
            (
                complaint["line"].as_u64().unwrap(),
                complaint["error"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let expected = [
        "WRONG_VERDICT",
        "WRONG_VERDICT",
        "WRONG_VERDICT",
        "WRONG_VERDICT",
        "WRONG_FINAL",
    ];
    assert_eq!(reasons.len(), expected.len());
    for (((line, error), expected), number) in reasons.iter().zip(expected).zip(2..) {
        assert!(*line == number && error.starts_with(expected), "{line}: {error}");
    }
    assert!(complaints.last().unwrap().contains("5 of 7 games"), "{complaints:?}");
}

//! `corners games`, `corners results`, and what operators do with games that are over.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::Value;

use crate::platform::Platform;
use crate::program::{Outcome, corners, run};

/// `corners results` in a process of its own, as the operator. Killed when dropped.
struct Results {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Results {
    fn follow(platform: &Platform, arguments: &str) -> Self {
        let mut command = corners(&format!("results --server {} {arguments} --token-file", platform.url()));
        let mut process = command
            .arg(platform.folder().join("admin-token"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Self { process, lines }
    }

    /// The next event.
    fn next(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Two guests, of whom Black resigns at once; the table.
fn resigned_game(platform: &Platform) -> String {
    let mut white = platform.play("--time untimed");
    let table = white.read_until("table: ");
    let mut black = platform.play(&format!("--join {table}"));
    black.write(&["resign"]);
    assert_eq!(white.read_until("result: "), "1-0, White wins: resignation");
    assert_eq!((white.finish(), black.finish()), (0, 0));
    table
}

fn games(platform: &Platform, arguments: &str) -> Outcome {
    run(corners(&format!("games --server {} {arguments}", platform.url())), b"")
}

fn admin(platform: &Platform, arguments: &[&str]) -> Outcome {
    let mut command = corners(&format!("admin --json --server {} --token-file", platform.url()));
    command.arg(platform.folder().join("admin-token")).args(arguments);
    run(command, b"")
}

#[test]
fn a_game_that_is_over_is_told_listed_shown_exported_and_annulled() {
    let mut platform = Platform::start();
    let table = resigned_game(&platform);
    let mut results = Results::follow(&platform, "");
    let told = results.next();
    assert_eq!(told["type"], "corners.game.finished.v1");
    assert_eq!(
        (&told["id"], &told["subject"]),
        (&table.as_str().into(), &table.as_str().into())
    );
    assert_eq!((&told["specversion"], &told["sequence"]), (&"1.0".into(), &"1".into()));
    assert_eq!(told["data"]["ending"]["reason"], "END_REASON_RESIGNATION");
    let white = told["data"]["seats"][0]["account"].as_str().unwrap().to_owned();

    let listed = games(&platform, &format!("list --json --player {white} --result 1-0"));
    let object: Value = serde_json::from_str(&listed.output).unwrap();
    assert_eq!(
        (&object["table"], &object["reason"]),
        (&table.as_str().into(), &"resignation".into())
    );
    assert_eq!(games(&platform, "list --json --reason goal").output, "");
    let shown = games(&platform, &format!("show {table}"));
    assert!(
        shown.output.contains("[Termination \"resignation\"]"),
        "{}",
        shown.output
    );
    assert_eq!(games(&platform, "export").output, shown.output);
    let lines = games(&platform, &format!("export --format json-lines {table}"));
    let object: Value = serde_json::from_str(&lines.output).unwrap();
    assert_eq!(object["table"], table);

    // All of it survives the platform's death, and the feed goes on where its reader was.
    platform.kill_and_start_again();
    let annulled = admin(&platform, &["annul", &table, "--note", "a test"]);
    assert_eq!(annulled.output, format!("{{\"annulled\":\"{table}\"}}\n"));
    assert_eq!(admin(&platform, &["annul", &table, "--note", "again"]), annulled);
    let cursor = told["cursor"].as_str().unwrap();
    let told = Results::follow(&platform, &format!("--after {cursor}")).next();
    assert_eq!(
        (&told["type"], &told["sequence"]),
        (&"corners.game.annulled.v1".into(), &"2".into())
    );
    assert_eq!(told["data"]["finishedSequence"], "1");
    // The stream of before has outlived the restart.
    assert_eq!(results.next(), told);
    let shown = games(&platform, &format!("show --format json-lines {table}"));
    let object: Value = serde_json::from_str(&shown.output).unwrap();
    assert_eq!(object["annulment"]["note"], "a test");

    let feed: Value = serde_json::from_str(&admin(&platform, &["feed"]).output).unwrap();
    assert_eq!((&feed["last_sequence"], &feed["epoch_start"]), (&2.into(), &0.into()));
    let another: Value = serde_json::from_str(&admin(&platform, &["new-feed-epoch"]).output).unwrap();
    assert_ne!(another["epoch"], feed["epoch"]);
    assert_eq!(another["epoch_start"], 2);
}

#[test]
fn what_is_not_there_or_not_understood_is_said_in_a_sentence() {
    let platform = Platform::start();
    let missing = games(&platform, "show aaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_eq!(missing.code, 1);
    assert!(missing.complaints.contains("GAME_NOT_FOUND"), "{}", missing.complaints);
    for (arguments, complaint) in [
        ("list --result draw", "1/2-1/2"),
        ("list --reason boredom", "move-limit"),
        ("list --from yesterday", "2030-12-24T18:00:00Z"),
        ("list --opponent aaaaaaaaaaaaaaaaaaaaaaaaaa", "--player"),
        (
            "export --variant triangle aaaaaaaaaaaaaaaaaaaaaaaaaa",
            "cannot be used with",
        ),
    ] {
        let outcome = games(&platform, arguments);
        assert_eq!(outcome.code, 64, "{arguments}: {outcome:?}");
        assert!(
            outcome.complaints.contains(complaint),
            "{arguments}: {}",
            outcome.complaints
        );
    }
}

//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) complaints: String,
}

/// The program with arguments separated by spaces.
pub(crate) fn corners(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corners"));
    command.args(arguments.split_whitespace());
    // Guests are kept with the test and not with whoever runs it.
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the program to its end with this standard input.
pub(crate) fn run(mut command: Command, input: &[u8]) -> Outcome {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let finished = std::thread::scope(|scope| {
        // A program that reads only part of its input closes it, which is its right.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    Outcome {
        code: finished.status.code().expect("the program was killed"),
        output: String::from_utf8(finished.stdout).unwrap(),
        complaints: String::from_utf8(finished.stderr).unwrap(),
    }
}

/// A file of the public vectors.
pub(crate) fn vectors(name: &str) -> String {
    std::fs::read_to_string(format!(
        "{}/../../libs/rules/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

//! Against another process: the lock, and what a violent death leaves.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use corners_embedded::{Database, Durability, EmbeddedError, Location};

use crate::support::{SCHEMA, numbers};

fn start_appending(path: &Path) -> Child {
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    program.push("examples/append");
    Command::new(program).arg(path).stdout(Stdio::piped()).spawn().unwrap()
}

#[tokio::test]
async fn a_killed_process_loses_nothing_it_acknowledged_and_frees_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let mut acknowledged = 0;
    for round in 1..=3 {
        let mut child = start_appending(&path);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        for _ in 0..50 * round {
            line.clear();
            output.read_line(&mut line).unwrap();
        }
        let refused = Database::open(Location::File(path.clone()), SCHEMA, Durability::Full).unwrap_err();
        assert!(matches!(refused, EmbeddedError::InUse { .. }), "{refused:?}");
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        acknowledged += 50 * round + rest.matches('\n').count();

        let database = Database::open(Location::File(path.clone()), SCHEMA, Durability::Full).unwrap();
        let stored = numbers(&database).await.len();
        assert!(
            stored >= acknowledged,
            "{acknowledged} were acknowledged, {stored} are there"
        );
        acknowledged = stored;
    }
}

//! A test that is killed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};

/// Says where its database is, and waits for the end of its input.
const COMMAND: &str = "echo \"$DATABASE_URL\"; read -r _";

#[tokio::test]
async fn nothing_is_left_of_the_server_of_a_process_that_is_killed() {
    let migrations = tempfile::tempdir().unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_with-database"))
        .arg("notes")
        .arg(migrations.path())
        .args(["--", "sh", "-c", COMMAND])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut url).unwrap();
    let mut connection = PgConnection::connect(url.trim()).await.unwrap();
    let schema: String = sqlx::query_scalar("SELECT current_schema()")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(schema, "notes");
    let data: String = sqlx::query_scalar("SELECT current_setting('data_directory')")
        .fetch_one(&mut connection)
        .await
        .unwrap();

    process.kill().unwrap();
    process.wait().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while std::fs::exists(&data).unwrap() && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!std::fs::exists(&data).unwrap(), "its folder is removed");
    assert!(connection.ping().await.is_err(), "its processes are ended");
}

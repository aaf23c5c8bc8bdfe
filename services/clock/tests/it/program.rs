//! The clock as a program: what it says when it cannot start.

use std::process::{Command, Output};

use corners_test_redis::{Durability, Options, Server};

fn run(redis: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_corners-clock"))
        .current_dir(folder.path())
        .env("CORNERS_SERVER__LISTEN", "127.0.0.1:0")
        .env("CORNERS_INTERNAL__LISTEN", "127.0.0.1:0")
        .envs(redis.iter().copied())
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn a_redis_that_cannot_be_used_is_one_clear_error() {
    let server = Server::with(Options::of(Durability::Memory).password("right"))
        .await
        .unwrap();
    let address = server.address();
    let output = run(&[
        ("CORNERS_REDIS__MODE", "single"),
        ("CORNERS_REDIS__NODES", &address),
        ("CORNERS_REDIS__PASSWORD", "swordfish"),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(said.contains("cannot open the clock's store"), "{said}");
    assert!(said.contains(&address) && said.contains("redis.password"), "{said}");
    assert!(!said.contains("swordfish"), "{said}");
}

#[test]
fn settings_of_redis_that_make_no_sense_are_bad_configuration() {
    for (name, value, named) in [
        ("CORNERS_REDIS__MODE", "double", "redis.mode"),
        ("CORNERS_REDIS__NODES", "redis", "host:port"),
        ("CORNERS_REDIS__TIMEOUT_MS", "5000", "timeout_ms must be from 50 to 900"),
        ("CORNERS_REDIS__CONNECTIONS", "0", "connections must be from 1 to 16"),
    ] {
        let output = run(&[(name, value)]);
        assert_eq!(output.status.code(), Some(64), "{name}");
        assert!(said(&output).contains(named), "{name}: {}", said(&output));
    }
    let two = run(&[("CORNERS_REDIS__MODE", "single"), ("CORNERS_REDIS__NODES", "a:1, b:2")]);
    assert_eq!(two.status.code(), Some(64));
    assert!(said(&two).contains("one address"), "{}", said(&two));
}

//! `corners up`: settings and how it stops.

use std::io::{Read, Write};
use std::net::TcpStream;

use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{corners, run};

#[test]
fn the_printed_settings_are_a_file_that_can_be_given_back() {
    let printed = run(corners("up --print-config"), b"");
    assert_eq!((printed.code, printed.complaints.as_str()), (0, ""));
    for section in ["[server]", "[log]", "[data]", "[accounts]", "[clock]", "[game]"] {
        assert!(printed.output.contains(section), "{section} in {}", printed.output);
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("corners.toml");
    std::fs::write(
        &file,
        printed
            .output
            .replace("listen = \"127.0.0.1:8080\"", "listen = \"nowhere\""),
    )
    .unwrap();
    let mut command = corners("up --config");
    command.arg(&file);
    let refused = run(command, b"");
    // Only what was changed is refused, so that the rest was taken.
    assert_eq!(refused.code, 64, "{refused:?}");
    assert!(refused.complaints.contains("server.listen"), "{refused:?}");
}

#[test]
fn a_bad_setting_is_named_whatever_it_came_from() {
    let refused = |arguments: &str, name: &str, value: &str| {
        let mut command = corners(arguments);
        command.env(name, value);
        let outcome = run(command, b"");
        assert_eq!(outcome.code, 64, "{arguments} {name}={value}: {outcome:?}");
        outcome.complaints
    };
    assert!(refused("up --listen nowhere", "IGNORED", "1").contains("server.listen"));
    assert!(refused("up", "CORNERS_ACCOUNTS__SESSION_DAYS", "0").contains("accounts.session_days"));
    assert!(refused("up", "CORNERS_SERVER__LISTN", "127.0.0.1:1").contains("CORNERS_SERVER__LISTN"));
    assert!(refused("up --config /nonexistent/corners.toml", "IGNORED", "1").contains("/nonexistent/corners.toml"));
}

#[test]
fn an_address_or_a_folder_that_is_taken_is_said() {
    let running = Platform::start();
    let folder = TempDir::new().unwrap();
    let mut same_address = corners(&format!("up --listen {} --data", running.address));
    same_address.arg(folder.path());
    let refused = run(same_address, b"");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.complaints.contains(&running.address.to_string()), "{refused:?}");

    let mut same_folder = corners("up --listen 127.0.0.1:0 --data");
    same_folder.arg(running.folder());
    let refused = run(same_folder, b"");
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(
        refused.complaints.contains(&running.folder().display().to_string()),
        "{refused:?}"
    );
}

#[test]
fn a_newcomer_is_told_what_to_try() {
    let running = Platform::start();
    for hint in ["corners play --find", "corners.game.v1.GameService/ListVariants"] {
        assert!(running.greeting.contains(hint), "{hint} in {}", running.greeting);
    }
    // What is to be tried works as it is written.
    let play = running
        .greeting
        .lines()
        .find(|line| line.contains("corners play") && !line.contains("--find"))
        .unwrap();
    let (_, after_the_program) = play.rsplit_once("corners play").unwrap();
    let arguments = format!("play{after_the_program}");
    let played = run(corners(&arguments), b"abort\n");
    assert!(played.output.contains("result: *, no result: aborted"), "{played:?}");
}

/// The tests run with the built page and without it.
#[test]
fn a_page_is_promised_if_there_is_one_and_calls_are_answered_beside_it() {
    let running = Platform::start();
    let mut connection = TcpStream::connect(running.address).unwrap();
    let request = b"GET /lobby HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    connection.write_all(request).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    let promised = running
        .greeting
        .starts_with(&format!("Play in the browser: {}\n", running.url()));
    let (status, content) = match promised {
        true => ("HTTP/1.1 200", "<html"),
        false => ("HTTP/1.1 503", "the page was not built"),
    };
    assert!(answer.starts_with(status) && answer.contains(content), "{answer}");
    assert!(
        answer.contains("content-security-policy: default-src 'none'"),
        "{answer}"
    );
    let listed = run(corners(&format!("pools --server {}", running.url())), b"");
    assert_eq!(listed.code, 0, "{listed:?}");
}

#[test]
fn a_platform_that_is_told_to_stop_ends_its_streams_and_exits_well() {
    let running = Platform::start();
    let mut player = running.play("--time untimed");
    player.read_until("waiting for the other player");
    assert_eq!(running.stop(), 0);
}

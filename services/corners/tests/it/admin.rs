//! `corners admin`: what operators do, against a platform.

use serde_json::Value;
use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{Outcome, corners, run};

/// Runs an operator's command with the token that the platform has made.
fn admin(platform: &Platform, arguments: &[&str]) -> Outcome {
    let mut command = corners("admin");
    command
        .args(["--server", &format!("http://{}", platform.address)])
        .arg("--token-file")
        .arg(platform.folder().join("admin-token"))
        .args(arguments);
    run(command, b"")
}

/// The objects that a command prints.
fn objects(platform: &Platform, arguments: &[&str]) -> Vec<Value> {
    let outcome = admin(platform, &[&["--json"], arguments].concat());
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let lines = outcome.output.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The accounts of the guests that there are, newest first.
fn guests(platform: &Platform) -> Vec<String> {
    let listed = objects(platform, &["accounts", "list"]);
    let guests = listed.iter().filter(|account| account["kind"] == "guest");
    guests
        .map(|account| account["account"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_table_is_closed_and_its_players_are_told() {
    let platform = Platform::start();
    let mut player = platform.play("--time untimed");
    let table = player.read_until("table: ");
    let closed = admin(&platform, &["close-table", &table, "--note", "a test"]);
    assert_eq!((closed.code, closed.output), (0, format!("table {table} is closed\n")));
    assert_eq!(player.read_until("result: "), "*, no result: closed");
    assert_eq!(player.finish(), 0);
    // Again, and as it is for programs.
    let again = objects(&platform, &["close-table", &table, "--note", "a test"]);
    assert_eq!(again, [serde_json::json!({ "closed": table })]);
}

#[test]
fn dead_letters_are_listed_and_only_what_is_there_is_put_back() {
    let platform = Platform::start();
    let none = admin(&platform, &["dead-letters"]);
    assert_eq!((none.code, &*none.output), (0, "TIME  TABLE  REASON\n"));
    assert_eq!(
        objects(&platform, &["dead-letters", "--most", "7"]),
        Vec::<Value>::new()
    );

    let missing = admin(&platform, &["requeue", "aaaaaaaaaaaaaaaaaaaaaaaaaa"]);
    assert_eq!(missing.code, 1, "{missing:?}");
    assert!(missing.complaints.contains("TABLE_NOT_LIVE"), "{missing:?}");

    let mut player = platform.play("--time untimed");
    let table = player.read_until("table: ");
    let there = objects(&platform, &["requeue", &table]);
    assert_eq!(there, [serde_json::json!({ "requeued": table })]);
}

#[test]
fn an_account_is_banned_and_unbanned_and_all_of_it_is_in_the_audit_log() {
    let platform = Platform::start();
    let mut player = platform.play("--time untimed");
    player.read_until("table: ");
    let account = guests(&platform).remove(0);

    let banned = objects(
        &platform,
        &["account", "ban", &account, "--for", "7d", "--note", "rude"],
    );
    assert_eq!(
        (&banned[0]["banned"], &banned[0]["ban_note"]),
        (&true.into(), &"rude".into())
    );
    let table = admin(&platform, &["accounts", "list", "--banned"]);
    assert!(
        table.output.contains(&account) && table.output.contains("rude"),
        "{table:?}"
    );
    let unbanned = objects(&platform, &["account", "unban", &account, "--note", "sorry"]);
    assert_eq!(unbanned[0]["banned"], false);
    let revoked = objects(&platform, &["account", "revoke", &account, "--note", "to be safe"]);
    assert_eq!(revoked[0]["account"], account.as_str());

    let audit = objects(&platform, &["audit", "--account", &account, "--action", "admin."]);
    // Who looks at the log is in it, too, without a note.
    let notes: Vec<_> = audit.iter().filter_map(|event| event["note"].as_str()).collect();
    assert_eq!(notes, ["to be safe", "sorry", "rude"]);
}

#[test]
fn a_key_is_rotated() {
    let platform = Platform::start();
    let rotated = objects(&platform, &["rotate-key"]);
    assert!(!rotated[0]["key"].as_str().unwrap().is_empty());
    assert!(rotated[0]["signs_from"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn a_token_that_is_wrong_or_missing_and_an_account_that_is_nobodys_are_said() {
    let platform = Platform::start();
    let nobody = admin(
        &platform,
        &["account", "ban", "aaaaaaaaaaaaaaaaaaaaaaaaaa", "--note", "x"],
    );
    assert_eq!(nobody.code, 1, "{nobody:?}");
    assert!(nobody.complaints.contains("ACCOUNT_NOT_FOUND"), "{nobody:?}");

    let server = format!("--server http://{}", platform.address);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("token");
    let mut missing = corners(&format!("admin {server} rotate-key --token-file"));
    missing.arg(&file);
    let missing = run(missing, b"");
    assert_eq!(missing.code, 1);
    assert!(missing.complaints.contains("--token-file"), "{missing:?}");

    std::fs::write(&file, format!("copt_{}\n", "a".repeat(52))).unwrap();
    let mut wrong = corners(&format!("admin {server} rotate-key --token-file"));
    wrong.arg(&file);
    let wrong = run(wrong, b"");
    assert_eq!(wrong.code, 1);
    assert!(wrong.complaints.contains("TOKEN_INVALID"), "{wrong:?}");
}

#[test]
fn a_new_token_comes_with_the_setting_that_makes_it_the_operators() {
    let made = run(corners("admin new-token --json"), b"");
    assert_eq!(made.code, 0, "{made:?}");
    let made: Value = serde_json::from_str(&made.output).unwrap();
    let (token, digest) = (
        made["token"].as_str().unwrap(),
        made["operator_token_sha256"].as_str().unwrap(),
    );
    assert!(token.starts_with("copt_"));
    assert_eq!(digest.len(), 64);
    let other = run(corners("admin new-token"), b"");
    assert!(other.output.contains("operator_token_sha256 = \""), "{other:?}");
    assert!(!other.output.contains(token), "no two are the same");
}

#[test]
fn a_command_that_makes_no_sense_is_refused_before_anything_is_asked() {
    for arguments in [
        "admin",
        "admin account ban ID",
        "admin account ban ID --note x --for soon",
        "admin account ban ID --note x --until 2030-01-01T00:00:00Z --for 7d",
        "admin account operator ID maybe",
        "admin close-table TABLE",
        "admin requeue",
        "admin dead-letters --most many",
    ] {
        assert_eq!(run(corners(arguments), b"").code, 64, "{arguments}");
    }
}

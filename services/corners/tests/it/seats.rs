//! `corners play`: guests whose terminals were closed, and players who sign in.

use corners_client::proto::game::v1::{AccountKind, Seat};
use corners_client::{Corners, Error, Options};
use tempfile::TempDir;

use crate::platform::Platform;
use crate::program::{corners, run};

const PASSWORD: &str = "correct horse battery";

/// Calls the platform.
fn call<T>(platform: &Platform, call: impl AsyncFnOnce(Corners) -> Result<T, Error>) -> T {
    let url = format!("http://{}", platform.address);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let outcome = runtime.block_on(async { call(Corners::connect(&url, Options::default()).await?).await });
    outcome.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_guest_whose_terminal_was_closed_goes_on() {
    let (platform, state) = (Platform::start(), TempDir::new().unwrap());
    let mut white = platform.play_keeping(state.path(), "--time untimed");
    let table = white.read_until("table: ");
    let mut black = platform.play_keeping(state.path(), &format!("--join {table}"));
    white.write(&["c3-d3"]);
    black.read_until("last: c3-d3");
    white.kill();

    let mut again = platform.play_keeping(state.path(), "--resume");
    assert_eq!(again.read_until("table: "), table);
    black.write(&["f6-e6"]);
    again.read_until("your move (White)");
    black.kill();

    // Both seats are taken, one of them by a guest of this machine whom nobody plays: that is who is meant.
    let mut joined = platform.play_keeping(state.path(), &format!("--join {table}"));
    joined.read_until("White to move");
    again.write(&["resign"]);
    assert_eq!(again.finish(), 0);
    assert_eq!(joined.finish(), 0);

    // What is over is not kept.
    let mut nothing = platform.play_keeping(state.path(), "--resume");
    nothing.end_input();
    assert_eq!(nothing.finish(), 1);
}

#[test]
fn a_new_guest_is_nobody_else_though_a_seat_was_left() {
    let (platform, state) = (Platform::start(), TempDir::new().unwrap());
    let mut white = platform.play_keeping(state.path(), "--time untimed");
    let table = white.read_until("table: ");
    white.kill();
    let mut black = platform.play_keeping(state.path(), &format!("--join {table}"));
    black.read_until("White to move");
    let mut third = platform.play_keeping(state.path(), &format!("--join {table} --as-new-guest"));
    third.end_input();
    assert_eq!(third.finish(), 1, "both seats are taken");
}

#[test]
fn a_player_signs_in_and_out_and_finds_its_seat_again() {
    let (platform, folder) = (Platform::start(), TempDir::new().unwrap());
    let registered = call(&platform, async |corners| corners.register("Anna", PASSWORD).await);
    let password = folder.path().join("password");
    std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    let signed_in = format!("--name anna --password-file {}", password.display());

    let mut white = platform.play(&format!("{signed_in} --time untimed"));
    let table = white.read_until("table: ");
    let seats = call(&platform, async |corners| {
        let table = corners.guest().await?.get_table(&table).await?;
        Ok(table.state.unwrap().seats)
    });
    let seat = Seat {
        account: registered.player.account,
        kind: AccountKind::Player.into(),
        ..seats[0].clone()
    };
    assert_eq!(seats, [seat]);
    white.write(&["quit"]);
    assert_eq!(white.finish(), 0);

    let mut again = platform.play(&format!("{signed_in} --join {table}"));
    again.read_until("waiting for the other player");
    again.write(&["abort"]);
    assert_eq!(again.finish(), 0);
    // Nobody is left signed in but who registered.
    let sessions = call(&platform, async |corners| {
        corners.sign_in("Anna", PASSWORD).await?.sessions().await
    });
    assert_eq!(sessions.len(), 2, "{sessions:?}");

    std::fs::write(&password, "wrong horse\n").unwrap();
    let wrong = corners(&format!("play --server http://{} {signed_in}", platform.address));
    let wrong = run(wrong, b"");
    assert_eq!(wrong.code, 1);
    assert!(wrong.complaints.contains("WRONG_CREDENTIALS"), "{wrong:?}");
    let unasked = run(
        corners(&format!("play --server http://{} --name Anna", platform.address)),
        b"",
    );
    assert!(unasked.complaints.contains("--password-file"), "{unasked:?}");
}

#[test]
fn who_signs_in_to_find_somebody_is_told_as_whom() {
    let (platform, folder) = (Platform::start(), TempDir::new().unwrap());
    call(&platform, async |corners| corners.register("Anna", PASSWORD).await);
    let password = folder.path().join("password");
    std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    let (server, password) = (platform.url(), password.display());
    let mut command = corners(&format!(
        "block --server {server} --name anna --password-file {password}"
    ));
    command.env("XDG_STATE_HOME", folder.path());
    let asked = run(command, b"");
    assert_eq!(asked.code, 0, "{asked:?}");
    assert_eq!(asked.complaints, "as Anna\n");
    assert_eq!(asked.output, "nobody is blocked\n");
}

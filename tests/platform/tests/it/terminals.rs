//! Two people in two terminals finish a game against each other.

use std::process::Command;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::support::{Running, games, running};

/// How long a screen may take to show what is due, on a machine busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal multiplexer of the test's own. Ended when dropped.
struct Terminals {
    socket: String,
}

impl Terminals {
    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-f", "/dev/null", "-S", &self.socket])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Opens a terminal that runs a program and keeps its screen when it ends.
    fn open(&self, name: &str, command: &str) {
        self.tmux(&["-u", "new-session", "-d", "-s", name, "-x", "120", "-y", "34", command]);
        self.tmux(&["set-option", "-t", name, "remain-on-exit", "on"]);
    }

    /// Waits until a terminal shows a text, and answers its screen.
    async fn shows(&self, name: &str, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.tmux(&["capture-pane", "-p", "-t", name]);
            if screen.contains(text) {
                return screen;
            }
            assert!(Instant::now() < until, "{name} does not show {text:?}:\n{screen}");
            // The screen tells nobody that it has changed: it is looked at until it has.
            sleep(Duration::from_millis(20)).await;
        }
    }

    fn types(&self, name: &str, text: &str) {
        self.tmux(&["send-keys", "-t", name, "-l", text]);
        self.tmux(&["send-keys", "-t", name, "Enter"]);
    }
}

impl Drop for Terminals {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn play(running: &Running, arguments: &str) -> String {
    let program = corners_platform_tests::program("corners");
    format!(
        "{} play --server {} {arguments}",
        program.display(),
        running.platform.url()
    )
}

#[tokio::test]
async fn two_terminals_finish_a_game() {
    let running = running().await;
    let socket = running.data().join("tmux").display().to_string();
    let terminals = Terminals { socket };
    let game = games()
        .into_iter()
        .find(|game| game.reason == "goal" && !game.start.is_empty() && game.moves.len() == 4)
        .unwrap();
    terminals.open(
        "white",
        &play(
            &running,
            &format!("--variant {} --time 5+3 --start '{}'", game.variant, game.start),
        ),
    );
    let screen = terminals.shows("white", "Waiting for the other player").await;
    let mut words = screen.split_whitespace().skip_while(|word| *word != "table").skip(1);
    let table = words.next().unwrap();
    terminals.open("black", &play(&running, &format!("--join {table}")));
    for (ply, path) in game.moves.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 {
            ("white", "black")
        } else {
            ("black", "white")
        };
        let screen = terminals.shows(mover, "Your move").await;
        assert!(
            screen.contains('○') && screen.contains('●'),
            "a board with pieces:\n{screen}"
        );
        assert!(screen.contains("5:0"), "clocks:\n{screen}");
        terminals.types(mover, path);
        terminals.shows(other, path).await;
    }
    for player in ["white", "black"] {
        let screen = terminals.shows(player, ": goal").await;
        assert!(screen.contains(&format!("{}, ", game.result)), "{screen}");
    }
}

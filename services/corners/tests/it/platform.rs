//! A platform in a process of its own, and players at it.

use std::io::{BufRead, BufReader, Lines, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use crate::program::corners;

/// `corners up` in a folder of its own. Killed when dropped.
pub(crate) struct Platform {
    process: Child,
    scheme: &'static str,
    pub(crate) address: SocketAddr,
    /// What it said when it was up.
    pub(crate) greeting: String,
    folder: TempDir,
}

impl Platform {
    /// A new platform on a free port.
    pub(crate) fn start() -> Self {
        Self::start_with("http", &[])
    }

    /// A new platform on a free port that speaks TLS with this certificate and key.
    pub(crate) fn start_tls(certificate: &Path, key: &Path) -> Self {
        let files = [("CORNERS_TLS__CERTIFICATE", certificate), ("CORNERS_TLS__KEY", key)];
        Self::start_with("https", &files)
    }

    /// A new platform on a free port over data that is there already.
    pub(crate) fn start_on(folder: TempDir) -> Self {
        Self::start_in(folder, "http", &[])
    }

    fn start_with(scheme: &'static str, environment: &[(&str, &Path)]) -> Self {
        Self::start_in(TempDir::new().unwrap(), scheme, environment)
    }

    fn start_in(folder: TempDir, scheme: &'static str, environment: &[(&str, &Path)]) -> Self {
        let (process, greeting) = up("127.0.0.1:0", folder.path(), environment);
        Self {
            process,
            scheme,
            address: address_in(&greeting),
            greeting,
            folder,
        }
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// Where its data is.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Asks it to stop, waits until it has, and answers the exit code.
    pub(crate) fn stop(mut self) -> i32 {
        let asked = Command::new("kill")
            .arg(self.process.id().to_string())
            .status()
            .unwrap();
        assert!(asked.success());
        self.process.wait().unwrap().code().expect("it was killed")
    }

    /// Kills the process as a power cut would, and starts another with the same address and data.
    pub(crate) fn kill_and_start_again(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        let address = self.address.to_string();
        (self.process, _) = up(&address, self.folder.path(), &[]);
    }

    /// A player, told what to do line by line, whose guests are kept in this folder.
    pub(crate) fn play_keeping(&self, folder: &Path, arguments: &str) -> Player {
        let mut command = corners(&format!("play --server http://{} {arguments}", self.address));
        command.env("XDG_STATE_HOME", folder);
        Player::start(command)
    }

    /// A player, told what to do line by line.
    pub(crate) fn play(&self, arguments: &str) -> Player {
        Player::start(corners(&format!("play --server {} {arguments}", self.url())))
    }

    /// Somebody whose players and guests are kept in this folder, with a command of another kind.
    pub(crate) fn meet(&self, folder: &Path, arguments: &str) -> Player {
        let mut command = corners(&format!("{arguments} --server {}", self.url()));
        command.env("XDG_STATE_HOME", folder);
        Player::start(command)
    }

    /// Where it is, as clients take it.
    pub(crate) fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts the platform and waits until it has said where it is and what to try.
fn up(listen: &str, folder: &Path, environment: &[(&str, &Path)]) -> (Child, String) {
    let mut process = corners(&format!("up --listen {listen} --data"))
        .arg(folder)
        .env("CORNERS_LOG__FILTER", "warn")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut greeting = String::new();
    for line in BufReader::new(process.stdout.as_mut().unwrap()).lines() {
        let line = line.unwrap();
        greeting.push_str(&format!("{line}\n"));
        if line.starts_with("Ctrl-C") {
            break;
        }
    }
    (process, greeting)
}

fn address_in(greeting: &str) -> SocketAddr {
    let address = greeting
        .split("://")
        .nth(1)
        .and_then(|rest| rest.split([',', ' ', '\n']).next());
    address
        .and_then(|address| address.parse().ok())
        .unwrap_or_else(|| panic!("no address in {greeting:?}"))
}

/// `corners play` in a process of its own. Killed when dropped.
pub(crate) struct Player {
    process: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Player {
    /// White at a table that starts from a set-up position.
    pub(crate) fn with_start(platform: &Platform, position: &str) -> Self {
        let mut command = corners(&format!(
            "play --server http://{} --time untimed --start",
            platform.address
        ));
        command.arg(position);
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        Self {
            input: process.stdin.take(),
            output,
            process,
        }
    }

    /// Writes lines.
    pub(crate) fn write(&mut self, lines: &[&str]) {
        let input = self.input.as_mut().expect("the input was ended");
        lines.iter().for_each(|line| writeln!(input, "{line}").unwrap());
    }

    /// Ends the input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Reads on until a line begins with this, and answers the rest of that line.
    pub(crate) fn read_until(&mut self, beginning: &str) -> String {
        let mut seen = Vec::new();
        for line in self.output.by_ref() {
            let line = line.unwrap();
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.trim().to_owned();
            }
            seen.push(line);
        }
        panic!("no {beginning:?} in:\n{}", seen.join("\n"));
    }

    /// Closes the terminal, as somebody does who has had enough.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Reads to the end, and answers the exit code.
    pub(crate) fn finish(mut self) -> i32 {
        while self.output.next().is_some() {}
        self.process.wait().unwrap().code().expect("the player was killed")
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

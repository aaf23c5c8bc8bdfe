//! `corners up` as a process of its own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use corners_client::{Corners, Options, Session};
use rustix::process::{Pid, Signal, kill_process};
use tokio::net::unix::pipe::Receiver;

/// The platform running as a process, with its data and its log in one folder. Killed when dropped; when that happens
/// in a failing test, its log goes to standard error.
#[derive(Debug)]
pub struct Platform {
    folder: PathBuf,
    address: SocketAddr,
    process: Child,
}

/// A step in the platform at which it kills itself, as `kill -9` would: the `passage`-th time it passes the point.
/// Exists in debug builds only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kill {
    /// The point's name: `after-punch` (nothing is in the log yet), `after-append` (it is, and nobody was told) or, in
    /// the archive, `archive-after-record` (games are recorded, and not acknowledged).
    pub point: &'static str,
    /// Which passage of the point it dies at, from 1.
    pub passage: u64,
}

impl Platform {
    /// Starts the platform on a free port with the data in `folder`, and waits until it listens.
    #[must_use]
    pub fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    /// Like [`Platform::start`], with environment variables (settings such as `CORNERS_SERVER__MAX_CALLS`).
    #[must_use]
    pub fn start_with(folder: &Path, environment: &[(&str, &str)]) -> Self {
        let (process, address) = up(folder, "127.0.0.1:0", environment);
        Self {
            folder: folder.to_owned(),
            address,
            process,
        }
    }

    /// Where it listens; the same after a restart.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it listens, as clients take it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A new connection, with the SDK's default bounds.
    pub async fn connect(&self) -> Corners {
        Corners::connect(&self.url(), Options::default()).await.unwrap()
    }

    /// A new guest on a connection of its own.
    pub async fn guest(&self) -> Session {
        self.connect().await.guest().await.unwrap()
    }

    /// Kills the process as `kill -9` does, and waits until it is gone.
    pub fn kill(&mut self) {
        // One that has died by itself is as dead.
        let _ = self.process.kill();
        self.process.wait().unwrap();
    }

    /// Waits until the process is gone: for one that was started with [`Kill`], or told to stop.
    pub fn wait(&mut self) -> ExitStatus {
        self.process.wait().unwrap()
    }

    /// Like [`Platform::wait`], while the test's other tasks go on. Once a process.
    pub async fn gone(&mut self) {
        let output = self.process.stdout.take().unwrap();
        let mut output = Receiver::from_owned_fd(output.into()).unwrap();
        // Nobody else has the other end: it closes with the process.
        tokio::io::copy(&mut output, &mut tokio::io::sink()).await.unwrap();
        self.wait();
    }

    /// Asks the process to stop (SIGTERM), without waiting.
    pub fn terminate(&self) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
    }

    /// Asks the process to stop, and waits until it has.
    pub fn stop(&mut self) -> ExitStatus {
        self.terminate();
        self.wait()
    }

    /// Starts the platform again, with the same address and data, once it is gone; waits until it listens.
    pub fn restart(&mut self) {
        self.restart_with(&[]);
    }

    /// Like [`Platform::restart`], with environment variables.
    pub fn restart_with(&mut self, environment: &[(&str, &str)]) {
        let ended = self.process.try_wait().unwrap();
        assert!(
            ended.is_some(),
            "restart of a platform that is still running: kill or stop it first"
        );
        (self.process, _) = up(&self.folder, &self.address.to_string(), environment);
    }

    /// Like [`Platform::restart`], for a process that will kill itself.
    pub fn restart_to_die(&mut self, kill: Kill) {
        let at = format!("{}:{}", kill.point, kill.passage);
        self.restart_with(&[(corners_service::faults::KILL_AT, &at)]);
    }

    /// What all its processes have logged.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(log_file(&self.folder)).unwrap_or_default()
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("log of the platform:\n{}", self.log());
        }
    }
}

/// Starts a process and waits until it says where it listens.
fn up(folder: &Path, listen: &str, environment: &[(&str, &str)]) -> (Child, SocketAddr) {
    fs::create_dir_all(folder).unwrap();
    let log = File::options()
        .create(true)
        .append(true)
        .open(log_file(folder))
        .unwrap();
    let mut process = Command::new(program("corners"))
        .args(["up", "--listen", listen, "--data"])
        .arg(folder.join("data"))
        .env_remove(crate::SEED)
        .env("CORNERS_LOG__FILTER", "info")
        .envs(crate::FOR_ONE_CALLER)
        .envs([crate::FOR_ONE_PLAYER])
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut greeting = String::new();
    let mut output = BufReader::new(process.stdout.as_mut().unwrap());
    output.read_line(&mut greeting).unwrap();
    let address = greeting
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split([',', ' ', '\n']).next())
        .and_then(|address| address.parse().ok());
    let Some(address) = address else {
        let _ = process.kill();
        let log = fs::read_to_string(log_file(folder)).unwrap_or_default();
        panic!("the platform did not start: it said {greeting:?}, its log is:\n{log}");
    };
    (process, address)
}

fn log_file(folder: &Path) -> PathBuf {
    folder.join("corners.log")
}

/// A program of the platform, beside the one that is running: `target/<profile>/<name>`.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    let running = std::env::current_exe().unwrap();
    let beside = running.parent().unwrap();
    let profile = if beside.ends_with("deps") {
        beside.parent().unwrap()
    } else {
        beside
    };
    let binary = profile.join(name);
    assert!(
        binary.is_file(),
        "{} does not exist; build it first: cargo build -p {name}",
        binary.display()
    );
    binary
}

//! One service as a process of its own.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::{Kill, program};

/// Longer than any process that starts at all takes on a machine that is busy.
const STARTS_WITHIN: Duration = Duration::from_secs(60);

/// How often a process is started that ends before it serves.
const MOST_STARTS: usize = 10;

/// How much of a log is shown when a test fails.
const LINES_SHOWN: usize = 200;

/// One replica of a service as a process, with its data and its log in one folder. Killed when dropped; when that
/// happens in a failing test, the end of its log goes to standard error.
#[derive(Debug)]
pub struct Service {
    /// What it is called on the stage, such as `clock-1`.
    name: String,
    program: PathBuf,
    environment: Vec<(String, String)>,
    log: PathBuf,
    process: Child,
    phase: watch::Receiver<Phase>,
    /// Writes the log; ends with the process.
    scribe: Option<JoinHandle<()>>,
}

/// How far a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Starting,
    Serving,
    Gone,
}

impl Service {
    /// Starts a program, which is called `name` here, and waits until it is serving.
    pub(super) async fn start(
        program_name: &str,
        name: impl Into<String>,
        folder: &Path,
        mut environment: Vec<(String, String)>,
    ) -> Self {
        let name = name.into();
        let data = folder.join(&name);
        environment.push(("CORNERS_DATA__FOLDER".to_owned(), data.display().to_string()));
        let program = program(program_name);
        let log = folder.join(format!("{name}.log"));
        let (process, phase, scribe) = spawn(&program, &environment, &[], &log);
        let mut service = Self {
            name,
            program,
            environment,
            log,
            process,
            phase,
            scribe: Some(scribe),
        };
        service.until_serving(&[]).await;
        service
    }

    /// What it is called on the stage, such as `clock-1`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The process, for those who look at what it uses.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the process as `kill -9` does, and waits until it is gone.
    pub fn kill(&mut self) {
        // One that has died by itself is as dead.
        let _ = self.process.kill();
        self.wait();
    }

    /// Stops the process where it is (SIGSTOP): its connections stay open, and nothing answers.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
        let pid = Some(Pid::from_child(&self.process));
        let (_, status) = waitpid(pid, WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped(), "{} was not stopped: {status:?}", self.name);
    }

    /// Lets a stopped process go on.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Asks the process to stop (SIGTERM), without waiting.
    pub fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Waits until the process has ended by itself.
    pub async fn gone(&mut self) -> ExitStatus {
        // The sender is dropped with the process.
        let _ = self.phase.wait_for(|phase| *phase == Phase::Gone).await;
        self.wait()
    }

    /// Asks the process to stop, and waits until it has.
    pub async fn stop(&mut self) -> ExitStatus {
        self.terminate();
        self.gone().await
    }

    /// Starts the program again, with the same addresses and data, once it is gone; waits until it is serving.
    pub async fn restart(&mut self) {
        self.restart_with(&[]).await;
    }

    /// Like [`Service::restart`], for a process that will kill itself.
    pub async fn restart_to_die(&mut self, kill: Kill) {
        let at = format!("{}:{}", kill.point, kill.passage);
        self.restart_with(&[(corners_service::faults::KILL_AT, &at)]).await;
    }

    /// Like [`Service::restart`], with more environment variables for this once.
    pub async fn restart_with(&mut self, environment: &[(&str, &str)]) {
        self.spawn_again(environment);
        self.until_serving(environment).await;
    }

    /// Starts the program again with more environment variables, for one that refuses to start with them: how it ended,
    /// and what it said.
    pub async fn refused_start(&mut self, environment: &[(&str, &str)]) -> (ExitStatus, String) {
        let before = self.log().len();
        self.spawn_again(environment);
        let status = timeout(STARTS_WITHIN, self.gone()).await.unwrap();
        (status, self.log()[before..].to_owned())
    }

    /// What all its processes have logged.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    fn spawn_again(&mut self, environment: &[(&str, &str)]) {
        let ended = self.process.try_wait().unwrap();
        assert!(ended.is_some(), "{} is still running: kill or stop it first", self.name);
        let (process, phase, scribe) = spawn(&self.program, &self.environment, environment, &self.log);
        (self.process, self.phase, self.scribe) = (process, phase, Some(scribe));
    }

    /// Waits until the process is serving. One that ends before, because Redis is still loading or does not answer in time,
    /// is started again, as whoever runs services does.
    async fn until_serving(&mut self, environment: &[(&str, &str)]) {
        for _ in 0..MOST_STARTS {
            let started = timeout(STARTS_WITHIN, self.phase.wait_for(|phase| *phase != Phase::Starting));
            match started.await.map(|phase| phase.map(|phase| *phase)) {
                Ok(Ok(Phase::Serving)) => return,
                Ok(_) => self.wait(),
                Err(_) => break,
            };
            self.spawn_again(environment);
        }
        panic!("{} did not start; its log:\n{}", self.name, self.log());
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
    }

    fn wait(&mut self) -> ExitStatus {
        let status = self.process.wait().unwrap();
        if let Some(scribe) = self.scribe.take() {
            scribe.join().unwrap();
        }
        status
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<_> = log.lines().collect();
            let shown = lines[lines.len().saturating_sub(LINES_SHOWN)..].join("\n");
            eprintln!("log of {}:\n{shown}", self.name);
        }
    }
}

fn spawn(
    program: &Path,
    environment: &[(String, String)],
    more: &[(&str, &str)],
    log: &Path,
) -> (Child, watch::Receiver<Phase>, JoinHandle<()>) {
    let log = File::options().create(true).append(true).open(log).unwrap();
    let mut process = Command::new(program)
        .env_remove(crate::SEED)
        .env("CORNERS_LOG__FILTER", "info")
        .envs(crate::FOR_ONE_CALLER)
        .envs(environment.iter().map(|(key, value)| (key, value)))
        .envs(more.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = process.stderr.take().unwrap();
    let (phase_in, phase) = watch::channel(Phase::Starting);
    let scribe = std::thread::spawn(move || write_down(said, log, &phase_in));
    (process, phase, scribe)
}

/// Writes down what a process says, and notices when it says that it is serving.
fn write_down(said: ChildStderr, mut log: File, phase: &watch::Sender<Phase>) {
    for line in BufReader::new(said).split(b'\n') {
        let mut line = line.unwrap();
        line.push(b'\n');
        log.write_all(&line).unwrap();
        if *phase.borrow() == Phase::Starting && line.windows(10).any(|word| word == b"is serving") {
            phase.send_replace(Phase::Serving);
        }
    }
    phase.send_replace(Phase::Gone);
}

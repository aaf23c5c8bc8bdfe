//! One server.

use std::time::Duration;

use corners_test_servers::port::Port;
use redis::{Client, FromRedisValue, RedisError};
use rustix::process::Signal;
use tempfile::TempDir;
use tokio::time::timeout;

use crate::clock::{Clock, Step};
use crate::error::TestRedisError;
use crate::options::{Durability, Options};
use crate::port::PORTS;
use crate::process::Process;

const PROGRAM: &str = "redis-server";

/// A command of a test may take so long; a server that has been paused does not answer.
const ANSWER: Duration = Duration::from_secs(10);

/// A Redis server: a process, its port and its folder. Dropping it kills the process and removes the folder.
#[derive(Debug)]
pub struct Server {
    process: Option<Process>,
    port: Port,
    folder: TempDir,
    options: Options,
    clock: Option<Clock>,
}

impl Server {
    /// Starts a server and waits until it serves.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn start(durability: Durability) -> Result<Self, TestRedisError> {
        Self::with(Options::of(durability)).await
    }

    /// Starts a server with these options and waits until it serves.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn with(options: Options) -> Result<Self, TestRedisError> {
        let folder = tempfile::tempdir().map_err(TestRedisError::system("make a folder"))?;
        let clock = if options.has_own_clock {
            Some(Clock::in_folder(folder.path())?)
        } else {
            None
        };
        let mut server = Self {
            process: None,
            port: PORTS.reserve()?,
            folder,
            options,
            clock,
        };
        server.restart().await?;
        Ok(server)
    }

    /// Where it is: `127.0.0.1:<port>`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port())
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port.number
    }

    /// Where it is, as an URL, with its password if it has one.
    pub fn url(&self) -> String {
        match &self.options.password {
            Some(password) => format!("redis://:{password}@{}", self.address()),
            None => format!("redis://{}", self.address()),
        }
    }

    /// Kills it (SIGKILL). What its durability does not promise to keep is lost.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Stops it (SIGSTOP): it keeps its connections and answers nothing.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Sets the server's real-time clock from one moment to the next, as somebody may who looks after its machine. Its
    /// monotonic clock, and everybody else's clocks, stay as they are. It lasts until the next step, restarts included.
    ///
    /// # Errors
    /// When the server was started without [`Options::own_clock`].
    pub fn step_clock(&self, step: Step) -> Result<(), TestRedisError> {
        self.clock.as_ref().ok_or(TestRedisError::NoOwnClock)?.step(step)
    }

    /// Starts it on the same port with what is in its folder, and waits until it serves. Kills it before, if it runs.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn restart(&mut self) -> Result<(), TestRedisError> {
        self.kill();
        let mut words = self.options.command_line();
        words.extend(["--port".to_owned(), self.port.number.to_string()]);
        self.process = Some(start(words, self.clock.clone(), &self.folder).await?);
        Ok(())
    }

    /// Changes a setting of the running server.
    ///
    /// # Errors
    /// When it refuses.
    pub async fn config_set(&self, name: &str, value: &str) -> Result<(), TestRedisError> {
        self.ask(&["CONFIG", "SET", name, value]).await
    }

    /// Sends a command on a connection of its own.
    ///
    /// # Errors
    /// When the server refuses it, answers something else, or does not answer within ten seconds.
    pub async fn ask<T: FromRedisValue>(&self, words: &[&str]) -> Result<T, TestRedisError> {
        let asking = async {
            let mut connection = Client::open(self.url())?.get_multiplexed_async_connection().await?;
            let mut command = redis::Cmd::new();
            command.arg(words);
            command.query_async::<T>(&mut connection).await
        };
        let answered: Result<T, RedisError> = timeout(ANSWER, asking)
            .await
            .map_err(|_| TestRedisError::NeverCame("the answer to a command"))?;
        Ok(answered?)
    }

    /// A field of what `INFO` says.
    ///
    /// # Errors
    /// As [`ask`](Self::ask); and when there is no such field.
    pub async fn info(&self, field: &str) -> Result<String, TestRedisError> {
        let info: String = self.ask(&["INFO", "everything"]).await?;
        let value = info
            .lines()
            .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
        value
            .map(|value| value.trim().to_owned())
            .ok_or(TestRedisError::NeverCame("a field of INFO"))
    }

    fn signal(&self, signal: Signal) {
        if let Some(process) = &self.process {
            process.signal(signal);
        }
    }
}

/// Starts the program on a thread for blocking work.
pub(crate) async fn start(
    words: Vec<String>,
    clock: Option<Clock>,
    folder: &TempDir,
) -> Result<Process, TestRedisError> {
    let folder = folder.path().to_owned();
    let starting = tokio::task::spawn_blocking(move || Process::start(PROGRAM, &words, clock.as_ref(), &folder));
    starting.await.map_err(|_| TestRedisError::NeverCame("the start"))?
}

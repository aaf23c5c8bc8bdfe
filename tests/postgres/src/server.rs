//! One server.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use corners_test_servers::port::Port;
use rustix::process::Signal;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection};
use tokio::time::timeout;

use crate::database::Database;
use crate::error::TestPostgresError;
use crate::options::{Durability, Options};
use crate::port::PORTS;
use crate::process::Process;
use crate::programs::Programs;
use crate::template::{self, PASSWORD, USER};

/// A statement of a test may take so long; a server that has been paused does not answer.
const ANSWER: Duration = Duration::from_secs(10);

/// The database that every server has.
const FIRST: &str = "postgres";

/// A PostgreSQL server: its processes, its port and its folder. Dropping it kills the processes and removes the folder.
#[derive(Debug)]
pub struct Server {
    process: Option<Process>,
    programs: Programs,
    port: Port,
    folder: PathBuf,
    options: Options,
    databases: AtomicU32,
}

impl Server {
    /// Starts a server and waits until it serves.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn start(durability: Durability) -> Result<Self, TestPostgresError> {
        Self::with(Options::of(durability)).await
    }

    /// Starts a server with these options and waits until it serves.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn with(options: Options) -> Result<Self, TestPostgresError> {
        blocking(move || Self::open(options)).await
    }

    fn open(options: Options) -> Result<Self, TestPostgresError> {
        let programs = Programs::find()?;
        let folder = tempfile::tempdir().map_err(TestPostgresError::system("make a folder"))?;
        programs.give(folder.path())?;
        template::copy_into(folder.path(), &programs)?;
        if options.asks_for_password {
            let rules = "host all all 127.0.0.1/32 scram-sha-256\n";
            fs::write(folder.path().join("data/pg_hba.conf"), rules)
                .map_err(TestPostgresError::system("write pg_hba.conf"))?;
        }
        if let Some(identity) = &options.identity {
            for (name, text) in [("server.crt", &identity.certificate), ("server.key", &identity.key)] {
                write_secret(&folder.path().join("data").join(name), text, &programs)?;
            }
        }
        let port = PORTS.reserve()?;
        let words = words(&options, &port);
        let process = Process::start(&programs, &words, folder.path())?;
        Ok(Self {
            process: Some(process),
            programs,
            port,
            // From now on it is the watchdog that removes it.
            folder: folder.keep(),
            options,
            databases: AtomicU32::new(0),
        })
    }

    /// Where it is: `127.0.0.1:<port>`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port())
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port.number
    }

    /// Makes an empty database.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn database(&self) -> Result<Database, TestPostgresError> {
        // Copying files is quicker than writing them to the log, and nothing is lost here that is worth anything.
        self.database_like("STRATEGY file_copy").await
    }

    /// Makes an empty database with these options of `CREATE DATABASE`.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn database_like(&self, options: &str) -> Result<Database, TestPostgresError> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.execute(&format!("CREATE DATABASE {name} {options}")).await?;
        Ok(Database::new(self.port(), name))
    }

    /// Executes a statement outside any of the tests' databases.
    ///
    /// # Errors
    /// When the server refuses it, or does not answer within ten seconds.
    pub async fn execute(&self, statement: &str) -> Result<(), TestPostgresError> {
        let options = connect_options(self.port(), FIRST);
        let executing = async {
            let mut connection = PgConnection::connect_with(&options).await?;
            sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
                .execute(&mut connection)
                .await?;
            connection.close().await
        };
        let executed = timeout(ANSWER, executing).await;
        Ok(executed.map_err(|_| TestPostgresError::NeverCame("the answer to a statement"))??)
    }

    /// Kills all of its processes (SIGKILL), as a machine that loses power does but for what the system has not written
    /// to its disks yet.
    ///
    /// # Errors
    /// When the files of the killed server cannot be put in order.
    pub async fn kill(&mut self) -> Result<(), TestPostgresError> {
        let Some(process) = self.process.take() else {
            return Ok(());
        };
        let lock = self.folder.join("data/postmaster.pid");
        blocking(move || {
            process.kill();
            let lines = fs::read_to_string(&lock).unwrap_or_default();
            remove_segment(&lines);
            fs::remove_file(&lock).map_err(TestPostgresError::system("remove the lock of a killed server"))
        })
        .await
    }

    /// Stops all of its processes (SIGSTOP): they keep their connections and answer nothing.
    pub fn pause(&self) {
        if let Some(process) = &self.process {
            process.signal(Signal::STOP);
        }
    }

    /// Lets them go on after [`pause`](Self::pause).
    pub fn resume(&self) {
        if let Some(process) = &self.process {
            process.signal(Signal::CONT);
        }
    }

    /// Starts it on the same port with what is in its folder, and waits until it serves. Kills it before, if it runs.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn restart(&mut self) -> Result<(), TestPostgresError> {
        self.kill().await?;
        let words = words(&self.options, &self.port);
        let (programs, folder) = (self.programs.clone(), self.folder.clone());
        self.process = Some(blocking(move || Process::start(&programs, &words, &folder)).await?);
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.take().is_none() {
            // It has been killed, and its watchdog is gone.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Writes a file that nobody but the server may read, which it insists upon.
fn write_secret(path: &Path, text: &str, programs: &Programs) -> Result<(), TestPostgresError> {
    let mut options = fs::OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(0o600).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(TestPostgresError::system("write a certificate"))?;
    programs.give(path)
}

/// How to connect to a database of a server.
pub(crate) fn connect_options(port: u16, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port)
        .username(USER)
        .password(PASSWORD)
        .database(database)
}

fn words(options: &Options, port: &Port) -> Vec<String> {
    let mut words = vec![
        "-D".to_owned(),
        "data".to_owned(),
        "-p".to_owned(),
        port.number.to_string(),
    ];
    for setting in options.all_settings() {
        words.extend(["-c".to_owned(), setting]);
    }
    words
}

/// A killed server leaves a System V segment behind, of which a machine has some thousands; its number ends the last line
/// of the lock file.
fn remove_segment(lock: &str) {
    let numbers = lock.lines().nth(6).and_then(|line| line.split_whitespace().nth(1));
    if let Some(segment) = numbers {
        // When it fails the segment is gone already, or the program is missing and it stays.
        let _ = Command::new("ipcrm").args(["-m", segment]).status();
    }
}

/// Runs what blocks on a thread for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TestPostgresError> + Send + 'static,
) -> Result<T, TestPostgresError> {
    let working = tokio::task::spawn_blocking(work);
    working.await.map_err(|_| TestPostgresError::NeverCame("the start"))?
}

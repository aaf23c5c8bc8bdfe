//! The programs, and the user that they run as.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::geteuid;

use crate::error::TestPostgresError;

/// Where Debian puts every version, without putting it into the PATH.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The oldest version that the tests know how to start and to fill.
const OLDEST: u32 = 15;

/// The programs of one version of PostgreSQL, and who runs them.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    folder: PathBuf,
    pub(crate) version: String,
    /// Where this process is root's, whom PostgreSQL refuses: user and group of `postgres`.
    user: Option<(u32, u32)>,
}

impl Programs {
    /// The newest version on this machine.
    pub(crate) fn find() -> Result<Self, TestPostgresError> {
        let versions = fs::read_dir(DEBIAN).map_err(TestPostgresError::system("look into /usr/lib/postgresql"))?;
        let newest = versions
            .filter_map(Result::ok)
            .filter(|entry| entry.path().join("bin/postgres").exists())
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .filter(|version| *version >= OLDEST)
            .max();
        let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let version = newest
            .ok_or_else(missing)
            .map_err(TestPostgresError::system("find the programs of version 15 or newer"))?
            .to_string();
        let user = if geteuid().is_root() { Some(find_user()?) } else { None };
        Ok(Self {
            folder: Path::new(DEBIAN).join(&version).join("bin"),
            version,
            user,
        })
    }

    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.folder.join(program)
    }

    /// A command that is run as the user, and writes the C locale's messages.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command.env("LC_ALL", "C").stdin(Stdio::null());
        command
    }

    /// Runs a program to its end.
    pub(crate) fn run(
        &self,
        name: &'static str,
        program: impl AsRef<std::ffi::OsStr>,
        words: &[&std::ffi::OsStr],
    ) -> Result<(), TestPostgresError> {
        let output = self.command(program).args(words).current_dir("/").output();
        let output = output.map_err(TestPostgresError::system("run a program"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(TestPostgresError::Program {
            program: name,
            words: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    /// Gives a folder to the user.
    pub(crate) fn give(&self, folder: &Path) -> Result<(), TestPostgresError> {
        let Some((user, group)) = self.user else {
            return Ok(());
        };
        chown(folder, Some(user), Some(group)).map_err(TestPostgresError::system("hand a folder over"))
    }

    /// Tells apart what different users leave behind.
    pub(crate) fn user_name(&self) -> String {
        let user = self.user.map_or_else(|| geteuid().as_raw(), |(user, _)| user);
        user.to_string()
    }
}

fn find_user() -> Result<(u32, u32), TestPostgresError> {
    let users = fs::read_to_string("/etc/passwd").map_err(TestPostgresError::system("read /etc/passwd"))?;
    let line = users.lines().find(|line| line.starts_with("postgres:"));
    let mut fields = line.ok_or(TestPostgresError::NoUser)?.split(':').skip(2);
    let mut number = || fields.next().and_then(|field| field.parse().ok());
    match (number(), number()) {
        (Some(user), Some(group)) => Ok((user, group)),
        _ => Err(TestPostgresError::NoUser),
    }
}

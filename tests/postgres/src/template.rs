//! A cluster that has just been made, from which every server's is copied: `initdb` takes a second, a copy takes a tenth
//! of it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::TestPostgresError;
use crate::programs::Programs;

/// The only user of the servers.
pub(crate) const USER: &str = "corners";
/// Its password, where it is asked for one.
pub(crate) const PASSWORD: &str = "a/secret:of@tests";

/// Changes when what is below makes another template.
const EDITION: u32 = 1;

/// Copies the template into a folder, as `data`; makes the template first, if this machine has none yet.
pub(crate) fn copy_into(folder: &Path, programs: &Programs) -> Result<(), TestPostgresError> {
    let template = find(programs)?;
    let words = ["-a".as_ref(), "--reflink=auto".as_ref(), template.as_os_str()];
    let target = folder.join("data");
    programs.run("cp", "cp", &[&words[..], &[target.as_os_str()]].concat())
}

fn find(programs: &Programs) -> Result<PathBuf, TestPostgresError> {
    let name = format!(
        "corners-test-postgres-{}-{}-{EDITION}",
        programs.version,
        programs.user_name()
    );
    let template = std::env::temp_dir().join(&name);
    if template.exists() {
        return Ok(template);
    }
    let lock = std::env::temp_dir().join(format!("{name}.lock"));
    let lock = File::create(lock).map_err(TestPostgresError::system("make a lock"))?;
    lock.lock().map_err(TestPostgresError::system(
        "wait for another process that makes the template",
    ))?;
    if !template.exists() {
        make(&template, programs)?;
    }
    Ok(template)
}

fn make(template: &Path, programs: &Programs) -> Result<(), TestPostgresError> {
    let folder = tempfile::tempdir().map_err(TestPostgresError::system("make a folder"))?;
    let password = folder.path().join("password");
    fs::write(&password, PASSWORD).map_err(TestPostgresError::system("write a file"))?;
    programs.give(&password)?;
    programs.give(folder.path())?;
    let data = folder.path().join("data");
    let words = [
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C",
        "--auth=trust",
        "--wal-segsize=1",
        "--username",
        USER,
        "--pwfile",
    ]
    .map(AsRef::as_ref);
    let paths = [password.as_os_str(), "--pgdata".as_ref(), data.as_os_str()];
    programs.run("initdb", programs.path("initdb"), &[&words[..], &paths].concat())?;
    fs::rename(data, template).map_err(TestPostgresError::system("put the template in its place"))
}

//! Files that hold a secret: for their owner only, and whole or not there at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What a file could not be used for.
#[derive(Debug, thiserror::Error)]
#[error("cannot {attempt} {path}: {source}", path = path.display())]
pub struct SecretFileError {
    /// What was attempted, such as `read`.
    pub attempt: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the operating system said.
    pub source: io::Error,
}

/// The text of a secret's file; it is made, with its folder, if there is none. When several processes make it at the same
/// moment, the one that was first in place is everybody's.
///
/// `what` names the secret in warnings and notices, such as "service token".
///
/// # Errors
///
/// When the file cannot be read or made, and what `make` fails with.
pub fn read_or_make<E: From<SecretFileError>>(
    path: &Path,
    what: &str,
    make: impl FnOnce() -> Result<String, E>,
) -> Result<String, E> {
    match fs::read_to_string(path) {
        Ok(text) => {
            warn_if_others_can_read(path, what);
            return Ok(text);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(source) => return Err(failed("read", path, source).into()),
    }
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|source| failed("make the folder", folder, source))?;
    let text = make()?;
    match write_aside(folder, &text)?.persist_noclobber(path) {
        Ok(_) => {
            sync(folder)?;
            tracing::info!(path = %path.display(), "made a {what}");
            Ok(text)
        }
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
            Ok(fs::read_to_string(path).map_err(|source| failed("read", path, source))?)
        }
        Err(error) => Err(failed("write", path, error.error).into()),
    }
}

/// A complete and synced file of its own name, for its owner only. Renaming it makes it appear whole or not at all.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_aside(folder: &Path, content: &str) -> Result<NamedTempFile, SecretFileError> {
    let write = || {
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(content.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    write().map_err(|source| failed("write in", folder, source))
}

/// Has the names in a folder survive a loss of power.
///
/// # Errors
///
/// When the folder cannot be synced.
pub fn sync(folder: &Path) -> Result<(), SecretFileError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|source| failed("sync the folder", folder, source))
}

/// Some ways of mounting secrets leave no choice, so it is said and not refused.
pub fn warn_if_others_can_read(path: &Path, what: &str) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let mode = fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode());
        if mode & 0o077 != 0 {
            tracing::warn!(path = %path.display(), "others can read the {what}; use mode 0600");
        }
    }
}

/// A file without a folder in its name is in the current one.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn failed(attempt: &'static str, path: &Path, source: io::Error) -> SecretFileError {
    SecretFileError {
        attempt,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_secret_is_made_once_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/secret");
        let make = |text: &str| {
            let text = text.to_owned();
            read_or_make::<SecretFileError>(&path, "secret", || Ok(text)).unwrap()
        };
        assert_eq!(make("first"), "first");
        assert_eq!(make("second"), "first");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }

    #[test]
    fn of_two_that_are_made_at_once_the_first_in_place_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let made = read_or_make::<SecretFileError>(&path, "secret", || {
            fs::write(&path, "anothers").unwrap();
            Ok("mine".to_owned())
        });
        assert_eq!(made.unwrap(), "anothers");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let refused = read_or_make::<SecretFileError>(folder.path(), "secret", || Ok(String::new())).unwrap_err();
        assert!(refused.to_string().starts_with("cannot read "), "{refused}");
    }
}

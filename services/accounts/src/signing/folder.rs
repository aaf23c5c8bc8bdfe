//! The files of the signing keys.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::time::SystemTime;

use corners_service::secret_file::{sync, write_aside};

use super::KeyError;
use super::key::{Key, new_pem};
use super::key_name::KeyName;

/// The folder of the private keys, in the data folder.
pub const KEYS_FOLDER: &str = "signing-keys";

/// The public keys as a JWKS (RFC 7517), for whoever verifies tokens without asking.
pub const PUBLIC_KEYS_FILE: &str = "jwks.json";

/// Held while the first key is made, so that replicas that start together agree on one.
const LOCK_FILE: &str = ".lock";

/// A key's text has about 120 bytes.
const LARGEST_FILE: u64 = 16 * 1024;

/// The files of the folder, with their texts where they can be read.
pub(super) fn files(data: &Path) -> Result<Vec<(String, Option<String>)>, KeyError> {
    let folder = data.join(KEYS_FOLDER);
    let unreadable = |source| failed("read the folder", &folder, source);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Hidden ones are being written, or how secrets are mounted.
        if !name.starts_with('.') {
            files.push((name, read_small_file(&path)));
        }
    }
    Ok(files)
}

/// Makes a key if there is no file at all.
pub(super) fn make_first_key(data: &Path, now: SystemTime) -> Result<(), KeyError> {
    let folder = data.join(KEYS_FOLDER);
    fs::create_dir_all(&folder).map_err(|source| failed("make the folder", &folder, source))?;
    if !files(data)?.is_empty() {
        return Ok(());
    }
    let path = folder.join(LOCK_FILE);
    let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let lock = open.map_err(|source| failed("open", &path, source))?;
    lock.lock().map_err(|source| failed("lock", &path, source))?;
    if files(data)?.is_empty() {
        make_key(data, now)?;
    }
    Ok(())
}

/// Makes a key, and answers its id.
pub(super) fn make_key(data: &Path, now: SystemTime) -> Result<String, KeyError> {
    let folder = data.join(KEYS_FOLDER);
    let pem = new_pem()?;
    let key = Key::from_pem(&pem).ok_or_else(|| KeyError::Make("the new key cannot be read".into()))?;
    let id = key.header.kid.unwrap_or_default();
    let path = folder.join(KeyName::new(now, &id).as_str());
    let complete = write_aside(&folder, &pem)?;
    let written = complete.persist_noclobber(&path);
    written.map_err(|error| failed("write", &path, error.error))?;
    sync(&folder)?;
    tracing::info!(path = %path.display(), "made a signing key");
    Ok(id)
}

/// Writes the public keys, unless they stand there already.
pub(super) fn publish(data: &Path, jwks: &str) -> Result<(), KeyError> {
    let path = data.join(PUBLIC_KEYS_FILE);
    if fs::read_to_string(&path).is_ok_and(|published| published == jwks) {
        return Ok(());
    }
    let complete = write_aside(data, jwks)?;
    allow_everybody_to_read(complete.as_file()).map_err(|source| failed("set the permissions of", &path, source))?;
    let written = complete.persist(&path);
    written.map_err(|error| failed("write", &path, error.error))?;
    Ok(sync(data)?)
}

/// Some ways of mounting secrets leave no choice, so it is said and not refused.
#[cfg(unix)]
pub(super) fn warn_if_others_can_read(data: &Path) {
    use std::os::unix::fs::PermissionsExt;

    let folder = data.join(KEYS_FOLDER);
    let open_to_others = |path: &Path| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
    let mut files = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    if let Some(path) =
        files.find(|path| path.extension().is_some_and(|ending| ending == "pem") && open_to_others(path))
    {
        tracing::warn!(path = %path.display(), "others can read the signing key and make tokens; use mode 0600");
    }
}

#[cfg(not(unix))]
pub(super) fn warn_if_others_can_read(_: &Path) {}

fn read_small_file(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST_FILE {
        return None;
    }
    fs::read_to_string(path).ok()
}

#[cfg(unix)]
fn allow_everybody_to_read(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_everybody_to_read(_: &File) -> std::io::Result<()> {
    Ok(())
}

fn failed(attempt: &'static str, path: &Path, source: std::io::Error) -> KeyError {
    KeyError::File {
        attempt,
        path: path.to_owned(),
        source,
    }
}

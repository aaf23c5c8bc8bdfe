//! The files of the signing key.

use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{EncodePrivateKey, KeypairBytes};
use tempfile::NamedTempFile;

use super::KeyError;

/// The private key: PEM, PKCS#8, readable by its owner only.
pub const PRIVATE_KEY_FILE: &str = "signing-key.pem";

/// The public key as a JWKS (RFC 7517), for whoever verifies tokens.
pub const PUBLIC_KEYS_FILE: &str = "jwks.json";

/// The text of the private key; it is made if there is none.
pub(super) fn read_or_make(folder: &Path) -> Result<String, KeyError> {
    fs::create_dir_all(folder).map_err(|source| failed("make the folder", folder, source))?;
    let path = folder.join(PRIVATE_KEY_FILE);
    match fs::read_to_string(&path) {
        Ok(pem) => {
            warn_if_others_can_read(&path);
            Ok(pem)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => make(folder, &path),
        // Not even text.
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(KeyError::NotAKey { path }),
        Err(source) => Err(failed("read", &path, source)),
    }
}

/// Writes the public key, unless it stands there already.
pub(super) fn publish(folder: &Path, jwks: &str) -> Result<(), KeyError> {
    let path = folder.join(PUBLIC_KEYS_FILE);
    if fs::read_to_string(&path).is_ok_and(|published| published == jwks) {
        return Ok(());
    }
    let complete = write_aside(folder, jwks)?;
    allow_everybody_to_read(complete.as_file()).map_err(|source| failed("set the permissions of", &path, source))?;
    complete
        .persist(&path)
        .map_err(|error| failed("write", &path, error.error))?;
    sync(folder)
}

/// Makes a key. When another process makes one at the same moment, the one that was first in place is both's.
fn make(folder: &Path, path: &Path) -> Result<String, KeyError> {
    let pem = new_key()?;
    match write_aside(folder, &pem)?.persist_noclobber(path) {
        Ok(_) => {
            sync(folder)?;
            tracing::info!(path = %path.display(), "made a signing key");
            Ok(pem)
        }
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
            fs::read_to_string(path).map_err(|source| failed("read", path, source))
        }
        Err(error) => Err(failed("write", path, error.error)),
    }
}

fn new_key() -> Result<String, KeyError> {
    let key = SigningKey::from_bytes(&rand::random());
    // Without the optional public half, which older readers of PKCS#8 do not know.
    let bytes = KeypairBytes {
        secret_key: key.to_bytes(),
        public_key: None,
    };
    let pem = bytes
        .to_pkcs8_pem(LineEnding::LF)
        .map_err(|error| KeyError::Make(error.into()))?;
    Ok(pem.as_str().to_owned())
}

/// A complete and synced file of its own name, for its owner only. Renaming it makes it appear whole or not at all.
fn write_aside(folder: &Path, content: &str) -> Result<NamedTempFile, KeyError> {
    let write = || {
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(content.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    write().map_err(|source| failed("write in", folder, source))
}

fn sync(folder: &Path) -> Result<(), KeyError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|source| failed("sync the folder", folder, source))
}

#[cfg(unix)]
fn allow_everybody_to_read(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    file.set_permissions(Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_everybody_to_read(_: &File) -> std::io::Result<()> {
    Ok(())
}

/// Some ways of mounting secrets leave no choice, so it is said and not refused.
fn warn_if_others_can_read(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let mode = fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode());
        if mode & 0o077 != 0 {
            tracing::warn!(path = %path.display(), "others can read the signing key and make tokens; use mode 0600");
        }
    }
}

fn failed(attempt: &'static str, path: &Path, source: std::io::Error) -> KeyError {
    KeyError::File {
        attempt,
        path: path.to_owned(),
        source,
    }
}

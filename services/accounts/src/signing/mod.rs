//! Signing tokens, and the keys they are signed with.
//!
//! The keys are files in a folder that is read again every few seconds, so that a key is added or taken away without a
//! restart, on all replicas that share the folder. All keys are published; a new one signs once everybody had a minute to
//! learn of it.

mod folder;
mod key;
mod key_name;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use corners_proto::ids::AccountId;
use corners_service::auth::{AUDIENCE, AccountKind, Claims, ISSUER, KeySet, KeySetError, Scopes, Source, Trust};
use corners_service::secret_file::SecretFileError;
use corners_service::time::millis_since_1970;
use jsonwebtoken::encode;
use jsonwebtoken::jwk::JwkSet;
use uuid::Uuid;

pub use folder::{KEYS_FOLDER, PUBLIC_KEYS_FILE};
use key::Key;
use key_name::KeyName;

/// How old a key is before it signs: everybody has asked for the keys since.
pub const PUBLISHED_FOR: Duration = Duration::from_secs(60);

/// How often the folder is read again.
pub const REREAD_EVERY: Duration = Duration::from_secs(5);

/// Keys that are published: the newest ones.
const MOST_KEYS: usize = 16;

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A file could not be read or written.
    #[error("cannot {attempt} {path}; check that the folder exists, is writable and has room")]
    File {
        /// What was attempted, as in "cannot ... the file".
        attempt: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// There are files, but no key among them.
    #[error(
        "cannot sign tokens: none of the files in {folder} is an Ed25519 private key (PEM, PKCS#8) with a name such as \
         20260131T120000Z.pem; restore one from a backup, or move the files away to start with a new key, after which the \
         tokens in use are no longer valid"
    )]
    NoKey {
        /// The folder of the keys.
        folder: PathBuf,
    },
    /// No key could be made.
    #[error("cannot make a signing key")]
    Make(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The public halves could not be published.
    #[error("cannot publish the public keys")]
    Publish(#[from] KeySetError),
}

impl From<SecretFileError> for KeyError {
    fn from(error: SecretFileError) -> Self {
        let SecretFileError { attempt, path, source } = error;
        Self::File { attempt, path, source }
    }
}

/// What a token is to say.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    /// The account.
    pub account: AccountId,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// What the token permits.
    pub scopes: Scopes,
    /// What the token is made from.
    pub source: Source,
}

/// A token and when it expires.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// The token, a secret of its holder.
    pub text: String,
    /// When it expires; a whole second.
    pub expires_at: SystemTime,
}

/// A key that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// Its id.
    pub id: String,
    /// From when on it signs.
    pub sign_from: SystemTime,
}

/// The token could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("cannot sign a token")]
pub struct SignError(#[from] jsonwebtoken::errors::Error);

/// Signs tokens with the platform's private keys.
pub struct Signer {
    data: PathBuf,
    keys: RwLock<Arc<Keys>>,
    trust: Trust,
    /// Files that are no keys, which is said once.
    complained_of: Mutex<HashSet<String>>,
}

/// The keys of one reading, oldest first; at least one.
struct Keys {
    all: Vec<(KeyName, Key)>,
    jwks: Arc<str>,
}

impl Keys {
    /// The newest key that is old enough, or else the oldest.
    fn signing(&self, now: SystemTime) -> Option<&Key> {
        let made_by = millis_since_1970(now.checked_sub(PUBLISHED_FOR).unwrap_or(SystemTime::UNIX_EPOCH));
        let old_enough = self.all.iter().rev().find(|(name, _)| name.made_at_ms() <= made_by);
        old_enough.or(self.all.first()).map(|(_, key)| key)
    }
}

impl Signer {
    /// The signer whose keys are in the folder `signing-keys` of the data folder. At the first start a key is made,
    /// readable by its owner only.
    ///
    /// # Errors
    /// When the files cannot be read or written, or none of them is a key.
    pub fn open(data: &Path, now: SystemTime) -> Result<Self, KeyError> {
        folder::make_first_key(data, now)?;
        folder::warn_if_others_can_read(data);
        let complained_of = Mutex::default();
        let keys = read(data, &complained_of)?;
        let trust = Trust::in_keys(KeySet::from_jwks(&keys.jwks)?);
        folder::publish(data, &keys.jwks)?;
        Ok(Self {
            data: data.to_owned(),
            keys: RwLock::new(Arc::new(keys)),
            trust,
            complained_of,
        })
    }

    /// A token, valid from `now` on until `now + lifetime`.
    ///
    /// # Errors
    /// When the library refuses, which a sound key gives no cause for.
    pub fn sign(&self, grant: Grant, now: SystemTime, lifetime: Duration) -> Result<Token, SignError> {
        let issued_at = millis_since_1970(now) / 1000;
        let expires_at = issued_at + lifetime.as_secs();
        let (src, sid) = match grant.source {
            Source::Session(id) => ("session", Some(id.to_string())),
            Source::Personal(id) => ("personal", Some(id.to_string())),
            Source::Operator => ("operator", None),
        };
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: grant.account.to_string(),
            kind: grant.kind.as_str().to_owned(),
            scope: grant.scopes.to_string(),
            iat: issued_at,
            exp: expires_at,
            jti: Uuid::new_v4().to_string(),
            src: src.to_owned(),
            sid,
        };
        let keys = self.keys();
        let no_key = || jsonwebtoken::errors::ErrorKind::InvalidKeyFormat.into();
        let key = keys.signing(now).ok_or_else(no_key).map_err(SignError)?;
        Ok(Token {
            text: encode(&key.header, &claims, &key.private)?,
            expires_at: SystemTime::UNIX_EPOCH + Duration::from_secs(expires_at),
        })
    }

    /// Reads the folder again. Where that does not give a key, what was read before goes on to count.
    ///
    /// # Errors
    /// When the folder cannot be read or has no key any more.
    pub fn reread(&self) -> Result<(), KeyError> {
        let keys = read(&self.data, &self.complained_of)?;
        if keys.jwks == self.keys().jwks {
            return Ok(());
        }
        self.trust.set_keys(KeySet::from_jwks(&keys.jwks)?);
        folder::publish(&self.data, &keys.jwks)?;
        tracing::info!(keys = keys.all.len(), "the signing keys have changed");
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(())
    }

    /// Makes a new key, which is published at once and signs a minute later.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn rotate(&self, now: SystemTime) -> Result<NewKey, KeyError> {
        let id = folder::make_key(&self.data, now)?;
        self.reread()?;
        Ok(NewKey {
            id,
            sign_from: now + PUBLISHED_FOR,
        })
    }

    /// The public keys, as a JWKS (RFC 7517).
    #[must_use]
    pub fn jwks(&self) -> Arc<str> {
        Arc::clone(&self.keys().jwks)
    }

    /// Trust in the keys of this signer, whatever they become.
    #[must_use]
    pub fn trust(&self) -> Trust {
        self.trust.clone()
    }

    fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn read(data: &Path, complained_of: &Mutex<HashSet<String>>) -> Result<Keys, KeyError> {
    let mut all = Vec::new();
    for (file, pem) in folder::files(data)? {
        let key = KeyName::parse(&file).zip(pem.as_deref().and_then(Key::from_pem));
        match key {
            Some(key) => all.push(key),
            None => complain(&file, complained_of),
        }
    }
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all.drain(..all.len().saturating_sub(MOST_KEYS));
    if all.is_empty() {
        return Err(KeyError::NoKey {
            folder: data.join(KEYS_FOLDER),
        });
    }
    let keys = all.iter().map(|(_, key)| key.public.clone()).collect();
    let jwks = serde_json::to_string_pretty(&JwkSet { keys }).map_err(KeySetError::from)?;
    Ok(Keys { all, jwks: jwks.into() })
}

fn complain(file: &str, complained_of: &Mutex<HashSet<String>>) {
    let mut known = complained_of.lock().unwrap_or_else(PoisonError::into_inner);
    if known.insert(file.to_owned()) {
        tracing::warn!(
            file,
            "left a file out: it is not an Ed25519 private key (PEM, PKCS#8) with a name such as 20260131T120000Z.pem"
        );
    }
}

//! Signing tokens, and the key they are signed with.

mod key_file;

use std::path::Path;
use std::time::{Duration, SystemTime};

use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{AUDIENCE, AccountKind, Claims, ISSUER, KeySet, KeySetError, Scopes, Trust, Verifier};
use corners_service::time::millis_since_1970;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use uuid::Uuid;

pub use key_file::{PRIVATE_KEY_FILE, PUBLIC_KEYS_FILE};

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A file could not be read or written.
    #[error("cannot {attempt} {path}; check that the folder exists, is writable and has room")]
    File {
        /// What was attempted, as in "cannot ... the file".
        attempt: &'static str,
        /// The file or folder.
        path: std::path::PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The file is not a private Ed25519 key.
    #[error(
        "cannot use {path}: it is not an Ed25519 private key (PEM, PKCS#8); restore it from a backup, or move it away \
         to start with a new key, after which the tokens in use are no longer valid"
    )]
    NotAKey {
        /// The file.
        path: std::path::PathBuf,
    },
    /// No key could be made.
    #[error("cannot make a signing key")]
    Make(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The public half could not be published.
    #[error("cannot publish the public key")]
    Publish(#[from] KeySetError),
}

/// A token and when it expires.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// The token, a secret of its holder.
    pub text: String,
    /// When it expires; a whole second.
    pub expires_at: SystemTime,
}

/// Signs tokens with the platform's private key.
pub struct Signer {
    key: EncodingKey,
    header: Header,
    verifier: Verifier,
}

/// The token could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("cannot sign a token")]
pub struct SignError(#[from] jsonwebtoken::errors::Error);

impl Signer {
    /// The signer whose key is in `folder`. At the first start the key is made, readable by its owner only; the public
    /// key is written beside it.
    ///
    /// # Errors
    /// When the files cannot be read or written, or the key file holds something else.
    pub fn open(folder: &Path) -> Result<Self, KeyError> {
        let pem = key_file::read_or_make(folder)?;
        let not_a_key = || KeyError::NotAKey {
            path: folder.join(PRIVATE_KEY_FILE),
        };
        let key = EncodingKey::from_ed_pem(pem.as_bytes()).map_err(|_| not_a_key())?;
        let public = public_key(&key).map_err(|_| not_a_key())?;
        let header = Header {
            kid: public.common.key_id.clone(),
            ..Header::new(Algorithm::EdDSA)
        };
        let jwks = serde_json::to_string_pretty(&JwkSet { keys: vec![public] }).map_err(KeySetError::from)?;
        let verifier = Verifier::new(Trust::in_keys(KeySet::from_jwks(&jwks)?));
        key_file::publish(folder, &jwks)?;
        Ok(Self { key, header, verifier })
    }

    /// A token for an account, valid from `now` on for `lifetime`.
    ///
    /// # Errors
    /// When the library refuses, which a sound key gives no cause for.
    pub fn sign(
        &self,
        account: AccountId,
        kind: AccountKind,
        scopes: Scopes,
        now: SystemTime,
        lifetime: Duration,
    ) -> Result<Token, SignError> {
        let issued_at = millis_since_1970(now) / 1000;
        let expires_at = issued_at + lifetime.as_secs();
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account.to_string(),
            kind: kind.as_str().to_owned(),
            scope: scopes.to_string(),
            iat: issued_at,
            exp: expires_at,
            jti: Uuid::new_v4().to_string(),
            src: "session".to_owned(),
            sid: Some(SessionId::random().to_string()),
        };
        Ok(Token {
            text: encode(&self.header, &claims, &self.key)?,
            expires_at: SystemTime::UNIX_EPOCH + Duration::from_secs(expires_at),
        })
    }

    /// A verifier that trusts this signer.
    #[must_use]
    pub fn verifier(&self) -> Verifier {
        self.verifier.clone()
    }
}

/// The public half as a JWK. Its id is its thumbprint (RFC 7638): another key has another id.
fn public_key(key: &EncodingKey) -> jsonwebtoken::errors::Result<Jwk> {
    let mut jwk = Jwk::from_encoding_key(key, Algorithm::EdDSA)?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256)?);
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok(jwk)
}

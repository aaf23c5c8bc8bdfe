//! A signing key.

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey, KeypairBytes};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use zeroize::Zeroizing;

use super::KeyError;

/// An Ed25519 key, both halves.
pub(super) struct Key {
    pub(super) private: EncodingKey,
    pub(super) public: Jwk,
    pub(super) header: Header,
}

impl Key {
    /// Reads a private key (PEM, PKCS#8); `None` when the text is none.
    pub(super) fn from_pem(pem: &str) -> Option<Self> {
        // The token library takes other texts for keys, too, and some keys for none.
        let pem = plain_pem(&SigningKey::from_pkcs8_pem(pem).ok()?).ok()?;
        let private = EncodingKey::from_ed_pem(pem.as_bytes()).ok()?;
        let public = public_half(&private).ok()?;
        let header = Header {
            kid: public.common.key_id.clone(),
            ..Header::new(Algorithm::EdDSA)
        };
        Some(Self {
            private,
            public,
            header,
        })
    }
}

/// The public half as a JWK. Its id is its thumbprint (RFC 7638): another key has another id.
fn public_half(key: &EncodingKey) -> jsonwebtoken::errors::Result<Jwk> {
    let mut jwk = Jwk::from_encoding_key(key, Algorithm::EdDSA)?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256)?);
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok(jwk)
}

/// The text of a new private key.
pub(super) fn new_pem() -> Result<Zeroizing<String>, KeyError> {
    plain_pem(&SigningKey::from_bytes(&rand::random()))
}

/// A private key without the optional public half, which older readers of PKCS#8 do not know.
fn plain_pem(key: &SigningKey) -> Result<Zeroizing<String>, KeyError> {
    let bytes = KeypairBytes {
        secret_key: key.to_bytes(),
        public_key: None,
    };
    let pem = bytes.to_pkcs8_pem(LineEnding::LF);
    pem.map(|pem| Zeroizing::new(pem.as_str().to_owned()))
        .map_err(|error| KeyError::Make(error.into()))
}

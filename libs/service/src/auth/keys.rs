//! The public keys that tokens are verified with.

use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, JwkSet};

/// More keys than any rotation needs.
const MOST_KEYS: usize = 16;

/// An Ed25519 public key has 32 bytes, which are 43 characters of base 64.
const PUBLIC_KEY_CHARACTERS: usize = 43;

/// Why a JWKS cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeySetError {
    /// It is not a JWKS.
    #[error("cannot read the key set: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It has no Ed25519 key with an id, or too many.
    #[error("cannot use the key set: it holds {found} Ed25519 keys with an id; expected 1 to {MOST_KEYS}")]
    NoKeys {
        /// How many there are.
        found: usize,
    },
    /// A key's text is not a key.
    #[error("cannot use the key {id:?}: it is not an Ed25519 public key")]
    BadKey {
        /// The key's id.
        id: String,
    },
}

/// Ed25519 public keys by their ids.
#[derive(Clone)]
pub struct KeySet(Vec<Key>);

#[derive(Clone)]
struct Key {
    id: String,
    /// As the JWKS writes it.
    text: String,
    key: DecodingKey,
}

impl KeySet {
    /// Reads a JWKS (RFC 7517). Keys of other kinds are left out.
    ///
    /// # Errors
    ///
    /// When the text is not a JWKS, or has no usable key.
    pub fn from_jwks(json: &str) -> Result<Self, KeySetError> {
        let set: JwkSet = serde_json::from_str(json)?;
        let mut keys = Vec::new();
        for jwk in set.keys {
            let AlgorithmParameters::OctetKeyPair(parameters) = &jwk.algorithm else {
                continue;
            };
            let (EllipticCurve::Ed25519, Some(id)) = (&parameters.curve, jwk.common.key_id) else {
                continue;
            };
            // The library indexes into shorter keys without looking.
            let key = (parameters.x.len() == PUBLIC_KEY_CHARACTERS)
                .then(|| DecodingKey::from_ed_components(&parameters.x).ok())
                .flatten()
                .ok_or_else(|| KeySetError::BadKey { id: id.clone() })?;
            keys.push(Key {
                id,
                text: parameters.x.clone(),
                key,
            });
        }
        if keys.is_empty() || keys.len() > MOST_KEYS {
            return Err(KeySetError::NoKeys { found: keys.len() });
        }
        Ok(Self(keys))
    }

    /// The key with this id.
    pub(super) fn find(&self, id: &str) -> Option<&DecodingKey> {
        self.0.iter().find(|known| known.id == id).map(|known| &known.key)
    }
}

impl PartialEq for KeySet {
    fn eq(&self, other: &Self) -> bool {
        let texts = |set: &Self| {
            set.0
                .iter()
                .map(|key| (key.id.clone(), key.text.clone()))
                .collect::<Vec<_>>()
        };
        texts(self) == texts(other)
    }
}

impl std::fmt::Debug for KeySet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.0.iter().map(|key| &key.id)).finish()
    }
}

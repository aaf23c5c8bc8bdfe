//! The public keys of an outside issuer.

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey};

/// Keys of one issuer that are looked at.
const MOST_KEYS: usize = 64;

/// Characters of 256 bits in base 64.
const CHARACTERS_OF_256_BITS: usize = 43;

/// Characters of an RSA modulus in base 64: 2048 to 8192 bits.
const CHARACTERS_OF_RSA: std::ops::RangeInclusive<usize> = 342..=1366;

/// A key, with the one algorithm that it is good for.
#[derive(Clone)]
pub(super) struct Key {
    id: Option<String>,
    algorithm: Algorithm,
    pub(super) key: DecodingKey,
}

/// The keys of a JWKS that can be used: RSA from 2048 bits (RS256), P-256 (ES256), Ed25519 (EdDSA). `None` when the text is
/// no JWKS.
pub(super) fn read(json: &[u8]) -> Option<Vec<Key>> {
    // One by one, so that a key of a kind that is not known does not hide the others.
    let set: serde_json::Value = serde_json::from_slice(json).ok()?;
    let keys = set.get("keys")?.as_array()?.iter().take(MOST_KEYS);
    let keys = keys.filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok());
    let set = JwkSet { keys: keys.collect() };
    Some(set.keys.iter().filter_map(usable).collect())
}

/// The key that a token names; where it names none, the only one for its algorithm.
pub(super) fn find<'keys>(keys: &'keys [Key], id: Option<&str>, algorithm: Algorithm) -> Option<&'keys Key> {
    let mut fitting = keys.iter().filter(|key| key.algorithm == algorithm);
    match id {
        Some(id) => fitting.find(|key| key.id.as_deref() == Some(id)),
        None => fitting.next().filter(|_| fitting.next().is_none()),
    }
}

fn usable(jwk: &Jwk) -> Option<Key> {
    // The library indexes into shorter keys without looking.
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(rsa) if CHARACTERS_OF_RSA.contains(&rsa.n.len()) && rsa.e.len() <= 8 => {
            Algorithm::RS256
        }
        AlgorithmParameters::EllipticCurve(curve)
            if curve.curve == EllipticCurve::P256
                && [&curve.x, &curve.y]
                    .iter()
                    .all(|part| part.len() == CHARACTERS_OF_256_BITS) =>
        {
            Algorithm::ES256
        }
        AlgorithmParameters::OctetKeyPair(pair)
            if pair.curve == EllipticCurve::Ed25519 && pair.x.len() == CHARACTERS_OF_256_BITS =>
        {
            Algorithm::EdDSA
        }
        _ => return None,
    };
    Some(Key {
        id: jwk.common.key_id.clone(),
        algorithm,
        key: DecodingKey::from_jwk(jwk).ok()?,
    })
}

//! Keys and tokens as corners.accounts.v1 makes them, and as it does not.

use std::time::Duration;

use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{AUDIENCE, Claims, ISSUER, KeySet, Trust, Verifier};
use corners_service::time::{millis_since_1970, wall_clock};
use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::{Request, Status};

pub const KEY_ID: &str = "key-1";

/// A PKCS#8 document (RFC 8410) is this and the 32 bytes of the key.
const PKCS8_PREFIX: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

pub fn signing_key(seed: u8) -> EncodingKey {
    EncodingKey::from_ed_der(&[&PKCS8_PREFIX[..], &[seed; 32]].concat())
}

pub fn verifier() -> Verifier {
    Verifier::new(Trust::in_keys(KeySet::from_jwks(&jwks()).unwrap()))
}

pub fn jwks() -> String {
    jwks_of(1, KEY_ID)
}

pub fn jwks_of(seed: u8, key_id: &str) -> String {
    let mut jwk = Jwk::from_encoding_key(&signing_key(seed), Algorithm::EdDSA).unwrap();
    jwk.common.key_id = Some(key_id.to_owned());
    serde_json::to_string(&JwkSet { keys: vec![jwk] }).unwrap()
}

/// The claims of a guest, valid for an hour from now.
pub fn claims(account: AccountId) -> Claims {
    let now = millis_since_1970(wall_clock()) / 1000;
    Claims {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: account.to_string(),
        kind: "guest".to_owned(),
        scope: "play watch".to_owned(),
        iat: now,
        exp: now + Duration::from_secs(3600).as_secs(),
        jti: "1".to_owned(),
        src: "session".to_owned(),
        sid: Some(SessionId::random().to_string()),
    }
}

/// What somebody's calls have as `authorization`.
pub fn bearer() -> String {
    format!("Bearer {}", sign(&claims(AccountId::random())))
}

/// Adds a token to each call.
#[derive(Clone)]
pub struct WithToken(MetadataValue<Ascii>);

impl WithToken {
    pub fn of_somebody() -> Self {
        Self(bearer().parse().unwrap())
    }

    pub fn new(token: &str) -> Self {
        Self(format!("Bearer {token}").parse().unwrap())
    }
}

impl Interceptor for WithToken {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.0.clone());
        Ok(request)
    }
}

pub fn sign(claims: &Claims) -> String {
    sign_with(1, KEY_ID, claims)
}

pub fn sign_with(seed: u8, key_id: &str, claims: &Claims) -> String {
    let header = Header {
        kid: Some(key_id.to_owned()),
        ..Header::new(Algorithm::EdDSA)
    };
    encode(&header, claims, &signing_key(seed)).unwrap()
}

//! Tokens, as the server sees them.

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::error::reason_of;
use corners_proto::ids::AccountId;
use corners_service::auth::{Claims, KeySet, KeySetError, TokenError};
use corners_service::drain::Drain;
use corners_service::server::Server;
use corners_service::time::wall_clock;
use tonic::{Code, Status};

use crate::support::accounts::CALLER;
use crate::support::tokens::{KEY_ID, claims, jwks, sign, sign_with, verifier};
use crate::support::{Running, config, run, start_with};

async fn call_with(server: &Running, authorization: Option<&str>) -> Result<String, Status> {
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: CALLER.to_owned(),
    });
    if let Some(value) = authorization {
        request.metadata_mut().insert("authorization", value.parse().unwrap());
    }
    server
        .accounts()
        .await
        .create_guest(request)
        .await
        .map(|response| response.into_inner().account)
}

#[tokio::test]
async fn a_token_makes_its_account_the_caller() {
    let server = start_with(verifier()).await;
    let account = AccountId::random();
    let token = sign(&claims(account));
    for scheme in ["Bearer", "bearer"] {
        assert_eq!(
            call_with(&server, Some(&format!("{scheme} {token}"))).await.unwrap(),
            account.to_string()
        );
    }
}

#[tokio::test]
async fn each_way_of_having_no_token_has_its_reason() {
    let server = start_with(verifier()).await;
    let good = claims(AccountId::random());
    let expired = format!(
        "Bearer {}",
        sign(&Claims {
            exp: good.iat - 1,
            ..good
        })
    );
    for (authorization, reason) in [
        (None, "TOKEN_MISSING"),
        (Some("Bearer nonsense"), "TOKEN_INVALID"),
        (Some("Basic Z3Vlc3Q6Z3Vlc3Q="), "TOKEN_INVALID"),
        (Some(""), "TOKEN_INVALID"),
        (Some(&*expired), "TOKEN_EXPIRED"),
    ] {
        let refused = call_with(&server, authorization).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unauthenticated);
        assert_eq!(reason_of(&refused).as_deref(), Some(reason), "{authorization:?}");
    }
}

#[test]
fn only_a_token_of_this_platform_is_believed() {
    let (verifier, good) = (verifier(), claims(AccountId::random()));
    assert!(verifier.verify(&sign(&good), wall_clock()).is_ok());
    let forged = [
        sign_with(2, KEY_ID, &good),
        sign_with(1, "another-key", &good),
        sign(&Claims {
            iss: "somebody".to_owned(),
            ..good.clone()
        }),
        sign(&Claims {
            aud: "somebody".to_owned(),
            ..good.clone()
        }),
        sign(&Claims {
            sub: "nobody".to_owned(),
            ..good.clone()
        }),
        sign(&Claims {
            kind: "king".to_owned(),
            ..good.clone()
        }),
        sign(&Claims {
            exp: u64::MAX,
            ..good.clone()
        }),
        sign(&Claims {
            jti: "x".repeat(5000),
            ..good.clone()
        }),
        unsigned(&good),
        tampered(&good),
        signed_with_the_public_key_as_a_secret(&good),
    ];
    for (number, token) in forged.iter().enumerate() {
        assert_eq!(
            verifier.verify(token, wall_clock()),
            Err(TokenError::Invalid),
            "forgery {number}"
        );
    }
}

#[test]
fn a_remembered_token_expires_like_any_other() {
    let verifier = verifier();
    let token = sign(&claims(AccountId::random()));
    let caller = verifier.verify(&token, wall_clock()).unwrap();
    let last_moment = caller.expires_at - std::time::Duration::from_nanos(1);
    assert_eq!(verifier.verify(&token, last_moment), Ok(caller));
    assert_eq!(verifier.verify(&token, caller.expires_at), Err(TokenError::Expired));
}

#[test]
fn a_key_set_without_a_sound_key_is_refused() {
    assert!(matches!(KeySet::from_jwks("{}"), Err(KeySetError::Malformed(_))));
    assert!(matches!(
        KeySet::from_jwks(r#"{"keys":[]}"#),
        Err(KeySetError::NoKeys { found: 0 })
    ));
    let short = r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","x":"AAAA"}]}"#;
    assert!(matches!(KeySet::from_jwks(short), Err(KeySetError::BadKey { id }) if id == "k"));
    let unknown = jwks().replace(r#"{"keys":["#, r#"{"keys":[{"kty":"quantum","kid":"q"},"#);
    assert!(
        KeySet::from_jwks(&unknown).is_ok(),
        "keys of kinds to come are left out"
    );
}

#[tokio::test]
async fn internal_methods_are_closed_to_the_public() {
    use corners_proto::clock::internal::v1::PunchRequest;
    use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;

    let server = start_with(verifier()).await;
    let mut client = ClockInternalServiceClient::new(server.channel().await);
    let refused = client.punch(PunchRequest::default()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(reason_of(&refused).as_deref(), Some("INTERNAL_METHOD"));
}

#[tokio::test]
async fn an_internal_server_refuses_public_tokens() {
    let drain = Drain::new();
    let server = run(Server::internal(config(&[]), drain.clone()), drain).await;
    let token = sign(&claims(AccountId::random()));
    let refused = call_with(&server, Some(&format!("Bearer {token}"))).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("INTERNAL_METHOD"));
}

fn unsigned(claims: &Claims) -> String {
    let encode = |text: &str| data_encoding::BASE64URL_NOPAD.encode(text.as_bytes());
    let header = encode(r#"{"alg":"none","typ":"JWT","kid":"key-1"}"#);
    format!("{header}.{}.", encode(&serde_json::to_string(claims).unwrap()))
}

fn tampered(claims: &Claims) -> String {
    let other = Claims {
        scope: "admin".to_owned(),
        ..claims.clone()
    };
    let (honest, other) = (sign(claims), sign(&other));
    let payload = other.split('.').nth(1).unwrap();
    let mut parts: Vec<_> = honest.split('.').collect();
    parts[1] = payload;
    parts.join(".")
}

/// The classic confusion: a verifier that lets the token choose would use the public key as an HMAC secret.
fn signed_with_the_public_key_as_a_secret(claims: &Claims) -> String {
    use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};

    let public: serde_json::Value = serde_json::from_str(&jwks()).unwrap();
    let key = data_encoding::BASE64URL_NOPAD
        .decode(public["keys"][0]["x"].as_str().unwrap().as_bytes())
        .unwrap();
    let secret = EncodingKey::from_secret(&key).unwrap();
    let header = Header {
        kid: Some(KEY_ID.to_owned()),
        ..Header::new(Algorithm::HS256)
    };
    encode(&header, claims, &secret).unwrap()
}

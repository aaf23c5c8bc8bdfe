//! Tokens, as the server sees them.

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::error::reason_of;
use corners_proto::game::v1::WatchTablesResponse;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{Claims, KeySet, KeySetError, TokenError, Trust, Verifier};
use corners_service::drain::Drain;
use corners_service::server::Server;
use corners_service::time::{millis_since_1970, wall_clock};
use tonic::{Code, Status};

use crate::support::accounts::CALLER;
use crate::support::game::{STUBBORN, watch};
use crate::support::tokens::{KEY_ID, WithToken, claims, jwks, jwks_of, sign, sign_with, verifier};
use crate::support::{Running, config, credentials, run, start};

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
    let server = start(&[]).await;
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
    let server = start(&[]).await;
    let good = claims(AccountId::random());
    let expired = format!(
        "Bearer {}",
        sign(&Claims {
            iat: good.iat - 100,
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
            iat: good.iat + 3600,
            exp: good.exp + 3600,
            ..good.clone()
        }),
        sign(&Claims {
            exp: good.iat + 2 * 24 * 3600,
            ..good.clone()
        }),
        sign(&Claims {
            sid: None,
            ..good.clone()
        }),
        sign(&Claims {
            src: "king".to_owned(),
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

/// How a stream ends, after the heartbeat that it begins with.
async fn end_of(mut stream: tonic::Streaming<WatchTablesResponse>) -> Status {
    assert!(stream.message().await.unwrap().is_some());
    stream.message().await.unwrap_err()
}

async fn watch_as(server: &Running, claims: &Claims) -> Result<tonic::Streaming<WatchTablesResponse>, Status> {
    let token = WithToken::new(&sign(claims));
    let mut client = GameServiceClient::with_interceptor(server.channel().await, token);
    Ok(client.watch_tables(watch(STUBBORN)).await?.into_inner())
}

#[tokio::test]
async fn a_stream_ends_when_its_token_expires() {
    let server = start(&[]).await;
    let good = claims(AccountId::random());
    let soon = Claims {
        exp: good.iat + 2,
        ..good
    };
    let ended = end_of(watch_as(&server, &soon).await.unwrap()).await;
    assert_eq!(
        (ended.code(), reason_of(&ended).as_deref()),
        (Code::Unauthenticated, Some("TOKEN_EXPIRED"))
    );
}

#[tokio::test]
async fn calls_and_streams_end_when_their_session_is_revoked_and_others_go_on() {
    let trust = Trust::in_keys(KeySet::from_jwks(&jwks()).unwrap());
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone()).authenticator(Verifier::new(trust.clone()));
    let server = run(server, drain).await;
    let (one, other) = (claims(AccountId::random()), claims(AccountId::random()));
    let stream = watch_as(&server, &one).await.unwrap();
    let mut others = watch_as(&server, &other).await.unwrap();
    let session: SessionId = one.sid.as_deref().unwrap().parse().unwrap();
    trust.revoke([(*session.as_bytes(), millis_since_1970(wall_clock()))], wall_clock());
    let ended = end_of(stream).await;
    assert_eq!(
        (ended.code(), reason_of(&ended).as_deref()),
        (Code::Unauthenticated, Some("TOKEN_REVOKED"))
    );
    let refused = watch_as(&server, &one).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("TOKEN_REVOKED"));
    assert!(others.message().await.unwrap().is_some());
    assert!(watch_as(&server, &other).await.is_ok());
}

#[tokio::test]
async fn a_method_takes_only_tokens_with_one_of_its_scopes() {
    let server = start(&[]).await;
    let play = Claims {
        scope: "play feed admin".to_owned(),
        ..claims(AccountId::random())
    };
    let refused = watch_as(&server, &play).await.unwrap_err();
    assert_eq!(
        (refused.code(), reason_of(&refused).as_deref()),
        (Code::PermissionDenied, Some("SCOPE_MISSING"))
    );
    let bot = Claims {
        scope: "bot".to_owned(),
        ..play
    };
    assert!(watch_as(&server, &bot).await.is_ok());
}

#[test]
fn keys_that_are_taken_back_verify_nothing_any_more_and_new_ones_do() {
    let trust = Trust::unknown();
    let verifier = Verifier::new(trust.clone());
    let token = sign(&claims(AccountId::random()));
    assert_eq!(verifier.verify(&token, wall_clock()), Err(TokenError::KeysUnknown));
    assert!(trust.set_keys(KeySet::from_jwks(&jwks()).unwrap()));
    assert!(verifier.verify(&token, wall_clock()).is_ok());
    assert!(trust.set_keys(KeySet::from_jwks(&jwks_of(2, "key-2")).unwrap()));
    assert_eq!(verifier.verify(&token, wall_clock()), Err(TokenError::Invalid));
    let of_the_new_key = sign_with(2, "key-2", &claims(AccountId::random()));
    assert!(verifier.verify(&of_the_new_key, wall_clock()).is_ok());
}

#[tokio::test]
async fn internal_methods_are_closed_to_the_public() {
    use corners_proto::clock::internal::v1::PunchRequest;
    use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;

    let server = start(&[]).await;
    let mut client = ClockInternalServiceClient::new(server.channel().await);
    let refused = client.punch(PunchRequest::default()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(reason_of(&refused).as_deref(), Some("INTERNAL_METHOD"));
}

#[tokio::test]
async fn an_internal_server_refuses_public_tokens() {
    let drain = Drain::new();
    let server = run(Server::internal(config(&[]), credentials(), drain.clone()), drain).await;
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

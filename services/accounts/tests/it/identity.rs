//! Signing in by an outside issuer.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use corners_accounts::{IssuerOptions, Options};
use corners_proto::accounts::v1::accounts_service_server::AccountsService;
use corners_proto::accounts::v1::{SignInWithIdentityRequest, SignInWithIdentityResponse};
use corners_service::time::millis_since_1970;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{EncodePrivateKey, KeypairBytes};
use futures::future::join_all;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tonic::{Response, Status};

use crate::support::{DAY, Rig, answer, refusal, request_id, tokens};

const ISSUER: &str = "https://id.example.org";

/// A key of the issuer's.
struct Key {
    id: &'static str,
    private: EncodingKey,
}

impl Key {
    fn new(id: &'static str, seed: u8) -> Self {
        let bytes = KeypairBytes {
            secret_key: [seed; 32],
            public_key: None,
        };
        let pem = bytes.to_pkcs8_pem(LineEnding::LF).unwrap();
        Self {
            id,
            private: EncodingKey::from_ed_pem(pem.as_bytes()).unwrap(),
        }
    }

    fn public(&self) -> Value {
        let mut jwk = Jwk::from_encoding_key(&self.private, Algorithm::EdDSA).unwrap();
        jwk.common.key_id = Some(self.id.to_owned());
        serde_json::to_value(jwk).unwrap()
    }

    fn sign(&self, claims: &Value) -> String {
        let header = Header {
            kid: Some(self.id.to_owned()),
            ..Header::new(Algorithm::EdDSA)
        };
        jsonwebtoken::encode(&header, claims, &self.private).unwrap()
    }
}

fn jwks(keys: &[&Key]) -> String {
    let mut keys: Vec<_> = keys.iter().map(|key| key.public()).collect();
    // Of a kind that nobody knows.
    keys.insert(0, json!({"kty": "new", "kid": "other"}));
    json!({ "keys": keys }).to_string()
}

fn claims(subject: &str, now: SystemTime) -> Value {
    let seconds = millis_since_1970(now) / 1000;
    json!({
        "iss": ISSUER, "aud": "corners", "sub": subject, "iat": seconds, "exp": seconds + 300,
        "preferred_username": "Anna",
    })
}

fn trusting(jwks: &str) -> Rig {
    Rig::with(Options {
        issuers: vec![IssuerOptions {
            issuer: ISSUER.to_owned(),
            audience: "corners".to_owned(),
            jwks: jwks.to_owned(),
            subject_claim: "sub".to_owned(),
            name_claim: "preferred_username".to_owned(),
        }],
        ..Options::default()
    })
}

fn with_file(path: &Path, keys: &[&Key]) -> Rig {
    std::fs::write(path, jwks(keys)).unwrap();
    trusting(path.to_str().unwrap())
}

async fn try_sign_in(rig: &Rig, id_token: &str) -> Result<SignInWithIdentityResponse, Status> {
    let request = SignInWithIdentityRequest {
        request_id: request_id(),
        id_token: id_token.to_owned(),
    };
    let call = rig.call(request);
    AccountsService::sign_in_with_identity(&rig.accounts, call)
        .await
        .map(Response::into_inner)
}

#[tokio::test]
async fn the_first_sign_in_makes_a_player_and_later_ones_find_it() {
    let folder = tempfile::tempdir().unwrap();
    let key = Key::new("one", 1);
    let rig = with_file(&folder.path().join("jwks.json"), &[&key]);
    let first = try_sign_in(&rig, &key.sign(&claims("1", rig.now()))).await.unwrap();
    let player = first.player.unwrap();
    assert_eq!((&*player.display_name, first.created), ("Anna", true));
    let scopes = rig.caller(&tokens(first.tokens).access_token).scopes;
    assert_eq!(scopes.to_string(), "play watch feed");
    let again = try_sign_in(&rig, &key.sign(&claims("1", rig.now()))).await.unwrap();
    assert_eq!((again.player.unwrap(), again.created), (player.clone(), false));
    let other = try_sign_in(&rig, &key.sign(&claims("2", rig.now()))).await.unwrap();
    let other = other.player.unwrap();
    assert_ne!(other.account, player.account);
    assert!(other.display_name.starts_with("Anna-"), "{}", other.display_name);
}

#[tokio::test]
async fn one_call_made_many_times_at_once_makes_one_player() {
    let folder = tempfile::tempdir().unwrap();
    let key = Key::new("one", 1);
    let rig = with_file(&folder.path().join("jwks.json"), &[&key]);
    let token = key.sign(&claims("1", rig.now()));
    let request = SignInWithIdentityRequest {
        request_id: request_id(),
        id_token: token.clone(),
    };
    let same = (0..25).map(|_| AccountsService::sign_in_with_identity(&rig.accounts, rig.call(request.clone())));
    let same: Vec<_> = join_all(same).await.into_iter().map(answer).collect();
    let first = same[0].clone();
    assert!(
        same.iter()
            .all(|answer| (&answer.player, answer.created) == (&first.player, true))
    );
    let others = join_all((0..5).map(|_| try_sign_in(&rig, &token))).await;
    assert!(others.into_iter().all(|other| other.unwrap().player == first.player));
}

#[tokio::test]
async fn what_the_issuer_did_not_sign_for_us_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (key, stranger) = (Key::new("one", 1), Key::new("one", 2));
    let rig = with_file(&folder.path().join("jwks.json"), &[&key]);
    let good = claims("1", rig.now());
    let with = |name: &str, value: Value| {
        let mut claims = good.clone();
        claims[name] = value;
        key.sign(&claims)
    };
    let now = millis_since_1970(rig.now()) / 1000;
    let symmetric = Header {
        kid: Some("one".to_owned()),
        ..Header::new(Algorithm::HS256)
    };
    let secret = EncodingKey::from_secret(key.public()["x"].as_str().unwrap().as_bytes()).unwrap();
    let signed = key.sign(&good);
    let unsigned = signed.rsplit_once('.').unwrap().0.to_owned();
    let invalid = [
        stranger.sign(&good),
        with("aud", json!("others")),
        with("aud", json!([])),
        with("azp", json!("others")),
        with("sub", json!("")),
        with("sub", json!("x".repeat(256))),
        with("sub", Value::Null),
        with("exp", json!("tomorrow")),
        with("nbf", json!(now + 3600)),
        jsonwebtoken::encode(&symmetric, &good, &secret).unwrap(),
        format!("{unsigned}."),
        unsigned,
        Key::new("unknown", 1).sign(&good),
        String::new(),
        "a.b.c".to_owned(),
        "x".repeat(60_000),
    ];
    for token in invalid {
        assert_eq!(refusal(try_sign_in(&rig, &token).await), "TOKEN_INVALID", "{token}");
    }
    assert_eq!(
        refusal(try_sign_in(&rig, &with("exp", json!(now - 61))).await),
        "TOKEN_EXPIRED"
    );
    assert_eq!(
        refusal(try_sign_in(&rig, &with("iss", json!("https://others.example"))).await),
        "NO_SUCH_ISSUER"
    );
    assert!(try_sign_in(&rig, &with("aud", json!(["corners"]))).await.is_ok());
    assert_eq!(
        refusal(try_sign_in(&rig, &with("aud", json!(["corners", "others"]))).await),
        "TOKEN_INVALID",
        "several audiences, and none that it was issued to"
    );
    assert_eq!(refusal(try_sign_in(&Rig::new(), &signed).await), "NO_SUCH_ISSUER");
}

#[tokio::test]
async fn keys_are_fetched_again_for_one_that_is_not_known_but_not_all_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jwks.json");
    let (old, new) = (Key::new("old", 1), Key::new("new", 2));
    let rig = with_file(&path, &[&old]);
    assert!(try_sign_in(&rig, &old.sign(&claims("1", rig.now()))).await.is_ok());
    std::fs::write(&path, jwks(&[&new])).unwrap();
    let refused = try_sign_in(&rig, &new.sign(&claims("1", rig.now()))).await;
    assert_eq!(refusal(refused), "TOKEN_INVALID", "asked a moment ago");
    rig.advance(Duration::from_secs(30));
    assert!(try_sign_in(&rig, &new.sign(&claims("1", rig.now()))).await.is_ok());
    let taken_back = try_sign_in(&rig, &old.sign(&claims("1", rig.now()))).await;
    assert_eq!(refusal(taken_back), "TOKEN_INVALID");
    std::fs::remove_file(&path).unwrap();
    rig.advance(DAY);
    assert!(
        try_sign_in(&rig, &new.sign(&claims("1", rig.now()))).await.is_ok(),
        "what is known goes on to count"
    );
}

/// Serves documents over plain HTTP, one connection each, and counts them.
async fn serve(answer: impl Fn(usize) -> String + Send + 'static) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, asked) = (listener.local_addr().unwrap(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let number = count.fetch_add(1, Ordering::SeqCst);
            let mut request = vec![0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(answer(number).as_bytes()).await;
        }
    });
    (address, asked)
}

fn http(status: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nlocation: /elsewhere\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn keys_are_fetched_over_http_once_for_many() {
    let key = Key::new("one", 1);
    let document = jwks(&[&key]);
    let (address, asked) = serve(move |_| http("200 OK", &document)).await;
    let rig = trusting(&format!("http://{address}/keys"));
    let token = key.sign(&claims("1", rig.now()));
    let answers = join_all((0..20).map(|_| try_sign_in(&rig, &token))).await;
    assert!(answers.iter().all(Result::is_ok));
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_issuer_that_answers_nonsense_is_asked_again_later() {
    let key = Key::new("one", 1);
    let document = jwks(&[&key]);
    let answers = move |number: usize| match number {
        0 => http("500 Internal Server Error", &document),
        1 => http("302 Found", &document),
        2 => http("200 OK", "<html>"),
        3 => http("200 OK", &" ".repeat(300 * 1024)),
        4 => "nonsense\r\n\r\n".to_owned(),
        5 => "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_owned(),
        _ => http("200 OK", &document),
    };
    let (address, asked) = serve(answers).await;
    let rig = trusting(&format!("http://{address}/keys"));
    for number in 1..=6 {
        for _ in 0..3 {
            let refused = try_sign_in(&rig, &key.sign(&claims("1", rig.now()))).await;
            assert_eq!(refusal(refused), "KEYS_UNKNOWN");
        }
        assert_eq!(asked.load(Ordering::SeqCst), number);
        rig.advance(Duration::from_secs(30));
    }
    assert!(try_sign_in(&rig, &key.sign(&claims("1", rig.now()))).await.is_ok());
}

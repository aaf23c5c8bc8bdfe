//! Tokens that are none, each unlike all others.

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::error::reason_of;
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{Claims, KeySet, Trust, Verifier};
use corners_service::drain::Drain;
use corners_service::server::Server;
use corners_service::time::{millis_since_1970, wall_clock};
use data_encoding::BASE64URL_NOPAD;
use tonic::Request;

use super::tokens::{KEY_ID, claims, jwks, sign, sign_with};
use super::{config, limits_config, run};

/// Makes forgeries for verifiers that trust what it says.
struct Forger {
    revoked: SessionId,
}

impl Forger {
    fn new() -> (Self, Trust) {
        let trust = Trust::in_keys(KeySet::from_jwks(&jwks()).unwrap());
        let revoked = SessionId::random();
        let now = wall_clock();
        trust.revoke([(*revoked.as_bytes(), millis_since_1970(now) + 60_000)], now);
        (Self { revoked }, trust)
    }

    /// An `authorization` and the reason that it is refused for.
    fn forge(&self, number: usize) -> (String, &'static str) {
        let good = Claims {
            jti: number.to_string(),
            ..claims(AccountId::random())
        };
        let (token, reason) = match number % 10 {
            0 => (sign_with(2, KEY_ID, &good), "TOKEN_INVALID"),
            1 => (sign_with(1, &format!("unknown-{number}"), &good), "TOKEN_INVALID"),
            2 => (unsigned(&good), "TOKEN_INVALID"),
            3 => (expired(good), "TOKEN_EXPIRED"),
            4 => (issued_tomorrow(good), "TOKEN_INVALID"),
            5 => (for_others(good), "TOKEN_INVALID"),
            6 => (of_session(self.revoked, good), "TOKEN_REVOKED"),
            7 => (for_another_account(&good), "TOKEN_INVALID"),
            8 => (format!("{:0>1$}", number, 1 + number % 4096), "TOKEN_INVALID"),
            _ => (cut_short(&good, number), "TOKEN_INVALID"),
        };
        (format!("Bearer {token}"), reason)
    }
}

fn unsigned(claims: &Claims) -> String {
    let part = |json: &[u8]| BASE64URL_NOPAD.encode(json);
    let claims = serde_json::to_vec(claims).unwrap();
    let header = br#"{"alg":"none","typ":"JWT","kid":"key-1"}"#;
    format!("{}.{}.", part(header), part(&claims))
}

fn expired(good: Claims) -> String {
    sign(&Claims {
        iat: good.iat - 100,
        exp: good.iat - 1,
        ..good
    })
}

fn issued_tomorrow(good: Claims) -> String {
    const DAY: u64 = 24 * 60 * 60;
    sign(&Claims {
        iat: good.iat + DAY,
        exp: good.exp + DAY,
        ..good
    })
}

fn for_others(good: Claims) -> String {
    sign(&Claims {
        aud: "chess".to_owned(),
        ..good
    })
}

fn of_session(session: SessionId, good: Claims) -> String {
    sign(&Claims {
        sid: Some(session.to_string()),
        ..good
    })
}

/// A good token with the account of somebody else in it, under the signature of its own.
fn for_another_account(good: &Claims) -> String {
    let token = sign(good);
    let other = Claims {
        sub: AccountId::random().to_string(),
        ..good.clone()
    };
    let parts: Vec<_> = token.split('.').collect();
    let claims = BASE64URL_NOPAD.encode(&serde_json::to_vec(&other).unwrap());
    format!("{}.{claims}.{}", parts[0], parts[2])
}

fn cut_short(good: &Claims, number: usize) -> String {
    let mut token = sign(good);
    token.truncate(number % token.len());
    token
}

/// Attacks a server in this process with so many forgeries, each of which has to be refused for its reason. Answers the
/// bytes that the process's memory has grown by since a quarter of them, when buffers and caches have their size.
pub async fn attack(forgeries: usize) -> u64 {
    let (forger, trust) = Forger::new();
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone())
        .authenticator(Verifier::new(trust))
        .limits(&limits_config(&[]));
    let server = run(server, drain).await;
    let mut client = AccountsServiceClient::new(server.channel().await);
    let mut before = 0;
    for number in 0..forgeries {
        if number == forgeries / 4 {
            before = resident_bytes();
        }
        let (forgery, expected) = forger.forge(number);
        let mut request = Request::new(CreateGuestRequest::default());
        request.metadata_mut().insert("authorization", forgery.parse().unwrap());
        let refused = client.create_guest(request).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some(expected), "{forgery}");
    }
    resident_bytes().saturating_sub(before)
}

/// The memory that the process has in use, of `proc_pid_status(5)`.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kibibytes: u64 = line.trim().strip_suffix("kB").unwrap().trim().parse().unwrap();
    kibibytes * 1024
}

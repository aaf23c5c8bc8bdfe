//! Nobody acts without a token of the platform's, or with one that somebody else made, bent or kept too long.

use std::time::{Duration, SystemTime};

use corners_accounts::signing::{Grant, KEYS_FOLDER, PUBLIC_KEYS_FILE, Signer};
use corners_client::proto::game::v1::game_service_client::GameServiceClient;
use corners_client::proto::game::v1::{
    CreateTableRequest, GetTableRequest, ListLiveTablesRequest, ListMyTablesRequest, PlayMoveRequest, ResignRequest,
    Table, WatchTablesRequest, WatchedTable,
};
use corners_client::{Corners, Session};
use corners_proto::error::reason_of;
use corners_proto::ids::{RequestId, SessionId};
use corners_service::auth::{AccountKind, Scope, Scopes, Source};
use corners_service::time::wall_clock;
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, decode_header};
use serde_json::{Value, json};
use tempfile::TempDir;
use tonic::{Request, Status};

use crate::support::{Running, alone, as_stored, running};

const HOUR: Duration = Duration::from_secs(3600);

/// A guest at a table of its own, and the platform's keys.
struct Keys {
    running: Running,
    guest: Session,
    table: Table,
    signer: Signer,
}

async fn keys() -> Keys {
    let running = running().await;
    let guest = running.platform.guest().await;
    let table = guest.create_table(alone("classic-3x3", "")).await.unwrap();
    let signer = Signer::open(&running.data(), wall_clock()).unwrap();
    Keys {
        running,
        guest,
        table: as_stored(table),
        signer,
    }
}

impl Keys {
    /// A token for the guest's account, from a signer, for scopes, valid for an hour from a moment on.
    fn token(&self, signer: &Signer, scopes: &[Scope], from: SystemTime) -> String {
        let account = self.guest.account().parse().unwrap();
        let scopes: Scopes = scopes.iter().copied().collect();
        let grant = Grant {
            account,
            kind: AccountKind::Guest,
            scopes,
            source: Source::Session(SessionId::random()),
        };
        signer.sign(grant, from, HOUR).unwrap().text
    }

    fn good(&self) -> String {
        self.token(&self.signer, &[Scope::Play, Scope::Watch], wall_clock())
    }

    /// The good token's claims with one changed, signed with the platform's own key.
    fn with_claim(&self, name: &str, value: Value) -> String {
        let pem = private_key(&self.running.data());
        let mut claims = claims_of(&self.good());
        claims[name] = value;
        sign(
            &decode_header(self.good()).unwrap(),
            &claims,
            &EncodingKey::from_ed_pem(&pem).unwrap(),
        )
    }

    async fn assert_unchanged(&self, what: &str) {
        let table = self.guest.get_table(&self.table.id).await.unwrap();
        assert_eq!(as_stored(table), self.table, "{what}");
    }

    /// Every way to act for the guest's seat, or to read, with this `authorization`.
    async fn try_all(&self, authorization: Option<&str>) -> Vec<(&'static str, Status)> {
        let mut game = GameServiceClient::new(self.running.corners.channel());
        let table = self.table.id.clone();
        let request_id = RequestId::random().to_string();
        let create = CreateTableRequest {
            request_id: request_id.clone(),
            ..alone("classic-3x3", "")
        };
        let play = PlayMoveRequest {
            table: table.clone(),
            request_id: request_id.clone(),
            path: vec!["c3".to_owned(), "d3".to_owned()],
            ..Default::default()
        };
        let resign = ResignRequest {
            table: table.clone(),
            request_id,
            side: 1,
        };
        let watch = WatchTablesRequest {
            tables: vec![WatchedTable {
                table: table.clone(),
                resume_after: None,
            }],
        };
        let live = ListLiveTablesRequest::default();
        let mine = ListMyTablesRequest::default();
        let read = GetTableRequest { table };
        let outcomes = [
            (
                "CreateTable",
                game.create_table(with(authorization, create)).await.err(),
            ),
            ("GetTable", game.get_table(with(authorization, read)).await.err()),
            ("PlayMove", game.play_move(with(authorization, play)).await.err()),
            ("Resign", game.resign(with(authorization, resign)).await.err()),
            ("WatchTables", game.watch_tables(with(authorization, watch)).await.err()),
            (
                "ListLiveTables",
                game.list_live_tables(with(authorization, live)).await.err(),
            ),
            (
                "ListMyTables",
                game.list_my_tables(with(authorization, mine)).await.err(),
            ),
        ];
        outcomes
            .map(|(call, status)| {
                (
                    call,
                    status.unwrap_or_else(|| panic!("{call} passed with {authorization:?}")),
                )
            })
            .into()
    }

    async fn assert_all_refused(&self, what: &str, authorization: Option<&str>, reason: &str) {
        for (call, status) in self.try_all(authorization).await {
            assert_eq!(
                reason_of(&status).as_deref(),
                Some(reason),
                "{call} with {what}: {status:?}"
            );
            assert_eq!(status.code(), tonic::Code::Unauthenticated, "{call} with {what}");
        }
        self.assert_unchanged(what).await;
    }
}

/// The one private key of a data folder.
fn private_key(data: &std::path::Path) -> Vec<u8> {
    let mut files = std::fs::read_dir(data.join(KEYS_FOLDER))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let key = files.find(|path| path.extension().is_some_and(|ending| ending == "pem"));
    std::fs::read(key.unwrap()).unwrap()
}

fn with<Message>(authorization: Option<&str>, message: Message) -> Request<Message> {
    let mut request = Request::new(message);
    if let Some(authorization) = authorization {
        request
            .metadata_mut()
            .insert("authorization", authorization.parse().unwrap());
    }
    request
}

fn claims_of(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64URL_NOPAD.decode(payload.as_bytes()).unwrap()).unwrap()
}

fn sign(header: &Header, claims: &Value, key: &EncodingKey) -> String {
    jsonwebtoken::encode(header, claims, key).unwrap()
}

fn encoded(value: &Value) -> String {
    BASE64URL_NOPAD.encode(value.to_string().as_bytes())
}

#[tokio::test]
async fn a_call_without_a_token_is_told_so() {
    let keys = keys().await;
    keys.assert_all_refused("no token", None, "TOKEN_MISSING").await;
}

#[tokio::test]
async fn what_is_no_token_is_refused() {
    let keys = keys().await;
    let good = keys.good();
    let long = format!("Bearer {}", "x".repeat(5000));
    let parts: Vec<_> = good.split('.').collect();
    let garbage = [
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        "Bearer garbage".to_owned(),
        "Bearer a.b.c".to_owned(),
        "Bearer ...".to_owned(),
        format!("Basic {good}"),
        good.clone(),
        format!("Bearer {}.{}.", parts[0], parts[1]),
        format!("Bearer {}", &good[..good.len() - 2]),
        format!("Bearer {good}{good}"),
        long,
    ];
    for authorization in garbage {
        keys.assert_all_refused(&authorization, Some(&authorization), "TOKEN_INVALID")
            .await;
    }
}

#[tokio::test]
async fn a_forged_token_is_refused() {
    let keys = keys().await;
    let good = keys.good();
    let header = decode_header(&good).unwrap();
    let parts: Vec<_> = good.split('.').collect();
    let elsewhere = TempDir::new().unwrap();
    let other_signer = Signer::open(elsewhere.path(), wall_clock()).unwrap();
    let other_pem = private_key(elsewhere.path());
    let other_key = EncodingKey::from_ed_pem(&other_pem).unwrap();
    let public = std::fs::read_to_string(keys.running.data().join(PUBLIC_KEYS_FILE)).unwrap();
    let public: Value = serde_json::from_str(&public).unwrap();
    let public = BASE64URL_NOPAD
        .decode(public["keys"][0]["x"].as_str().unwrap().as_bytes())
        .unwrap();
    let symmetric = Header {
        alg: Algorithm::HS256,
        ..header.clone()
    };

    let mut other_account = claims_of(&good);
    other_account["sub"] = json!(keys.running.platform.guest().await.account());
    let none = json!({"typ": "JWT", "alg": "none", "kid": header.kid});
    let forged = [
        (
            "another platform's key",
            keys.token(&other_signer, &[Scope::Play], wall_clock()),
        ),
        (
            "another key under this one's id",
            sign(&header, &claims_of(&good), &other_key),
        ),
        (
            "no key id",
            sign(
                &Header {
                    kid: None,
                    ..header.clone()
                },
                &claims_of(&good),
                &other_key,
            ),
        ),
        ("no algorithm", format!("{}.{}.", encoded(&none), parts[1])),
        (
            "no algorithm, with a signature",
            format!("{}.{}.{}", encoded(&none), parts[1], parts[2]),
        ),
        (
            "the public key as a secret",
            sign(
                &symmetric,
                &claims_of(&good),
                &EncodingKey::from_secret(&public).unwrap(),
            ),
        ),
        (
            "somebody else's account",
            format!("{}.{}.{}", parts[0], encoded(&other_account), parts[2]),
        ),
        ("another issuer", keys.with_claim("iss", json!("elsewhere"))),
        ("another audience", keys.with_claim("aud", json!("elsewhere"))),
        ("no account", keys.with_claim("sub", json!("17"))),
        ("no kind of account", keys.with_claim("kind", json!("admin"))),
    ];
    for (what, token) in forged {
        keys.assert_all_refused(what, Some(&format!("Bearer {token}")), "TOKEN_INVALID")
            .await;
    }
}

#[tokio::test]
async fn an_expired_token_is_told_from_a_forged_one() {
    let keys = keys().await;
    let long_ago = keys.token(&keys.signer, &[Scope::Play, Scope::Watch], SystemTime::UNIX_EPOCH);
    let just_now = keys.token(&keys.signer, &[Scope::Play, Scope::Watch], wall_clock() - HOUR);
    for token in [long_ago, just_now] {
        keys.assert_all_refused("an expired token", Some(&format!("Bearer {token}")), "TOKEN_EXPIRED")
            .await;
    }
}

#[tokio::test]
async fn a_token_permits_what_its_scopes_say_and_no_more() {
    let keys = keys().await;
    let session = |scopes: &[Scope]| {
        let token = keys.token(&keys.signer, scopes, wall_clock());
        keys.running.corners.session(keys.guest.account(), &token).unwrap()
    };
    let looks_on = session(&[Scope::Watch]);
    looks_on.get_table(&keys.table.id).await.unwrap();
    let refused = looks_on.play(&keys.table.id, "c3-d3", None).await.unwrap_err();
    assert_eq!(
        (refused.reason(), refused.metadata("scope")),
        (Some("SCOPE_MISSING"), Some("play bot"))
    );
    let refused = looks_on.create_table(alone("classic-3x3", "")).await.unwrap_err();
    assert_eq!(refused.reason(), Some("SCOPE_MISSING"));
    keys.assert_unchanged("a token without the scope").await;
    session(&[Scope::Play])
        .play(&keys.table.id, "c3-d3", None)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_needs_no_token_takes_none_and_still_refuses_a_bad_one() {
    let running = running().await;
    anonymous(&running.corners).await;
    let mut game = GameServiceClient::new(running.corners.channel());
    let request = corners_client::proto::game::v1::ListVariantsRequest {};
    let refused = game
        .list_variants(with(Some("Bearer garbage"), request))
        .await
        .unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("TOKEN_INVALID"));
}

async fn anonymous(corners: &Corners) {
    assert_eq!(corners.list_variants().await.unwrap().len(), 7);
    assert_eq!(corners.list_legal_moves("classic-3x3", "").await.unwrap().len(), 12);
    corners.explain_move("classic-3x3", "", "c3-d3").await.unwrap();
    corners.game_time().await.unwrap();
}

#[tokio::test]
async fn the_platforms_own_methods_are_closed_to_the_public() {
    use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
    use corners_proto::clock::internal::v1::{ArmRequest, PunchRequest};
    use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
    use corners_proto::game::internal::v1::{AlarmDueRequest, ProbeRequest};

    let keys = keys().await;
    let mut clock = ClockInternalServiceClient::new(keys.running.corners.channel());
    let mut game = GameInternalServiceClient::new(keys.running.corners.channel());
    let bearer = format!("Bearer {}", keys.good());
    for authorization in [None, Some(bearer.as_str())] {
        let outcomes = [
            (
                "Punch",
                clock.punch(with(authorization, PunchRequest::default())).await.err(),
            ),
            ("Arm", clock.arm(with(authorization, ArmRequest::default())).await.err()),
            (
                "AlarmDue",
                game.alarm_due(with(authorization, AlarmDueRequest::default()))
                    .await
                    .err(),
            ),
            (
                "Probe",
                game.probe(with(authorization, ProbeRequest::default())).await.err(),
            ),
        ];
        for (call, status) in outcomes {
            let reason = status.as_ref().and_then(reason_of);
            assert_eq!(
                reason.as_deref(),
                Some("INTERNAL_METHOD"),
                "{call} with {authorization:?}: {status:?}"
            );
        }
    }
    keys.assert_unchanged("calls of the platform's own methods").await;
}

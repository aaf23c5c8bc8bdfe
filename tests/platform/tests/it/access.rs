//! Every method of the contract, called by whoever may not: generated from the descriptors, so that new methods are
//! covered by themselves.

use std::time::Duration;

use bytes::{Buf, BufMut, Bytes};
use corners_accounts::signing::{Grant, Signer};
use corners_client::Session;
use corners_proto::access::v1::{Audience, Scope as Named, Subject};
use corners_proto::accounts::v1::CreatePersonalTokenRequest;
use corners_proto::error::reason_of;
use corners_proto::ids::{PersonalTokenId, RequestId, SessionId};
use corners_proto::methods::{Access, METHODS, Method};
use corners_service::auth::{AccountKind, Scope, Scopes, Source};
use corners_service::time::wall_clock;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor, ReflectMessage, Value};
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::support::{Running, as_stored, real_time, running};

const HOUR: Duration = Duration::from_secs(3600);

const PASSWORD: &str = "correct horse battery";

/// Sends and receives messages as they are encoded.
#[derive(Clone, Copy)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// Calls a method, and answers how it ended; a stream is read to its first message.
async fn call(channel: &Channel, method: &Method, token: Option<&str>, message: Bytes) -> Result<(), Status> {
    let mut request = Request::new(tokio_stream::once(message));
    request.set_timeout(Duration::from_secs(10));
    if let Some(token) = token {
        request
            .metadata_mut()
            .insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await.unwrap();
    let path = http::uri::PathAndQuery::from_static(method.path);
    let mut answer = grpc.streaming(request, path, Raw).await?.into_inner();
    answer.message().await.map(drop)
}

/// The things of a player that another one would like to have.
struct Victim {
    table: String,
    account: String,
    session: String,
    bot: String,
    token: String,
}

/// The type of a method's request.
fn input(method: &Method) -> MessageDescriptor {
    let pool = DescriptorPool::decode(corners_proto::PUBLIC_DESCRIPTORS).unwrap();
    let (service, name) = method.path[1..].split_once('/').unwrap();
    let service = pool.get_service_by_name(service).unwrap();
    service.methods().find(|other| other.name() == name).unwrap().input()
}

/// A request that would do something, were it the victim's own: the fields that a name is known for, filled in.
fn request(method: &Method, victim: &Victim) -> Bytes {
    filled(DynamicMessage::new(input(method)), victim)
        .encode_to_vec()
        .into()
}

fn filled(mut message: DynamicMessage, victim: &Victim) -> DynamicMessage {
    for field in message.descriptor().fields() {
        if let Some(value) = value(&field, victim) {
            message.set_field(&field, value);
        }
    }
    message
}

fn value(field: &FieldDescriptor, victim: &Victim) -> Option<Value> {
    let text = |text: &str| Some(Value::String(text.to_owned()));
    match field.name() {
        "request_id" => text(&RequestId::random().to_string()),
        "table" => text(&victim.table),
        "session" => text(&victim.session),
        "bot" => text(&victim.bot),
        "token" => text(&victim.token),
        "account" => text(if field.parent_message().name().starts_with("Ban") {
            &victim.account
        } else {
            &victim.bot
        }),
        "accounts" => Some(Value::List(vec![Value::String(victim.account.clone())])),
        "display_name" => text("Anaconda"),
        "label" | "note" => text("mine now"),
        "password" | "old_password" | "new_password" => text(PASSWORD),
        "path" => Some(Value::List(
            ["c3", "d3"].map(|square| Value::String(square.to_owned())).to_vec(),
        )),
        "side" => Some(Value::EnumNumber(1)),
        "scopes" => Some(Value::List(vec![Value::EnumNumber(1)])),
        // A page, a position, a lifetime: their defaults.
        _ => None,
    }
}

fn scopes_without(access: &Access) -> Scopes {
    let wanted: Scopes = access.any_of.iter().copied().filter_map(Scope::of).collect();
    Scope::ALL
        .into_iter()
        .filter(|scope| !wanted.contains(*scope))
        .collect()
}

/// Methods that the platform serves in public, with their rules.
fn served(audiences: &'static [Audience]) -> impl Iterator<Item = (&'static Method, Access)> {
    let ruled = METHODS.iter().map(|method| (method, method.access.unwrap()));
    ruled.filter(|(_, access)| audiences.contains(&access.audience))
}

#[track_caller]
fn assert_refused(method: &Method, what: &str, outcome: Result<(), Status>, code: Code, reason: &str) {
    let refused = outcome.expect_err(&format!("{} passed {what}", method.path));
    let got = (refused.code(), reason_of(&refused));
    assert_eq!(
        got,
        (code, Some(reason.to_owned())),
        "{} {what}: {refused:?}",
        method.path
    );
}

/// A running platform, and a player with a table, a bot, a session and a token.
async fn stage() -> (Running, Victim, Session) {
    let running = running().await;
    let (white, _black, table) = running.two_at_a_table(real_time(5, 3)).await;
    let white = white.register("Victim", PASSWORD).await.unwrap().session;
    let bot = white.create_bot("VictimsBot").await.unwrap().account;
    let request = CreatePersonalTokenRequest {
        account: bot.clone(),
        label: "bot".to_owned(),
        scopes: vec![Named::Bot.into()],
        ..Default::default()
    };
    let token = white.create_personal_token(request).await.unwrap().token.unwrap().id;
    let session = white.sessions().await.unwrap().swap_remove(0).id;
    let victim = Victim {
        table: table.id,
        account: white.account().to_owned(),
        session,
        bot,
        token,
    };
    (running, victim, white)
}

/// A token that the platform itself might have signed.
fn mint(running: &Running, account: &str, source: Source, scopes: Scopes) -> String {
    let signer = Signer::open(&running.data(), wall_clock()).unwrap();
    let grant = Grant {
        account: account.parse().unwrap(),
        kind: AccountKind::Player,
        scopes,
        source,
    };
    signer.sign(grant, wall_clock(), HOUR).unwrap().text
}

fn of_a_session() -> Source {
    Source::Session(SessionId::random())
}

fn all_scopes() -> Scopes {
    Scope::ALL.into_iter().collect()
}

#[tokio::test]
async fn without_a_token_only_what_is_everybodys_can_be_called() {
    let (running, victim, _white) = stage().await;
    let channel = running.corners.channel();
    for (method, _) in served(&[Audience::Account, Audience::Holder]) {
        let outcome = call(&channel, method, None, request(method, &victim)).await;
        assert_refused(
            method,
            "without a token",
            outcome,
            Code::Unauthenticated,
            "TOKEN_MISSING",
        );
        let outcome = call(&channel, method, Some("nonsense"), request(method, &victim)).await;
        assert_refused(method, "with nonsense", outcome, Code::Unauthenticated, "TOKEN_INVALID");
    }
    for (method, _) in served(&[Audience::Anyone]) {
        let outcome = call(&channel, method, Some("nonsense"), request(method, &victim)).await;
        assert_refused(method, "with nonsense", outcome, Code::Unauthenticated, "TOKEN_INVALID");
    }
}

#[tokio::test]
async fn with_every_scope_but_the_right_one_a_method_is_closed_even_to_the_victim_itself() {
    let (running, victim, white) = stage().await;
    let channel = running.corners.channel();
    for (method, access) in served(&[Audience::Account, Audience::Holder]) {
        if access.any_of.is_empty() {
            continue;
        }
        let token = mint(&running, white.account(), of_a_session(), scopes_without(&access));
        let outcome = call(&channel, method, Some(&token), request(method, &victim)).await;
        assert_refused(
            method,
            "without its scope",
            outcome,
            Code::PermissionDenied,
            "SCOPE_MISSING",
        );
    }
}

#[tokio::test]
async fn what_is_the_holders_is_closed_to_programs_with_all_scopes() {
    let (running, victim, white) = stage().await;
    let channel = running.corners.channel();
    let program = Source::Personal(PersonalTokenId::random());
    let token = mint(&running, white.account(), program, all_scopes());
    for (method, _) in served(&[Audience::Holder]) {
        let outcome = call(&channel, method, Some(&token), request(method, &victim)).await;
        assert_refused(
            method,
            "by a program",
            outcome,
            Code::PermissionDenied,
            "HOLDER_REQUIRED",
        );
    }
}

#[tokio::test]
async fn internal_methods_are_closed_to_tokens_with_all_scopes() {
    let (running, _, white) = stage().await;
    let channel = running.corners.channel();
    let token = mint(&running, white.account(), of_a_session(), all_scopes());
    for (method, _) in served(&[Audience::Service]) {
        for token in [None, Some(&*token)] {
            let outcome = call(&channel, method, token, Bytes::new()).await;
            assert_refused(method, "in public", outcome, Code::PermissionDenied, "INTERNAL_METHOD");
        }
    }
}

#[tokio::test]
async fn nobody_acts_for_the_seat_or_with_the_things_of_another() {
    let (running, victim, white) = stage().await;
    let channel = running.corners.channel();
    let other = running.platform.guest().await;
    let token = other.tokens().unwrap().access_token;
    let before = white.get_table(&victim.table).await.unwrap();
    for (method, access) in served(&[Audience::Account, Audience::Holder]) {
        // What is the caller's own alone, such as signing out, touches nobody else.
        if access.subject != Subject::Seat && !names_something(method) {
            continue;
        }
        let outcome = call(&channel, method, Some(&token), request(method, &victim)).await;
        match access.subject {
            Subject::Seat => {
                assert_refused(method, "by another", outcome, Code::PermissionDenied, "NOT_SEATED");
            }
            Subject::Own => {
                let refused = outcome.expect_err(&format!("{} passed for another", method.path));
                let closed = matches!(refused.code(), Code::NotFound | Code::FailedPrecondition);
                assert!(closed, "{}: {refused:?}", method.path);
            }
            Subject::Unspecified => {}
        }
    }
    let after = white.get_table(&victim.table).await.unwrap();
    assert_eq!(as_stored(after), as_stored(before));
    assert_eq!(white.bots().await.unwrap()[0].display_name, "VictimsBot");
    assert_eq!(white.personal_tokens().await.unwrap()[0].id, victim.token);
    assert!(
        white
            .sessions()
            .await
            .unwrap()
            .iter()
            .any(|session| session.id == victim.session)
    );
}

/// Whether a method names a thing that could be somebody else's.
fn names_something(method: &Method) -> bool {
    let input = input(method);
    let mut names = ["account", "bot", "session", "token"].into_iter();
    names.any(|field| input.get_field_by_name(field).is_some())
}

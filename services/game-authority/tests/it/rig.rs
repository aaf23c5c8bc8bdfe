//! An authority and a clock in one process, on stores in memory and on tokio's time.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use corners_clock::store::EmbeddedClockStore;
use corners_clock::{Clock, Options as ClockOptions};
use corners_embedded::{Durability, Location};
use corners_game_authority::store::{EmbeddedTables, TableStore};
use corners_game_authority::table::{Action, Actor, CallMark, Command, Table, TurnPoint};
use corners_game_authority::{AuthorityError, GameAuthority, Options};
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::game::v1::admin_service_client::AdminServiceClient;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_proto::game::v1::{self as proto, CreateTableRequest};
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_service::auth::{AccountKind, Caller};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_calls::{Callers, caller};
use tokio::time::Instant;

pub(crate) const WHITE: AccountId = AccountId::from_bytes([1; 16]);
pub(crate) const BLACK: AccountId = AccountId::from_bytes([2; 16]);

fn guest(account: AccountId, scopes: &str) -> Caller {
    Caller {
        kind: AccountKind::Guest,
        ..caller(account, scopes)
    }
}

/// The running pair of services.
pub(crate) struct Rig {
    pub(crate) game: GameAuthority,
    pub(crate) drain: Drain,
}

impl Rig {
    pub(crate) async fn start() -> Self {
        Self::with(Options::default()).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        let tables = Arc::new(
            EmbeddedTables::open(Location::Memory, Durability::Process)
                .await
                .unwrap(),
        );
        Self::over(tables, options).await
    }

    /// Over a store that the test made, such as one that fails.
    pub(crate) async fn over(tables: Arc<dyn TableStore>, options: Options) -> Self {
        Self::with_clock_answers(tables, options, SlowAnswer::default()).await
    }

    /// Whose clock answers late when the test says so.
    pub(crate) async fn with_slow_clock(slow: SlowAnswer) -> Self {
        let tables = EmbeddedTables::open(Location::Memory, Durability::Process).await;
        Self::with_clock_answers(Arc::new(tables.unwrap()), Options::default(), slow).await
    }

    async fn with_clock_answers(tables: Arc<dyn TableStore>, options: Options, slow: SlowAnswer) -> Self {
        let drain = Drain::new();
        let began = Instant::now();
        let own_time = Arc::new(move || 1_000_000 + u64::try_from(began.elapsed().as_millis()).unwrap());
        let clock_store = Arc::new(EmbeddedClockStore::open(Location::Memory, own_time).await.unwrap());
        let clock = Clock::new(clock_store, ClockOptions::default()).await.unwrap();
        let channel = InternalChannel::in_process(AnswersLate {
            server: clock.internal_server(),
            slow,
        });
        let game = GameAuthority::new(tables, channel, options, drain.clone());
        let authority = InternalChannel::in_process(game.internal_server());
        clock.start(corners_clock::Authority::new(authority), &drain);
        game.start();
        Self { game, drain }
    }

    /// A client whose calls are an account's, as after the token was verified.
    pub(crate) fn client(&self, account: AccountId) -> Client {
        let channel = InternalChannel::in_process(Callers::of(self.game.server(), guest(account, "play watch")));
        GameServiceClient::new(channel)
    }

    /// The same for what operators call.
    pub(crate) fn admin(&self, account: AccountId) -> AdminServiceClient<InternalChannel> {
        let channel = InternalChannel::in_process(Callers::of(self.game.admin_server(), guest(account, "admin")));
        AdminServiceClient::new(channel)
    }

    /// What another service of the platform calls.
    pub(crate) fn service(&self) -> GameInternalServiceClient<InternalChannel> {
        GameInternalServiceClient::new(InternalChannel::in_process(self.game.internal_server()))
    }

    /// Makes the table that a request asks for.
    pub(crate) async fn make(&self, account: AccountId, request: CreateTableRequest) -> proto::Table {
        let made = self.client(account).create_table(request).await.unwrap();
        made.into_inner().table.unwrap()
    }

    /// Makes a table of `classic-3x3` with White and Black seated.
    pub(crate) async fn table(&self, time_control: proto::TimeControl) -> TableId {
        let request = CreateTableRequest {
            time_control: Some(time_control),
            ..create_request()
        };
        let made = self.make(WHITE, request).await;
        let request_id = RequestId::random().to_string();
        let join = proto::JoinTableRequest {
            table: made.id.clone(),
            request_id,
            side: 0,
        };
        self.client(BLACK).join_table(join).await.unwrap();
        made.id.parse().unwrap()
    }

    pub(crate) async fn act(
        &self,
        table: TableId,
        account: AccountId,
        expected_turn: Option<TurnPoint>,
        action: Action,
    ) -> Result<Arc<Table>, AuthorityError> {
        let call = CallMark {
            key: *RequestId::random().as_bytes(),
            body: 0,
        };
        self.call(table, account, call, expected_turn, action).await
    }

    /// One delivery of a call.
    pub(crate) async fn call(
        &self,
        table: TableId,
        account: AccountId,
        call: CallMark,
        expected_turn: Option<TurnPoint>,
        action: Action,
    ) -> Result<Arc<Table>, AuthorityError> {
        let by = Actor {
            account,
            kind: corners_game_authority::table::AccountKind::Guest,
        };
        self.game
            .authority()
            .execute(
                table,
                call,
                Command {
                    by,
                    expected_turn,
                    action,
                },
            )
            .await
    }

    pub(crate) async fn play(&self, table: TableId, path: &str) -> Result<Arc<Table>, AuthorityError> {
        let to_move = self.game.authority().table(table).await?.side_to_move();
        let account = if to_move == corners_rules::Side::White {
            WHITE
        } else {
            BLACK
        };
        self.act(table, account, None, play(path)).await
    }
}

pub(crate) fn play(path: &str) -> Action {
    let squares = path.split('-').map(|square| square.parse().unwrap()).collect();
    Action::Play {
        squares,
        confirm_return_home: false,
        think_time: None,
    }
}

pub(crate) fn create_request() -> CreateTableRequest {
    CreateTableRequest {
        request_id: RequestId::random().to_string(),
        variant: "classic-3x3".to_owned(),
        time_control: Some(untimed()),
        ..CreateTableRequest::default()
    }
}

pub(crate) fn untimed() -> proto::TimeControl {
    proto::TimeControl {
        kind: Some(proto::time_control::Kind::Untimed(proto::Untimed {})),
    }
}

pub(crate) fn blitz(reserve_seconds: i64) -> proto::TimeControl {
    let reserve = Some(prost_types::Duration {
        seconds: reserve_seconds,
        nanos: 0,
    });
    let real_time = proto::RealTime {
        reserve,
        increment: None,
    };
    proto::TimeControl {
        kind: Some(proto::time_control::Kind::RealTime(real_time)),
    }
}

pub(crate) type Client = GameServiceClient<InternalChannel>;

/// How late the clock's next answer is, in milliseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlowAnswer(pub(crate) Arc<AtomicU64>);

/// A service whose answers come late.
#[derive(Clone)]
struct AnswersLate<S> {
    server: S,
    slow: SlowAnswer,
}

impl<S> tower::Service<http::Request<tonic::body::Body>> for AnswersLate<S>
where
    S: tower::Service<
            http::Request<tonic::body::Body>,
            Response = http::Response<tonic::body::Body>,
            Error = Infallible,
        > + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    type Response = S::Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<tonic::body::Body>) -> Self::Future {
        let (server, slow) = (self.server.clone(), self.slow.clone());
        Box::pin(async move {
            let late = Duration::from_millis(slow.0.swap(0, Ordering::SeqCst));
            let answer = tower::ServiceExt::oneshot(server, request).await;
            tokio::time::sleep(late).await;
            answer
        })
    }
}

//! Requests that nobody thought of: whatever is sent, a running table changes only by a legal move that was answered.

use corners_client::proto::game::v1::game_service_client::GameServiceClient;
use corners_client::proto::game::v1::{PlayMoveRequest, Table, TableStatus, Turn};
use corners_client::{Corners, Options, Session};
use corners_proto::error::reason_of;
use corners_rules::{Path, Position, Variant};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;
use tonic::{Code, Request, Status};

use crate::support::{Running, alone, as_stored, running};

/// Requests in a run: a few seconds' worth.
const CASES: u32 = 600;

/// A running table, the account on both its seats, and what is known of it.
struct Fuzzed {
    runtime: Runtime,
    _running: Running,
    corners: Corners,
    player: Session,
    bearer: String,
    table: Table,
}

impl Fuzzed {
    fn start() -> Self {
        let runtime = Runtime::new().unwrap();
        let (running, corners, player, bearer, table) = runtime.block_on(async {
            let running = running().await;
            let corners = Corners::connect(&running.platform.url(), Options::default())
                .await
                .unwrap();
            let request = corners_proto::accounts::v1::CreateGuestRequest {
                request_id: corners_proto::ids::RequestId::random().to_string(),
            };
            let channel = corners.channel();
            let mut accounts =
                corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient::new(channel);
            let guest = accounts.create_guest(request).await.unwrap().into_inner();
            let player = corners.session(guest.account, &guest.token).unwrap();
            let table = player.create_table(alone("diagonal-3x3", "")).await.unwrap();
            (running, corners, player, format!("Bearer {}", guest.token), table)
        });
        Self {
            runtime,
            _running: running,
            corners,
            player,
            bearer,
            table,
        }
    }

    /// Sends a request as it is: the SDK would make some of them better.
    fn send(&self, request: PlayMoveRequest) -> Result<(), Status> {
        let mut request = Request::new(request);
        request
            .metadata_mut()
            .insert("authorization", self.bearer.parse().unwrap());
        let mut game = GameServiceClient::new(self.corners.channel());
        self.runtime.block_on(game.play_move(request)).map(|_| ())
    }

    fn read(&self) -> Table {
        self.runtime.block_on(self.player.get_table(&self.table.id)).unwrap()
    }

    /// Sends a request and holds the table to its answer.
    fn check(&mut self, request: &PlayMoveRequest) -> Result<(), TestCaseError> {
        let before = self.read();
        let outcome = self.send(request.clone());
        let after = self.read();
        match outcome {
            Ok(()) => self.is_a_legal_move_later(&before, &after)?,
            Err(status) => {
                let blamed = matches!(
                    status.code(),
                    Code::InvalidArgument | Code::FailedPrecondition | Code::Aborted | Code::NotFound
                );
                prop_assert!(blamed, "{request:?} was answered by {status:?}");
                prop_assert!(
                    reason_of(&status).is_some(),
                    "{request:?} was refused without a reason: {status:?}"
                );
                prop_assert_eq!(as_stored(before), as_stored(after.clone()));
            }
        }
        let finished = after
            .state
            .as_ref()
            .is_some_and(|state| state.status() == TableStatus::Finished);
        self.table = if finished {
            let request = alone("diagonal-3x3", "");
            self.runtime.block_on(self.player.create_table(request)).unwrap()
        } else {
            after
        };
        Ok(())
    }

    fn is_a_legal_move_later(&self, before: &Table, after: &Table) -> Result<(), TestCaseError> {
        prop_assert_eq!(before.moves.len() + 1, after.moves.len(), "one move was played");
        let variant = Variant::find("diagonal-3x3").unwrap();
        let position = Position::parse(variant, &before.state.as_ref().unwrap().position).unwrap();
        let played: Path = after.moves.last().unwrap().path.parse().unwrap();
        let legal = position.legal_paths().contains(&played);
        prop_assert!(legal, "{} is not legal at {}", played, position);
        Ok(())
    }

    /// A move that is legal now, the `choice`-th of them, counted round.
    fn good(&self, choice: prop::sample::Index) -> PlayMoveRequest {
        let state = self.table.state.as_ref().unwrap();
        let path = &choice.get(&state.legal_moves).path;
        PlayMoveRequest {
            table: self.table.id.clone(),
            request_id: corners_proto::ids::RequestId::random().to_string(),
            expected_turn: state.turn.clone(),
            path: path.split('-').map(str::to_owned).collect(),
            ..Default::default()
        }
    }
}

/// How a good request is bent.
#[derive(Clone, Debug)]
enum Bend {
    Nothing,
    Table(String),
    RequestId(String),
    Turn(Option<(u32, String)>),
    From(String),
    To(String),
    Square(prop::sample::Index, String),
    Drop(prop::sample::Index),
    Repeat(prop::sample::Index),
    Reverse,
    Path(Vec<String>),
    Confirm,
    Think(i64, i32),
}

impl Bend {
    fn apply(self, request: &mut PlayMoveRequest) {
        let some = !request.path.is_empty();
        match self {
            Self::Table(table) => request.table = table,
            Self::RequestId(id) => request.request_id = id,
            Self::Turn(turn) => request.expected_turn = turn.map(|(number, event_id)| Turn { number, event_id }),
            Self::From(square) => request.from = square,
            Self::To(square) => request.to = square,
            Self::Square(at, square) if some => *at.get_mut(&mut request.path) = square,
            Self::Drop(at) if some => {
                request.path.remove(at.index(request.path.len()));
            }
            Self::Repeat(at) if some => request.path.push(at.get(&request.path).clone()),
            Self::Reverse => request.path.reverse(),
            Self::Path(path) => request.path = path,
            Self::Confirm => request.confirm_return_home = true,
            Self::Think(seconds, nanos) => request.think_time = Some(prost_types::Duration { seconds, nanos }),
            Self::Nothing | Self::Square(..) | Self::Drop(_) | Self::Repeat(_) => {}
        }
    }
}

/// Squares of the board and of others, and texts that are none.
fn square() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-h][1-8]", 1 => "[a-q]1?[0-9]", 1 => ".{0,4}", 1 => any::<String>()]
}

fn bend() -> impl Strategy<Value = Bend> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        3 => Just(Bend::Nothing),
        1 => prop_oneof!["[a-z2-7]{26}", any::<String>()].prop_map(Bend::Table),
        1 => any::<String>().prop_map(Bend::RequestId),
        1 => prop::option::of((any::<u32>(), prop_oneof!["[0-9a-f]{16}", any::<String>()])).prop_map(Bend::Turn),
        1 => square().prop_map(Bend::From),
        1 => square().prop_map(Bend::To),
        3 => (index(), square()).prop_map(|(at, square)| Bend::Square(at, square)),
        1 => index().prop_map(Bend::Drop),
        1 => index().prop_map(Bend::Repeat),
        1 => Just(Bend::Reverse),
        2 => prop::collection::vec(square(), 0..300).prop_map(Bend::Path),
        1 => Just(Bend::Confirm),
        1 => (any::<i64>(), any::<i32>()).prop_map(|(seconds, nanos)| Bend::Think(seconds, nanos)),
    ]
}

#[test]
fn whatever_is_sent_a_table_changes_only_by_a_legal_move_that_was_answered() {
    let fuzzed = std::cell::RefCell::new(Fuzzed::start());
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let requests = (any::<prop::sample::Index>(), prop::collection::vec(bend(), 0..3));
    let outcome = TestRunner::new(config).run(&requests, |(choice, bends)| {
        let mut request = fuzzed.borrow().good(choice);
        bends.into_iter().for_each(|bend| bend.apply(&mut request));
        fuzzed.borrow_mut().check(&request)
    });
    outcome.unwrap();
}

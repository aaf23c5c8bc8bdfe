//! Calls that act for a seat, parsed into commands.

use corners_proto::error::{Refusal, Violations};
use corners_proto::game::v1 as proto;
use corners_rules::Side;
use corners_service::auth::Caller;

use super::parse::{self, Shared, TableCall};
use crate::table::Action;

/// A request that names a table, a call and a side.
pub(super) trait SeatRequest: prost::Message {
    /// The method's name, which is part of the digest.
    const METHOD: &'static str;
    fn shared(&self) -> Shared<'_>;
    fn side(&self) -> i32;
    fn action(side: Option<Side>) -> Action;
}

/// Parses a request that acts for a seat.
pub(super) fn seat_call<R: SeatRequest>(caller: &Caller, request: &R) -> Result<TableCall, Refusal> {
    let mut violations = Violations::new();
    let side = parse::side(&mut violations, request.side());
    let digest = parse::digest(R::METHOD, request);
    parse::table_call(caller, &request.shared(), digest, violations, Some(R::action(side)))
}

/// Parses PlayMove.
pub(super) fn play_call(caller: &Caller, request: &proto::PlayMoveRequest) -> Result<TableCall, Refusal> {
    let mut violations = Violations::new();
    let action = parse::play(&mut violations, request);
    let shared = Shared {
        table: &request.table,
        request_id: &request.request_id,
        expected_turn: request.expected_turn.as_ref(),
    };
    parse::table_call(caller, &shared, parse::digest("PlayMove", request), violations, action)
}

macro_rules! seat_requests {
    ($($method:literal: $request:ident => $action:ident, turn: $turn:ident;)*) => {
        $(impl SeatRequest for proto::$request {
            const METHOD: &'static str = $method;
            fn shared(&self) -> Shared<'_> {
                Shared {
                    table: &self.table,
                    request_id: &self.request_id,
                    expected_turn: seat_requests!(@turn self, $turn),
                }
            }
            fn side(&self) -> i32 {
                self.side
            }
            fn action(side: Option<Side>) -> Action {
                Action::$action { side }
            }
        })*
    };
    (@turn $request:ident, expected) => { $request.expected_turn.as_ref() };
    (@turn $request:ident, any) => { None };
}

seat_requests! {
    "JoinTable": JoinTableRequest => Join, turn: any;
    "Resign": ResignRequest => Resign, turn: any;
    "OfferDraw": OfferDrawRequest => OfferDraw, turn: expected;
    "AcceptDraw": AcceptDrawRequest => AcceptDraw, turn: expected;
    "DeclineDraw": DeclineDrawRequest => DeclineDraw, turn: expected;
    "OfferTakeback": OfferTakebackRequest => OfferTakeback, turn: expected;
    "AcceptTakeback": AcceptTakebackRequest => AcceptTakeback, turn: expected;
    "ClaimGame": ClaimGameRequest => Claim, turn: any;
    "DeclineTakeback": DeclineTakebackRequest => DeclineTakeback, turn: expected;
}

/// Parses AbortTable.
pub(super) fn abort_call(caller: &Caller, request: &proto::AbortTableRequest) -> Result<TableCall, Refusal> {
    let shared = Shared {
        table: &request.table,
        request_id: &request.request_id,
        expected_turn: None,
    };
    let digest = parse::digest("AbortTable", request);
    parse::table_call(caller, &shared, digest, Violations::new(), Some(Action::Abort))
}

/// The longest note about a closed table, in characters.
const LONGEST_NOTE: usize = 500;

/// Parses CloseTable.
pub(super) fn close_call(caller: &Caller, request: &proto::CloseTableRequest) -> Result<TableCall, Refusal> {
    let mut violations = Violations::new();
    if request.note.chars().count() > LONGEST_NOTE {
        violations.add("note", format!("is longer than {LONGEST_NOTE} characters"));
    }
    let shared = Shared {
        table: &request.table,
        request_id: &request.request_id,
        expected_turn: None,
    };
    let digest = parse::digest("CloseTable", request);
    parse::table_call(caller, &shared, digest, violations, Some(Action::Close))
}

//! Requests as the table understands them: parsed once, all violations at once.

use std::time::Duration;

use corners_clockwork::TimeControl;
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::game::internal::v1 as internal;
use corners_proto::game::v1 as proto;
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_proto::time::duration_of;
use corners_proto::time_control::time_control_from_proto;
use corners_rules::{Position, Side, Square, Variant};
use corners_service::auth::Caller;
use prost::Message;
use sha2::{Digest, Sha256};

use crate::authority::LONGEST_REASON;
use crate::convert::side_from_proto;
use crate::table::{AccountKind, Action, Actor, CallMark, Command, EventId, TurnPoint, Version};

/// The most squares a path can have in a request.
const MOST_SQUARES: usize = 256;

/// The longest thinking time that a client can claim.
const MOST_THINK_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// A call for a table: which, whose, and what.
pub(super) struct TableCall {
    pub(super) table: TableId,
    pub(super) call: CallMark,
    pub(super) command: Command,
}

/// The fields that all calls for a table share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a str,
    pub(super) request_id: &'a str,
    pub(super) expected_turn: Option<&'a proto::Turn>,
}

/// Puts a call for a table together. `digest` is of the whole request.
pub(super) fn table_call(
    caller: &Caller,
    shared: &Shared<'_>,
    digest: [u8; 32],
    mut violations: Violations,
    action: Option<Action>,
) -> Result<TableCall, Refusal> {
    let table = violations.check("table", shared.table.parse());
    let request = violations.check("request_id", shared.request_id.parse());
    let expected_turn = shared
        .expected_turn
        .map(|turn| violations.check("expected_turn.event_id", turn_point(turn)));
    match (table, request, action) {
        (Some(table), Some(request), Some(action)) if violations.is_empty() => Ok(TableCall {
            table,
            call: mark(caller.account, request, &digest),
            command: Command {
                by: actor(caller),
                expected_turn: expected_turn.flatten(),
                action,
            },
        }),
        _ => Err(violations.refusal()),
    }
}

/// What a log remembers of a call.
fn mark(account: AccountId, request: RequestId, digest: &[u8; 32]) -> CallMark {
    let key = Sha256::new()
        .chain_update(account.as_bytes())
        .chain_update(request.as_bytes())
        .finalize();
    let (mut first, mut body) = ([0; 16], [0; 8]);
    first.copy_from_slice(&key[..16]);
    body.copy_from_slice(&digest[..8]);
    CallMark {
        key: first,
        body: u64::from_be_bytes(body),
    }
}

pub(super) fn actor(caller: &Caller) -> Actor {
    use corners_service::auth::AccountKind as Kind;
    let kind = match caller.kind {
        Kind::Guest => AccountKind::Guest,
        Kind::Player => AccountKind::Player,
        Kind::Bot => AccountKind::Bot,
    };
    Actor {
        account: caller.account,
        kind,
    }
}

/// Digest of a method's name and its request, so that the same id for another call is noticed.
pub(super) fn digest(method: &str, request: &impl Message) -> [u8; 32] {
    Sha256::new()
        .chain_update(method)
        .chain_update([0])
        .chain_update(request.encode_to_vec())
        .finalize()
        .into()
}

pub(super) fn table_id(text: &str) -> Result<TableId, Refusal> {
    let mut violations = Violations::new();
    let table = violations.check("table", text.parse());
    table.ok_or_else(|| violations.refusal())
}

/// The most finished tables that one call hands out.
const MOST_TAKEN: u32 = 256;

/// The most tables that one call acknowledges.
const MOST_ACKNOWLEDGED: usize = 1_000;

pub(super) fn limit(limit: u32) -> Result<usize, Refusal> {
    let mut violations = Violations::new();
    if !(1..=MOST_TAKEN).contains(&limit) {
        violations.add("limit", format!("is {limit}: expected 1 to {MOST_TAKEN}"));
    }
    violations.into_result()?;
    Ok(limit as usize)
}

/// The table and the reason of RejectFinished.
pub(super) fn rejected(request: &internal::RejectFinishedRequest) -> Result<(TableId, &str), Refusal> {
    let mut violations = Violations::new();
    let table = violations.check("table", request.table.parse());
    let length = request.reason.chars().count();
    if !(1..=LONGEST_REASON).contains(&length) {
        violations.add(
            "reason",
            format!("has {length} characters: expected 1 to {LONGEST_REASON}"),
        );
    }
    match table {
        Some(table) if violations.is_empty() => Ok((table, &request.reason)),
        _ => Err(violations.refusal()),
    }
}

/// The table of RequeueDeadLetter, whose request id has to be one.
pub(super) fn requeued(request: &proto::RequeueDeadLetterRequest) -> Result<TableId, Refusal> {
    let mut violations = Violations::new();
    let request_id = request_id(&mut violations, &request.request_id);
    let table = violations.check("table", request.table.parse());
    table
        .filter(|_| request_id.is_some())
        .ok_or_else(|| violations.refusal())
}

pub(super) fn table_ids(texts: &[String]) -> Result<Vec<TableId>, Refusal> {
    let mut violations = Violations::new();
    if texts.len() > MOST_ACKNOWLEDGED {
        violations.add(
            "tables",
            format!("names {} tables: expected at most {MOST_ACKNOWLEDGED}", texts.len()),
        );
    }
    violations.into_result()?;
    let mut violations = Violations::new();
    let parse = |(index, text): (usize, &String)| violations.check(&format!("tables[{index}]"), text.parse());
    let tables = texts.iter().enumerate().filter_map(parse).collect();
    violations.into_result()?;
    Ok(tables)
}

pub(super) fn request_id(violations: &mut Violations, text: &str) -> Option<RequestId> {
    violations.check("request_id", text.parse())
}

pub(super) fn side(violations: &mut Violations, side: i32) -> Option<Side> {
    violations.check("side", side_from_proto(side)).flatten()
}

fn event_id(text: &str) -> Result<EventId, &'static str> {
    let well_formed = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let id = well_formed.then(|| u64::from_str_radix(text, 16).ok()).flatten();
    id.map(EventId)
        .ok_or("is no event id: expected 16 hexadecimal digits, as the server sent them")
}

fn turn_point(turn: &proto::Turn) -> Result<TurnPoint, &'static str> {
    Ok(TurnPoint {
        number: turn.number,
        event: event_id(&turn.event_id)?,
    })
}

pub(super) fn version(version: &proto::Version) -> Result<Version, &'static str> {
    Ok(Version {
        number: version.number,
        event: event_id(&version.event_id)?,
    })
}

/// The action of PlayMove.
pub(super) fn play(violations: &mut Violations, request: &proto::PlayMoveRequest) -> Option<Action> {
    let squares = match (
        request.path.is_empty(),
        request.from.is_empty() && request.to.is_empty(),
    ) {
        (true, true) => {
            violations.add("from", "is missing: give from and to, or a path");
            None
        }
        (false, false) => {
            violations.add("path", "is given together with from and to: give one or the other");
            None
        }
        (true, false) => {
            let from = square(violations, "from", &request.from);
            let to = square(violations, "to", &request.to);
            from.zip(to).map(|(from, to)| vec![from, to])
        }
        (false, true) => path(violations, &request.path),
    };
    let think_time = request.think_time.and_then(|duration| think_time(violations, duration));
    Some(Action::Play {
        squares: squares?,
        confirm_return_home: request.confirm_return_home,
        think_time,
    })
}

fn think_time(violations: &mut Violations, duration: prost_types::Duration) -> Option<Duration> {
    let parsed = violations.check("think_time", duration_of(Some(duration)))?;
    if parsed > MOST_THINK_TIME {
        violations.add("think_time", "is longer than 24 hours");
        return None;
    }
    Some(Duration::from_millis(corners_clockwork::whole_millis(parsed)))
}

fn square(violations: &mut Violations, field: &str, text: &str) -> Option<Square> {
    violations.check(field, text.parse())
}

/// The squares of a path, 2 to 256.
pub(super) fn path(violations: &mut Violations, squares: &[String]) -> Option<Vec<Square>> {
    if !(2..=MOST_SQUARES).contains(&squares.len()) {
        violations.add(
            "path",
            format!("has {} squares: expected 2 to {MOST_SQUARES}", squares.len()),
        );
        return None;
    }
    let parse = |(index, text): (usize, &String)| square(violations, &format!("path[{index}]"), text);
    // All squares are parsed, so that all violations are named.
    let parsed: Vec<_> = squares.iter().enumerate().map(parse).collect();
    parsed.into_iter().collect()
}

/// A variant by its id.
pub(super) fn variant(id: &str) -> Result<&'static Variant, Refusal> {
    Variant::find(id).ok_or_else(|| {
        let known: Vec<_> = Variant::all().iter().map(Variant::id).collect();
        Refusal::new(
            Reason::UnknownVariant,
            format!("there is no variant {id:?}: expected one of {}", known.join(", ")),
        )
        .violation("variant", "is unknown")
    })
}

/// A time control.
pub(super) fn time_control(time_control: Option<&proto::TimeControl>) -> Result<TimeControl, Refusal> {
    time_control_from_proto(time_control).map_err(|error| {
        Refusal::new(Reason::InvalidTimeControl, format!("time_control: {error}"))
            .violation("time_control", error.to_string())
    })
}

/// A position of a variant; the variant's start for an empty text.
pub(super) fn position(variant: &'static Variant, field: &str, text: &str) -> Result<Position, Refusal> {
    if text.is_empty() {
        return Ok(Position::start(variant));
    }
    Position::parse(variant, text).map_err(|error| {
        Refusal::new(Reason::InvalidPosition, format!("{field}: {error}")).violation(field, error.to_string())
    })
}

//! Tables and events as the contract has them.

use corners_clockwork::{GameTime, Punch, whole_millis};
use corners_proto::game::v1 as proto;
use corners_proto::ids::{AccountId, TableId};
use corners_proto::time::{duration, timestamp};
use corners_proto::time_control::time_control_to_proto;
use corners_rules::{Enclosing, Position, Side, Variant};

use crate::convert::{seat_to_proto, side_to_proto, takebacks_to_proto, verdict_to_proto};
use crate::table::{Event, EventKind, PlyRecord, Presence, Status, Table, TurnPoint, Version};

const BOTH: [Side; 2] = [Side::White, Side::Black];

/// A variant.
pub(crate) fn variant(variant: &'static Variant) -> proto::Variant {
    let home = |side| variant.home(side).map(|square| square.to_string()).collect();
    proto::Variant {
        id: variant.id().to_owned(),
        board_size: variant.files().into(),
        pieces: variant.pieces().into(),
        directions: variant.directions().count().into(),
        home_deadline: variant.home_deadline().into(),
        move_limit: variant.move_limit().into(),
        enclosing_allowed: variant.enclosing() == Enclosing::Allowed,
        rated: variant.rated(),
        white_home: home(Side::White),
        black_home: home(Side::Black),
        start_position: Position::start(variant).to_string(),
    }
}

/// The legal moves of a position, sorted by their paths as text.
pub(crate) fn legal_moves(position: &Position) -> Vec<proto::LegalMove> {
    let paths = position.legal_paths().into_iter();
    let mut moves: Vec<_> = paths
        .map(|path| proto::LegalMove {
            path: path.to_string(),
            returns_home: position.returns_home(path.as_move()),
        })
        .collect();
    moves.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    moves
}

pub(crate) fn version(version: Version) -> proto::Version {
    proto::Version {
        number: version.number,
        event_id: version.event.to_string(),
    }
}

pub(crate) fn turn(turn: TurnPoint) -> proto::Turn {
    proto::Turn {
        number: turn.number,
        event_id: turn.event.to_string(),
    }
}

pub(crate) fn status(status: Status) -> i32 {
    match status {
        Status::Open => proto::TableStatus::Open,
        Status::Playing => proto::TableStatus::Playing,
        Status::Finished => proto::TableStatus::Finished,
    }
    .into()
}

/// The side that is to move; nobody once the game is over, and nobody after the move that ends it, which is an event of its
/// own before the end.
fn to_move(table: &Table) -> Option<Side> {
    let goes_on = table.status() != Status::Finished && table.game().judge().is_none();
    goes_on.then(|| table.side_to_move())
}

/// The account that is to move, and so gets the legal moves.
pub(crate) fn mover(table: &Table) -> Option<AccountId> {
    let side = to_move(table).filter(|_| table.status() == Status::Playing)?;
    table.seats()[side].map(|seat| seat.account)
}

/// Whether this account is to move.
pub(crate) fn is_mover(table: &Table, viewer: AccountId) -> bool {
    mover(table) == Some(viewer)
}

/// A table's state, for who is to move or for everybody else.
pub(crate) fn state(table: &Table, for_mover: bool) -> proto::TableState {
    let position = table.game().position();
    proto::TableState {
        version: Some(version(table.version())),
        turn: Some(turn(table.turn())),
        status: status(table.status()),
        seats: seats(table),
        position: position.to_string(),
        side_to_move: side_to_proto(to_move(table)),
        move_number: position.move_number().into(),
        clocks: clocks(table),
        draw_offer: side_to_proto(table.draw_offer()),
        takeback_offer: side_to_proto(table.takeback_offer().map(|(side, _)| side)),
        legal_moves: if for_mover { legal_moves(position) } else { Vec::new() },
        last_move: table
            .plies()
            .len()
            .checked_sub(1)
            .and_then(|index| played_move(table, index)),
        ending: table.verdict().map(verdict_to_proto),
        takeback_plies: table.takeback_offer().map_or(0, |(_, plies)| plies.into()),
    }
}

fn seats(table: &Table) -> Vec<proto::Seat> {
    BOTH.into_iter()
        .filter_map(|side| Some(seat_to_proto(side, table.seats()[side]?)))
        .collect()
}

fn clocks(table: &Table) -> Option<proto::Clocks> {
    let clocks = table.clocks_at_last_reading()?;
    Some(proto::Clocks {
        game_time_ms: table.last_reading().millis(),
        white_ms: whole_millis(clocks.white),
        black_ms: whole_millis(clocks.black),
        running: side_to_proto(table.running()),
        due_ms: table.due().map(GameTime::millis),
        white_lag_quota_ms: whole_millis(table.lag_quota(Side::White)),
        black_lag_quota_ms: whole_millis(table.lag_quota(Side::Black)),
        low_time_ms: table.agreement().time_control.low_time().map_or(0, whole_millis),
    })
}

/// A move that stands.
pub(crate) fn played_move(table: &Table, index: usize) -> Option<proto::PlayedMove> {
    let path = table.game().plies().get(index)?;
    let PlyRecord {
        remaining,
        elapsed,
        think_time,
        lag_credit,
    } = *table.plies().get(index)?;
    let start = table.game().start_position();
    let starts_with_black = usize::from(start.side_to_move() == Side::Black);
    let pairs_before = u32::try_from((index + starts_with_black) / 2).unwrap_or(u32::MAX);
    let timed = table.agreement().time_control.initial().is_some();
    Some(proto::PlayedMove {
        path: path.to_string(),
        side: side_to_proto(Some(table.side_of_ply(index))),
        move_number: u32::from(start.move_number()) + pairs_before,
        remaining_ms: timed.then(|| whole_millis(remaining)),
        elapsed_ms: whole_millis(elapsed),
        think_time: think_time.map(duration),
        lag_credit_ms: whole_millis(lag_credit),
    })
}

/// A whole table, as `viewer` may see it at the clock's reading: with the deadline that an outage may have moved since the
/// last event.
pub(crate) fn table(
    id: TableId,
    table: &Table,
    viewer: AccountId,
    now: &Punch,
    presence: Option<Presence>,
) -> proto::Table {
    let agreement = table.agreement();
    let mut state = state(table, is_mover(table, viewer));
    if let Some(clocks) = &mut state.clocks {
        clocks.due_ms = now.due.map(GameTime::millis);
        let credit_ms = whole_millis(now.outage_credit);
        match table.running() {
            Some(Side::White) => clocks.white_ms += credit_ms,
            Some(Side::Black) => clocks.black_ms += credit_ms,
            None => {}
        }
    }
    proto::Table {
        id: id.to_string(),
        variant: Some(variant(agreement.variant)),
        time_control: Some(time_control_to_proto(&agreement.time_control)),
        takebacks: takebacks_to_proto(agreement.takebacks),
        rated: agreement.rated,
        creator: agreement.creator.to_string(),
        create_time: Some(timestamp(table.created_at_ms())),
        start_position: table.game().start_position().to_string(),
        moves: (0..table.plies().len())
            .filter_map(|index| played_move(table, index))
            .collect(),
        state: Some(state),
        game_time_ms: now.reading.millis(),
        presence: presence.map(|presence| self::presence(id, &presence)),
        start_time: table.started_at_ms().map(timestamp),
        finish_time: table.finished_at_ms().map(timestamp),
    }
}

/// A table at the moment of its last event, as nobody in particular sees it.
pub(crate) fn at_its_last_event(id: TableId, told: &Table) -> proto::Table {
    let nobody = AccountId::from_bytes([0; 16]);
    let then = corners_clockwork::punch(&told.clock_turn(), told.last_reading(), None, None);
    table(id, told, nobody, &then, None)
}

/// Who is at a table.
pub(crate) fn presence(id: TableId, presence: &Presence) -> proto::Presence {
    let seat = |side: Side| {
        presence.seats[side].map(|seat| proto::SeatPresence {
            side: side_to_proto(Some(side)),
            present: seat.gone_since.is_none(),
            away_since_ms: seat.gone_since.map(GameTime::millis),
            claimable_at_ms: seat.claimable_at.map(GameTime::millis),
        })
    };
    proto::Presence {
        table: id.to_string(),
        seats: BOTH.into_iter().filter_map(seat).collect(),
        spectators: presence.spectators,
    }
}

/// What a list says of a table.
pub(crate) fn summary(id: TableId, table: &Table) -> proto::TableSummary {
    proto::TableSummary {
        id: id.to_string(),
        variant: table.agreement().variant.id().to_owned(),
        time_control: Some(time_control_to_proto(&table.agreement().time_control)),
        status: status(table.status()),
        seats: seats(table),
        move_number: table.game().position().move_number().into(),
        side_to_move: side_to_proto(to_move(table)),
        ending: table.verdict().map(verdict_to_proto),
    }
}

/// An event with the table after it. None for the making of a table, which watchers see as their snapshot.
pub(crate) fn event(id: TableId, event: &Event, after: &Table, for_mover: bool) -> Option<proto::TableEvent> {
    Some(proto::TableEvent {
        table: id.to_string(),
        time: Some(timestamp(event.recorded_at_ms)),
        kind: Some(event_kind(event, after)?),
        state: Some(state(after, for_mover)),
        clock_credit: clock_credit(event, after),
    })
}

fn event_kind(event: &Event, after: &Table) -> Option<proto::table_event::Kind> {
    use proto::table_event::Kind;
    let by = |side: Side| side_to_proto(Some(side));
    Some(match &event.kind {
        EventKind::TableCreated(_) => return None,
        EventKind::SeatTaken { side, seat } => Kind::SeatTaken(proto::SeatTaken {
            seat: Some(seat_to_proto(*side, *seat)),
        }),
        EventKind::MovePlayed { .. } => {
            let last = after.plies().len().checked_sub(1)?;
            Kind::MovePlayed(proto::MovePlayed {
                r#move: played_move(after, last),
            })
        }
        EventKind::DrawOffered { by: side } => Kind::DrawOffered(proto::DrawOffered { by: by(*side) }),
        EventKind::DrawDeclined { by: side } => Kind::DrawDeclined(proto::DrawDeclined { by: by(*side) }),
        EventKind::TakebackOffered { by: side, plies } => Kind::TakebackOffered(proto::TakebackOffered {
            by: by(*side),
            plies: (*plies).into(),
        }),
        EventKind::TakebackDeclined { by: side } => Kind::TakebackDeclined(proto::TakebackDeclined { by: by(*side) }),
        EventKind::MovesTakenBack { by: side, plies } => Kind::MovesTakenBack(proto::MovesTakenBack {
            by: by(*side),
            plies: (*plies).into(),
        }),
        EventKind::GameEnded(verdict) => Kind::GameEnded(proto::GameEnded {
            ending: Some(verdict_to_proto(*verdict)),
        }),
        EventKind::TailLost { known } => Kind::TailLost(proto::TailLost {
            known: Some(version(*known)),
        }),
    })
}

/// The credit goes to the side that was to move before the event.
fn clock_credit(event: &Event, after: &Table) -> Option<proto::ClockCredit> {
    if event.outage_credit.is_zero() {
        return None;
    }
    let side = match &event.kind {
        EventKind::MovePlayed { .. } => after.side_to_move().other(),
        EventKind::MovesTakenBack { plies, .. } if plies % 2 == 1 => after.side_to_move().other(),
        _ => after.side_to_move(),
    };
    Some(proto::ClockCredit {
        reason: proto::ClockCreditReason::Outage.into(),
        side: side_to_proto(Some(side)),
        credit_ms: whole_millis(event.outage_credit),
    })
}

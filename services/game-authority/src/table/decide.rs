//! Whether a command may happen at a table.

use std::time::Duration;

use corners_proto::ids::AccountId;
use corners_rules::{Side, Square};

use super::{Action, Actor, Command, EndReason, Intent, Rejection, Seat, Status, Table, Verdict};

/// Says whether a command may happen, and what it means.
///
/// # Errors
/// The first reason why not, looked for in this order: the game is over, the caller has no right, the game has not
/// begun, the turn has moved on, it is the other side's turn, the rules forbid it.
pub fn decide(table: &Table, command: &Command) -> Result<Intent, Rejection> {
    if table.status() == Status::Finished {
        return Err(Rejection::GameOver);
    }
    match &command.action {
        Action::Join { side } => join(table, command.by, *side),
        Action::Abort => abort(table, command.by.account),
        Action::Close => Ok(Intent::End(Verdict::CLOSED)),
        Action::Play {
            squares,
            confirm_return_home,
            think_time,
        } => {
            let side = playing_side(table, command)?;
            if side != table.side_to_move() {
                return Err(Rejection::NotYourTurn);
            }
            play(table, squares, *confirm_return_home, *think_time)
        }
        Action::Resign { side } => {
            let loser = acting_side(table, command, *side)?;
            Ok(Intent::End(Verdict::lost_by(loser, EndReason::Resignation)))
        }
        Action::Claim { side } => Ok(Intent::Claim {
            by: acting_side(table, command, *side)?,
        }),
        Action::OfferDraw { side } => table.offer_draw(acting_side(table, command, *side)?),
        Action::AcceptDraw { side } => table.accept_draw(acting_side(table, command, *side)?),
        Action::DeclineDraw { side } => table.decline_draw(acting_side(table, command, *side)?),
        Action::OfferTakeback { side } => {
            let by_default = side.or_else(|| table.last_mover_of_one_account());
            table.offer_takeback(acting_side(table, command, by_default)?)
        }
        Action::AcceptTakeback { side } => table.accept_takeback(acting_side(table, command, *side)?),
        Action::DeclineTakeback { side } => table.decline_takeback(acting_side(table, command, *side)?),
    }
}

fn join(table: &Table, actor: Actor, wanted: Option<Side>) -> Result<Intent, Rejection> {
    if [Side::White, Side::Black]
        .into_iter()
        .any(|side| table.holds(actor.account, side))
    {
        return Err(Rejection::AlreadySeated);
    }
    let free = |side: &Side| table.seats()[*side].is_none();
    let side = match wanted {
        Some(side) => Some(side).filter(free),
        None => [Side::White, Side::Black].into_iter().find(free),
    };
    let side = side.ok_or(Rejection::SeatTaken)?;
    Ok(Intent::Sit {
        side,
        seat: Seat {
            account: actor.account,
            kind: actor.kind,
            rating: None,
        },
    })
}

fn abort(table: &Table, account: AccountId) -> Result<Intent, Rejection> {
    let holds = |side| table.holds(account, side);
    let by = match (holds(Side::White), holds(Side::Black)) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        (true, true) => None,
        (false, false) => {
            let may_close = table.status() == Status::Open && table.agreement().creator == account;
            if !may_close {
                return Err(Rejection::NotSeated);
            }
            None
        }
    };
    if table.both_have_moved() {
        return Err(Rejection::TooLateToAbort);
    }
    Ok(Intent::End(Verdict::aborted_by(by)))
}

/// The side that the command acts for, once the game is on and in the turn the caller believes in.
fn acting_side(table: &Table, command: &Command, named: Option<Side>) -> Result<Side, Rejection> {
    let account = command.by.account;
    let side = match (
        table.holds(account, Side::White),
        table.holds(account, Side::Black),
        named,
    ) {
        (false, false, _) => return Err(Rejection::NotSeated),
        (true, true, None) => return Err(Rejection::SideRequired),
        (true, true, Some(side)) => side,
        (white, _, _) => {
            let own = if white { Side::White } else { Side::Black };
            if named.is_some_and(|side| side != own) {
                return Err(Rejection::NotSeated);
            }
            own
        }
    };
    check_turn(table, command)?;
    Ok(side)
}

/// As [`acting_side`]; who holds both seats plays for the side to move.
fn playing_side(table: &Table, command: &Command) -> Result<Side, Rejection> {
    let to_move = table.side_to_move();
    let named = table.holds(command.by.account, to_move).then_some(to_move);
    acting_side(table, command, named)
}

fn check_turn(table: &Table, command: &Command) -> Result<(), Rejection> {
    if table.status() == Status::Open {
        return Err(Rejection::WaitingForPlayers);
    }
    match command.expected_turn {
        Some(expected) if expected != table.turn() => Err(Rejection::StaleTurn { current: table.turn() }),
        _ => Ok(()),
    }
}

fn play(
    table: &Table,
    squares: &[Square],
    confirm_return_home: bool,
    think_time: Option<Duration>,
) -> Result<Intent, Rejection> {
    let mut game = table.game().clone();
    let played = game.play(squares)?;
    let returns_home = table.game().position().returns_home(played.path.as_move());
    if returns_home && !confirm_return_home {
        return Err(Rejection::ConfirmReturnHome);
    }
    Ok(Intent::Move {
        path: played.path,
        ending: played.ending.map(Verdict::from),
        think_time,
    })
}

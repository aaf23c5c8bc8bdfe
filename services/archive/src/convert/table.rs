//! From a finished table, as game-authority hands it out, to a game.
//!
//! What the archive stores is final: a table is taken only if it is a game, by its form and by the rules. Moments are not
//! compared with each other, because several machines, whose clocks differ, wrote them down.

use std::fmt::Display;

use corners_clockwork::{Correspondence, RealTime, whole_millis};
use corners_proto::game::v1::{self as proto, time_control::Kind};
use corners_proto::ids::AccountId;
use corners_proto::time::{duration_of, millis_of};
use corners_rules::{Game as Replayed, GameResult, Path, Position, Side, Termination, Variant};

use super::{game_result, termination};
use crate::domain::{Blame, Ending, Game, Player, Ply, Rating, TimeControl};

/// More milliseconds than any clock of any time control can show or run: a year.
const MOST_MILLIS: u64 = 366 * 24 * 60 * 60 * 1_000;

/// No rating is further from zero.
const MOST_RATING: f64 = 100_000.0;

/// Why a table is no finished game: the field, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
pub struct BadTable {
    /// The field of `corners.game.v1.Table`.
    pub field: String,
    /// What is wrong with it.
    pub why: String,
}

/// The game that was played at a finished table.
///
/// # Errors
/// The first thing that no finished game has.
pub fn game_of(table: &proto::Table) -> Result<Game, BadTable> {
    let state = table.state.as_ref().ok_or_else(|| bad("state", "is missing"))?;
    if state.status() != proto::TableStatus::Finished {
        return Err(bad("state.status", "is not finished"));
    }
    let variant = variant(table.variant.as_ref())?;
    let time_control = time_control(table.time_control.as_ref())?;
    let is_timed = time_control != TimeControl::Untimed;
    let [white, black] = players(&state.seats)?;
    let moves = moves(&table.moves, is_timed)?;
    let ending = ending(state.ending.as_ref())?;
    let replayed = replay(variant, &table.start_position, &moves)?;
    check_turns(&replayed, &table.moves)?;
    check_end(&replayed, &state.position, ending)?;
    if !moves.is_empty() && (white.is_none() || black.is_none()) {
        return Err(bad("state.seats", "one is free, and moves were played"));
    }
    let blamed = ending.blame.map(|blame| blame.side);
    let is_nobody = |side, player: &Option<Player>| blamed == Some(side) && player.is_none();
    if is_nobody(proto::Side::White, &white) || is_nobody(proto::Side::Black, &black) {
        return Err(bad("state.ending.by", "is a seat that is free"));
    }
    Ok(Game {
        table: parsed("id", table.id.parse())?,
        variant,
        time_control,
        takebacks: known("takebacks", table.takebacks)?,
        rated: table.rated,
        creator: parsed("creator", table.creator.parse())?,
        white,
        black,
        created_at_ms: required_moment("create_time", table.create_time.as_ref())?,
        started_at_ms: moment("start_time", table.start_time.as_ref())?,
        finished_at_ms: required_moment("finish_time", table.finish_time.as_ref())?,
        start_position: table.start_position.clone(),
        final_position: state.position.clone(),
        moves,
        clocks_ms: clocks(state.clocks.as_ref(), is_timed)?,
        ending,
    })
}

fn bad(field: impl Into<String>, why: impl Display) -> BadTable {
    BadTable {
        field: field.into(),
        why: why.to_string(),
    }
}

fn parsed<T, E: Display>(field: &str, parsed: Result<T, E>) -> Result<T, BadTable> {
    parsed.map_err(|why| bad(field, why))
}

/// The value of an enum's field, which has to be one that there is and that says something.
fn known<T: TryFrom<i32> + Into<i32> + Copy>(field: &str, value: i32) -> Result<T, BadTable> {
    match T::try_from(value) {
        Ok(known) if value != 0 => Ok(known),
        _ => Err(bad(field, format_args!("{value} is nothing that it can be"))),
    }
}

fn moment(field: &str, moment: Option<&prost_types::Timestamp>) -> Result<Option<u64>, BadTable> {
    moment.map(|moment| parsed(field, millis_of(moment))).transpose()
}

fn required_moment(field: &str, time: Option<&prost_types::Timestamp>) -> Result<u64, BadTable> {
    moment(field, time)?.ok_or_else(|| bad(field, "is missing"))
}

fn millis(field: impl Into<String>, millis: u64) -> Result<u64, BadTable> {
    if millis > MOST_MILLIS {
        return Err(bad(field, format_args!("{millis} ms is more than a year")));
    }
    Ok(millis)
}

fn variant(variant: Option<&proto::Variant>) -> Result<&'static Variant, BadTable> {
    let id = variant.map_or("", |variant| variant.id.as_str());
    Variant::find(id).ok_or_else(|| bad("variant.id", format_args!("{id:?} is no variant")))
}

fn time_control(time_control: Option<&proto::TimeControl>) -> Result<TimeControl, BadTable> {
    let kind = time_control.and_then(|time_control| time_control.kind);
    match kind.ok_or_else(|| bad("time_control", "is missing"))? {
        Kind::Untimed(_) => Ok(TimeControl::Untimed),
        Kind::RealTime(real_time) => {
            let reserve = parsed("time_control.real_time.reserve", duration_of(real_time.reserve))?;
            let increment = parsed("time_control.real_time.increment", duration_of(real_time.increment))?;
            parsed("time_control.real_time", RealTime::new(reserve, increment))?;
            Ok(TimeControl::RealTime {
                reserve_ms: whole_millis(reserve),
                increment_ms: whole_millis(increment),
            })
        }
        Kind::Correspondence(proto::Correspondence { days_per_move }) => {
            parsed("time_control.correspondence", Correspondence::new(days_per_move))?;
            Ok(TimeControl::Correspondence { days_per_move })
        }
    }
}

/// The players of White and Black.
fn players(seats: &[proto::Seat]) -> Result<[Option<Player>; 2], BadTable> {
    let [mut white, mut black] = [None, None];
    for (index, seat) in seats.iter().enumerate() {
        let field = |name: &str| format!("state.seats[{index}].{name}");
        let place = match seat.side() {
            proto::Side::White => &mut white,
            proto::Side::Black => &mut black,
            proto::Side::Unspecified => return Err(bad(field("side"), "is no side")),
        };
        let account: AccountId = parsed(&field("account"), seat.account.parse())?;
        let player = Player {
            account,
            kind: known(&field("kind"), seat.kind)?,
            rating: seat
                .rating
                .as_ref()
                .map(|held| rating(&field("rating"), held))
                .transpose()?,
        };
        if place.replace(player).is_some() {
            return Err(bad(field("side"), "is taken twice"));
        }
    }
    Ok([white, black])
}

fn rating(field: &str, rating: &proto::SeatRating) -> Result<Rating, BadTable> {
    let proto::SeatRating { rating, deviation } = *rating;
    let is_rating = rating.abs() <= MOST_RATING && (0.0..=MOST_RATING).contains(&deviation);
    if !is_rating {
        return Err(bad(
            field,
            format_args!("{rating} with deviation {deviation} is no rating"),
        ));
    }
    Ok(Rating { rating, deviation })
}

fn moves(moves: &[proto::PlayedMove], is_timed: bool) -> Result<Vec<Ply>, BadTable> {
    let plies = moves.iter().enumerate();
    plies
        .map(|(index, played)| {
            let field = |name: &str| format!("moves[{index}].{name}");
            if played.remaining_ms.is_some() != is_timed {
                return Err(bad(field("remaining_ms"), "does not go with the time control"));
            }
            let remaining_ms = played.remaining_ms.map(|left| millis(field("remaining_ms"), left));
            let think_time = played
                .think_time
                .map(|time| parsed(&field("think_time"), duration_of(Some(time))));
            let think_time_ms = think_time.transpose()?.map(whole_millis);
            Ok(Ply {
                path: played.path.clone(),
                remaining_ms: remaining_ms.transpose()?,
                elapsed_ms: millis(field("elapsed_ms"), played.elapsed_ms)?,
                think_time_ms: think_time_ms
                    .map(|time| millis(field("think_time"), time))
                    .transpose()?,
                lag_credit_ms: millis(field("lag_credit_ms"), played.lag_credit_ms)?,
            })
        })
        .collect()
}

fn ending(ending: Option<&proto::Ending>) -> Result<Ending, BadTable> {
    let ending = ending.ok_or_else(|| bad("state.ending", "is missing"))?;
    let reason = known("state.ending.reason", ending.reason)?;
    let result = parsed("state.ending.result", proto::Result::try_from(ending.result))?;
    Ok(Ending {
        reason,
        result,
        blame: blame(ending)?,
    })
}

fn blame(ending: &proto::Ending) -> Result<Option<Blame>, BadTable> {
    let field = "state.ending.by";
    let side = parsed(field, proto::Side::try_from(ending.by))?;
    match side {
        proto::Side::Unspecified if ending.no_show => Err(bad(field, "is missing: somebody did not come")),
        proto::Side::Unspecified => Ok(None),
        _ if ending.reason() != proto::EndReason::Aborted => Err(bad(field, "is given, and the game was not aborted")),
        side => Ok(Some(Blame {
            side,
            no_show: ending.no_show,
        })),
    }
}

/// Plays the moves by the rules.
fn replay(variant: &'static Variant, start: &str, moves: &[Ply]) -> Result<Replayed, BadTable> {
    let start = parsed("start_position", Position::parse(variant, start))?;
    let mut game = parsed("start_position", Replayed::from_set_up(start))?;
    for (index, ply) in moves.iter().enumerate() {
        let field = format!("moves[{index}].path");
        let path: Path = parsed(&field, ply.path.parse())?;
        let played = parsed(&field, game.play(&path))?;
        if played.path != path || path.to_string() != ply.path {
            return Err(bad(
                field,
                format_args!("{} is not written as {}", ply.path, played.path),
            ));
        }
    }
    Ok(game)
}

/// Checks what each move says of its place in the game.
fn check_turns(game: &Replayed, moves: &[proto::PlayedMove]) -> Result<(), BadTable> {
    let start = game.start_position();
    let (mut side, mut number) = (start.side_to_move(), u32::from(start.move_number()));
    for (index, played) in moves.iter().enumerate() {
        let expected = match side {
            Side::White => proto::Side::White,
            Side::Black => proto::Side::Black,
        };
        if played.side() != expected || played.move_number != number {
            let why = format_args!("is not {} of number {number}", expected.as_str_name());
            return Err(bad(format!("moves[{index}]"), why));
        }
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    Ok(())
}

/// Checks that the moves lead to the position at the end, and that the game can have ended there as it did.
fn check_end(game: &Replayed, position: &str, ending: Ending) -> Result<(), BadTable> {
    let reached = game.position().to_string();
    if reached != position {
        let why = format_args!("is {position:?}, and the moves lead to {reached:?}");
        return Err(bad("state.position", why));
    }
    let field = "state.ending";
    let reason = termination(ending.reason).ok_or_else(|| bad(field, "has no reason"))?;
    let result = game_result(ending.result);
    if !reason.allows(result) {
        return Err(bad(field, format_args!("{result} cannot come of {reason}")));
    }
    let verdict = game.ending();
    let is_verdict = verdict
        .is_some_and(|verdict| reason == Termination::Rules(verdict.reason) && result == GameResult::of(Some(verdict)));
    match (reason, verdict) {
        (Termination::Rules(_), _) if !is_verdict => Err(bad(
            field,
            format_args!("{result} by {reason} is not what the rules say"),
        )),
        (Termination::Aborted, _) if game.plies().len() > 1 => Err(bad(field, "is aborted after both sides had moved")),
        _ => Ok(()),
    }
}

fn clocks(clocks: Option<&proto::Clocks>, is_timed: bool) -> Result<Option<(u64, u64)>, BadTable> {
    match clocks {
        Some(clocks) if is_timed => {
            let white = millis("state.clocks.white_ms", clocks.white_ms)?;
            Ok(Some((white, millis("state.clocks.black_ms", clocks.black_ms)?)))
        }
        None if !is_timed => Ok(None),
        _ => Err(bad("state.clocks", "do not go with the time control")),
    }
}

//! From events of the result feed.

use corners_proto::archive::v1::{GameAnnulled, GameFinished, ResultEvent};
use corners_proto::game::v1::{AccountKind, Result as Outcome, Seat, Side as SeatSide};
use corners_proto::ids::IdError;
use corners_proto::io::cloudevents::v1::cloud_event::Data;
use corners_proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_proto::time::{TimeError, millis_of};
use corners_rules::Side;
use prost::{DecodeError, Message};

use crate::domain::{FinishedGame, Player, Told};
use crate::store::Place;

const FINISHED: &str = "corners.game.finished.v1";
const ANNULLED: &str = "corners.game.annulled.v1";

/// Why an event cannot be read: ratings cannot go on without it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("it lacks {0}")]
    Missing(&'static str),
    #[error("its sequence is no number")]
    Sequence,
    #[error("what it tells is malformed")]
    Data(#[from] DecodeError),
    #[error("{0}")]
    Id(#[from] IdError),
    #[error("a moment {0}")]
    Moment(#[from] TimeError),
    #[error("its {0} is one that this program does not know")]
    Unknown(&'static str),
}

/// What an event tells, and the place behind it; nothing but the place when it does not concern ratings.
pub(crate) fn told(event: ResultEvent) -> Result<(Place, Option<Told>), Unreadable> {
    let cursor = event.cursor;
    let event = event.event.ok_or(Unreadable::Missing("its event"))?;
    let sequence = match event.attributes.get("sequence").map(|value| &value.attr) {
        Some(Some(Attr::CeString(text))) => text.parse().map_err(|_| Unreadable::Sequence)?,
        _ => return Err(Unreadable::Missing("its sequence")),
    };
    let place = Place { cursor, sequence };
    let data = || match &event.data {
        Some(Data::ProtoData(any)) => Ok(any.value.as_slice()),
        _ => Err(Unreadable::Missing("what it tells")),
    };
    let told = match event.r#type.as_str() {
        FINISHED => finished(&GameFinished::decode(data()?)?)?.map(Told::Finished),
        ANNULLED => annulled(&GameAnnulled::decode(data()?)?)?,
        // Whatever else becomes of games has no rating.
        _ => None,
    };
    Ok((place, told))
}

fn annulled(annulled: &GameAnnulled) -> Result<Option<Told>, Unreadable> {
    let game = annulled.game.as_ref().ok_or(Unreadable::Missing("its game"))?;
    let moment = annulled.annul_time.as_ref().ok_or(Unreadable::Missing("its moment"))?;
    let at_ms = millis_of(moment)?;
    Ok(finished(game)?.map(|game| Told::Annulled(game, at_ms)))
}

/// The game, if it was to be rated.
fn finished(game: &GameFinished) -> Result<Option<FinishedGame>, Unreadable> {
    if !game.rated {
        return Ok(None);
    }
    let ending = game.ending.as_ref().ok_or(Unreadable::Missing("its ending"))?;
    let result = Outcome::try_from(ending.result).map_err(|_| Unreadable::Unknown("result"))?;
    let moment = game.finish_time.as_ref().ok_or(Unreadable::Missing("its moment"))?;
    let seat = |side: SeatSide| {
        game.seats
            .iter()
            .find(|seat| seat.side() == side)
            .map(player)
            .transpose()
    };
    Ok(Some(FinishedGame {
        table: game.table.parse()?,
        variant: game.variant.clone(),
        white: seat(SeatSide::White)?,
        black: seat(SeatSide::Black)?,
        finished_at_ms: millis_of(moment)?,
        set_up: game.set_up,
        plies: game.plies,
        winner: match result {
            Outcome::Unspecified => None,
            Outcome::WhiteWins => Some(Some(Side::White)),
            Outcome::BlackWins => Some(Some(Side::Black)),
            Outcome::Draw => Some(None),
        },
    }))
}

fn player(seat: &Seat) -> Result<Player, Unreadable> {
    let kind = AccountKind::try_from(seat.kind).ok();
    let kind = kind.filter(|kind| *kind != AccountKind::Unspecified);
    Ok(Player {
        account: seat.account.parse()?,
        kind: kind.ok_or(Unreadable::Unknown("kind of account"))?,
    })
}

//! A game as game text.

use std::time::Duration;

use corners_proto::game::v1::AccountKind;
use corners_proto::time::timestamp;
use corners_rules::{GameText, PathError, Position, PositionError, RecordedPly, TagError, Tags};

use super::{game_result, termination};
use crate::domain::{ArchivedGame, Game, Player, TimeControl};

const SECONDS_PER_DAY: u32 = 24 * 60 * 60;

/// Why a stored game cannot be written as game text: what is stored is not what was.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The start position.
    #[error("the start position cannot be read")]
    Position(#[from] PositionError),
    /// A move.
    #[error("a move cannot be read")]
    Path(#[from] PathError),
    /// A tag.
    #[error("a tag cannot be written")]
    Tag(#[from] TagError),
}

/// The game text of a game: `White` and `Black` are accounts (`?` for an empty seat), `Date` and `Time` when it started, by
/// UTC, or was made if it never started.
///
/// # Errors
/// When the stored game is damaged.
pub fn game_text(archived: &ArchivedGame) -> Result<String, Unreadable> {
    let game = &archived.game;
    let start = Position::parse(game.variant, &game.start_position)?;
    let plies = game.moves.iter().map(|ply| {
        Ok(RecordedPly {
            path: ply.path.parse()?,
            clock: ply.remaining_ms.map(Duration::from_millis),
        })
    });
    let text = GameText {
        variant: game.variant,
        start: (start != Position::start(game.variant)).then_some(start),
        tags: tags(archived)?,
        plies: plies.collect::<Result<_, Unreadable>>()?,
        result: game_result(game.ending.result),
        termination: termination(game.ending.reason),
    };
    Ok(text.to_string())
}

fn tags(archived: &ArchivedGame) -> Result<Tags, TagError> {
    let game = &archived.game;
    let mut tags = Tags::default();
    let (date, time) = date_and_time(game.started_at_ms.unwrap_or(game.created_at_ms));
    tags.set("Date", &date)?;
    tags.set("Time", &time)?;
    tags.set("Table", &game.table.to_string())?;
    for (side, player) in [("White", game.white), ("Black", game.black)] {
        set_player(&mut tags, side, player)?;
    }
    tags.set("Rated", if game.rated { "yes" } else { "no" })?;
    tags.set("TimeControl", &time_control(game))?;
    if let Some(annulment) = &archived.annulment {
        tags.set("Annulled", &date_and_time(annulment.at_ms).0)?;
    }
    Ok(tags)
}

fn set_player(tags: &mut Tags, side: &str, player: Option<Player>) -> Result<(), TagError> {
    let Some(player) = player else {
        return tags.set(side, "?");
    };
    tags.set(side, &player.account.to_string())?;
    tags.set(&format!("{side}Kind"), kind(player.kind))?;
    if let Some(rating) = player.rating {
        tags.set(&format!("{side}Elo"), &format!("{:.0}", rating.rating))?;
    }
    Ok(())
}

const fn kind(kind: AccountKind) -> &'static str {
    match kind {
        AccountKind::Unspecified => "?",
        AccountKind::Guest => "guest",
        AccountKind::Player => "player",
        AccountKind::Bot => "bot",
    }
}

/// As PGN writes them: `2026.11.30` and `09:05:00`.
fn date_and_time(millis: u64) -> (String, String) {
    // Written `2026-11-30T09:05:00Z`.
    let moment = timestamp(millis - millis % 1_000).to_string();
    let (date, time) = moment.split_once('T').unwrap_or_default();
    (date.replace('-', "."), time.trim_end_matches('Z').to_owned())
}

/// As PGN writes it: `300+3`, `1/259200` for three days for each move, `-` where nobody's clock ran.
fn time_control(game: &Game) -> String {
    match game.time_control {
        TimeControl::Untimed => "-".to_owned(),
        TimeControl::RealTime {
            reserve_ms,
            increment_ms: 0,
        } => seconds(reserve_ms),
        TimeControl::RealTime {
            reserve_ms,
            increment_ms,
        } => format!("{}+{}", seconds(reserve_ms), seconds(increment_ms)),
        TimeControl::Correspondence { days_per_move } => {
            format!("1/{}", u64::from(days_per_move) * u64::from(SECONDS_PER_DAY))
        }
    }
}

/// Seconds, with what is finer only where there is something.
fn seconds(millis: u64) -> String {
    match millis % 1_000 {
        0 => (millis / 1_000).to_string(),
        finer => {
            let text = format!("{}.{finer:03}", millis / 1_000);
            text.trim_end_matches('0').to_owned()
        }
    }
}

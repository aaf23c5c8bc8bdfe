//! The vector files' form: what is read from a line, and what is written to one.

use std::borrow::Cow;

use corners_rules::{Ending, Game, GameResult, Path, Position, Variant};
use serde::{Deserialize, Serialize, Serializer};

use super::failure::Bad;

/// A position in question.
#[derive(Debug, Deserialize)]
pub(super) struct PositionRecord<'a> {
    #[serde(borrow)]
    variant: Cow<'a, str>,
    #[serde(borrow)]
    position: Cow<'a, str>,
}

impl PositionRecord<'_> {
    pub(super) fn position(&self) -> Result<Position, Bad> {
        Ok(Position::parse(variant(&self.variant)?, &self.position)?)
    }
}

/// A game in question. What it says of its end is looked at only where it says so.
#[derive(Debug, Deserialize)]
pub(super) struct GameRecord<'a> {
    #[serde(borrow)]
    variant: Cow<'a, str>,
    #[serde(borrow, default)]
    start: Option<Cow<'a, str>>,
    #[serde(borrow)]
    moves: Vec<MoveText<'a>>,
}

/// A text that borrows from its line where it can. (Serde borrows a `Cow` only where it is a field itself.)
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct MoveText<'a>(#[serde(borrow)] Cow<'a, str>);

/// What a game in question says of its end.
#[derive(Debug, Deserialize)]
pub(super) struct EndRecord<'a> {
    #[serde(borrow, default)]
    pub(super) result: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) reason: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "final")]
    pub(super) final_position: Option<Cow<'a, str>>,
}

impl GameRecord<'_> {
    /// The game, played by the rules.
    pub(super) fn play(&self) -> Result<Game, Bad> {
        let variant = variant(&self.variant)?;
        let moves = self.moves.iter().map(|text| text.0.as_ref());
        play(variant, self.start.as_deref(), moves)
    }
}

/// Plays moves from a set-up position, or from the start.
pub(super) fn play<'a>(
    variant: &'static Variant,
    start: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Game, Bad> {
    let mut game = match start {
        Some(text) => Game::from_set_up(Position::parse(variant, text)?)?,
        None => Game::new(variant),
    };
    for (index, text) in moves.into_iter().enumerate() {
        let path: Path = text.parse().map_err(|error| Bad::move_text(index + 1, text, &error))?;
        game.play(&path).map_err(|error| Bad::ply(index + 1, &path, &error))?;
    }
    Ok(game)
}

fn variant(id: &str) -> Result<&'static Variant, Bad> {
    Variant::find(id).ok_or_else(|| Bad::unknown_variant(id))
}

/// Reads one line as an object.
pub(super) fn object<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, Bad> {
    // Serde would take a list for an object, field by field.
    match line.trim_ascii_start().as_bytes().first() {
        Some(b'{') => Ok(serde_json::from_str(line)?),
        Some(_) => Err(Bad::new("INVALID_JSON", "a line is one JSON object")),
        None => Err(Bad::new("INVALID_JSON", "the line is empty")),
    }
}

/// The legal moves of a position.
#[derive(Debug, Serialize)]
pub(super) struct LegalAnswer {
    variant: &'static str,
    #[serde(serialize_with = "display")]
    position: Position,
    legal: Vec<String>,
}

impl LegalAnswer {
    pub(super) fn of(position: Position) -> Self {
        Self {
            variant: position.variant().id(),
            position,
            legal: legal_paths(&position),
        }
    }
}

/// The canonical paths of all legal moves, sorted as text.
pub(super) fn legal_paths(position: &Position) -> Vec<String> {
    let mut paths: Vec<_> = position.legal_paths().iter().map(Path::to_string).collect();
    paths.sort_unstable();
    paths
}

/// A game with its verdict.
#[derive(Debug, Serialize)]
pub(super) struct GameAnswer<'a> {
    variant: &'static str,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "display_some")]
    start: Option<&'a Position>,
    #[serde(serialize_with = "display_all")]
    moves: &'a [Path],
    result: &'static str,
    reason: &'static str,
    #[serde(rename = "final", serialize_with = "display")]
    final_position: &'a Position,
}

impl<'a> GameAnswer<'a> {
    /// The verdict of the rules. The start is written if the game was given one.
    pub(super) fn of(game: &'a Game, with_start: bool) -> Self {
        let ending = game.ending();
        Self {
            variant: game.position().variant().id(),
            start: with_start.then(|| game.start_position()),
            moves: game.plies(),
            result: GameResult::of(ending).as_str(),
            reason: reason(ending),
            final_position: game.position(),
        }
    }

    /// The same game, ended outside the rules.
    pub(super) fn ended_by(self, result: &'static str, reason: &'static str) -> Self {
        Self { result, reason, ..self }
    }
}

impl GameRecord<'_> {
    pub(super) fn has_start(&self) -> bool {
        self.start.is_some()
    }
}

/// How the vectors name an ending, or that there is none.
pub(super) fn reason(ending: Option<Ending>) -> &'static str {
    ending.map_or("unfinished", |ending| ending.reason.as_str())
}

/// What a line is answered with if it is bad.
#[derive(Debug, Serialize)]
pub(super) struct ErrorAnswer {
    #[serde(serialize_with = "display")]
    pub(super) error: Bad,
    pub(super) line: u64,
}

fn display<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn display_some<S: Serializer>(value: &Option<&Position>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

fn display_all<S: Serializer>(values: &&[Path], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(Path::to_string))
}

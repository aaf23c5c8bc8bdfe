//! Game text: tag pairs, a blank line, movetext and the result.

use std::fmt;
use std::str::FromStr;

use crate::ending::{Ending, UnknownEnding};
use crate::game::Game;
use crate::illegal::IllegalMove;
use crate::position::Position;
use crate::set_up::SetUpError;
use crate::side::Side;
use crate::variant::Variant;

use super::movetext::{Movetext, MovetextError, RecordedPly};
use super::position_text::PositionError;
use super::result::{GameResult, Termination};
use super::tags::{TagError, Tags, check, read_pair, write_pair};

/// A game as text holds it: what was played, from where, how it ended, and tags about it.
///
/// Reading checks the form, and that the parts of the text agree with each other; [`GameText::play_out`] plays it and
/// checks it against the rules.
///
/// ```
/// use corners_rules::GameText;
/// let text = "\
/// [Variant \"classic-3x3\"]
/// [White \"Anna\"]
/// [Result \"*\"]
///
/// 1. b2-b4 {[%clk 0:04:58]} g7-g5 *
/// ";
/// let game_text: GameText = text.parse()?;
/// assert_eq!(game_text.tags.get("White"), Some("Anna"));
/// assert_eq!(game_text.play_out()?.position().move_number(), 2);
/// assert_eq!(game_text.to_string(), text);
/// # Ok::<(), corners_rules::GameTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The variant.
    pub variant: &'static Variant,
    /// The set-up position, if the game did not begin at the start.
    pub start: Option<Position>,
    /// Tags that do not follow from the rest: date, names, time control and whatever else.
    pub tags: Tags,
    /// The plies with their clock readings where known.
    pub plies: Vec<RecordedPly>,
    /// The result.
    pub result: GameResult,
    /// Why the game ended; `None` while it is unfinished, or where the text does not say.
    pub termination: Option<Termination>,
}

/// Why a text is no game, or not one by the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTextError {
    /// A line among the tags that is no tag pair.
    #[error("line {line}: a tag pair is written [Name \"value\"]")]
    TagLine {
        /// The line, counted from one.
        line: usize,
    },
    /// A tag pair that is not acceptable.
    #[error("line {line}: the tag cannot be taken")]
    Tag {
        /// The line, counted from one.
        line: usize,
        /// What is wrong with it.
        #[source]
        reason: TagError,
    },
    /// There is no `Variant` tag.
    #[error("a game text names its variant: [Variant \"classic-3x3\"]")]
    NoVariant,
    /// The `Variant` tag names none.
    #[error("{id:?} is no variant of Corners")]
    UnknownVariant {
        /// The text of the tag, cut after 64 characters.
        id: String,
    },
    /// The `Position` tag is no position.
    #[error("the Position tag is no position of this variant")]
    Position(#[source] PositionError),
    /// The `Position` tag is a position from which no game can start.
    #[error("no game can start from the Position tag")]
    SetUp(#[source] SetUpError),
    /// The `Termination` tag names no ending.
    #[error(transparent)]
    Termination(UnknownEnding),
    /// The movetext cannot be read.
    #[error("the movetext cannot be read")]
    Movetext(#[from] MovetextError),
    /// The movetext does not begin where the game does.
    #[error("the movetext begins at number {number} with {side}: the game begins elsewhere")]
    FirstPly {
        /// The number it begins with.
        number: u16,
        /// The side it begins with.
        side: Side,
    },
    /// The movetext has no result at its end.
    #[error("the movetext has to end with the result: 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// The `Result` tag is not the result of the movetext.
    #[error("the Result tag does not agree with the result {result} at the end of the movetext")]
    ResultTag {
        /// The result at the end of the movetext.
        result: GameResult,
    },
    /// The termination cannot have this result.
    #[error("a game cannot end by {termination} with the result {result}")]
    Disagree {
        /// The termination of the text.
        termination: Termination,
        /// The result of the text.
        result: GameResult,
    },
    /// A ply is not legal.
    #[error("ply {ply} is not legal")]
    IllegalPly {
        /// Which ply, counted from one.
        ply: usize,
        /// Why not.
        #[source]
        reason: IllegalMove,
    },
    /// The rules give another verdict than the text.
    #[error("the text does not end as the rules do: {}", verdict(ending))]
    Verdict {
        /// What the rules say after the last ply.
        ending: Option<Ending>,
    },
}

fn verdict(ending: &Option<Ending>) -> String {
    match ending {
        Some(ending) => format!("{} by {}", GameResult::of(Some(*ending)), ending.reason),
        None => "by them the game goes on".to_owned(),
    }
}

impl GameText {
    /// The text of a game as the rules know it: canonical paths, no clocks, no tags.
    #[must_use]
    pub fn of(game: &Game) -> GameText {
        let start = *game.start_position();
        let variant = start.variant();
        GameText {
            variant,
            start: (start != Position::start(variant)).then_some(start),
            tags: Tags::default(),
            plies: game.plies().iter().copied().map(RecordedPly::from).collect(),
            result: GameResult::of(game.ending()),
            termination: game.ending().map(|ending| Termination::Rules(ending.reason)),
        }
    }

    /// The position that the game begins from.
    #[must_use]
    pub fn start_position(&self) -> Position {
        self.start.unwrap_or_else(|| Position::start(self.variant))
    }

    /// Plays the game by the rules.
    ///
    /// # Errors
    /// [`GameTextError::SetUp`] if it cannot start, [`GameTextError::IllegalPly`] for a ply that cannot be played,
    /// [`GameTextError::Verdict`] if it ends by the rules and the text says otherwise, or the other way round.
    pub fn play_out(&self) -> Result<Game, GameTextError> {
        let mut game = Game::from_set_up(self.start_position()).map_err(GameTextError::SetUp)?;
        for (index, ply) in self.plies.iter().enumerate() {
            game.play(&ply.path)
                .map_err(|reason| GameTextError::IllegalPly { ply: index + 1, reason })?;
        }
        let ending = game.ending();
        let agrees = match (ending, self.termination) {
            (Some(ending), Some(termination)) => {
                termination == Termination::Rules(ending.reason) && self.result == GameResult::of(Some(ending))
            }
            (Some(ending), None) => self.result == GameResult::of(Some(ending)),
            (None, Some(Termination::Rules(_))) => false,
            (None, _) => true,
        };
        if agrees {
            Ok(game)
        } else {
            Err(GameTextError::Verdict { ending })
        }
    }
}

/// The tags of a text as they were read.
#[derive(Default)]
struct Header {
    tags: Tags,
    variant: Option<String>,
    position: Option<String>,
    result: Option<String>,
    termination: Option<String>,
}

impl Header {
    fn take(&mut self, name: &str, value: String) -> Result<(), TagError> {
        check(name, &value)?;
        let derived = match name {
            "Variant" => &mut self.variant,
            "Position" => &mut self.position,
            "Result" => &mut self.result,
            "Termination" => &mut self.termination,
            _ if self.tags.get(name).is_some() => return Err(TagError::Twice { name: name.to_owned() }),
            _ => return self.tags.set(name, &value),
        };
        match derived.replace(value) {
            Some(_) => Err(TagError::Twice { name: name.to_owned() }),
            None => Ok(()),
        }
    }
}

impl FromStr for GameText {
    type Err = GameTextError;

    fn from_str(text: &str) -> Result<GameText, GameTextError> {
        let (header, movetext) = read_header(text)?;
        let id = header.variant.ok_or(GameTextError::NoVariant)?;
        let variant = Variant::find(&id).ok_or_else(|| GameTextError::UnknownVariant {
            id: id.chars().take(64).collect(),
        })?;
        let start = match header.position {
            Some(position) => Some(Position::parse(variant, &position).map_err(GameTextError::Position)?),
            None => None,
        };
        let movetext: Movetext = movetext.parse()?;
        let game_text = GameText {
            variant,
            start,
            tags: header.tags,
            result: movetext.result.ok_or(GameTextError::NoResult)?,
            termination: read_termination(header.termination.as_deref())?,
            plies: movetext.plies,
        };
        game_text.check_first_ply(movetext.first_number, movetext.first_side)?;
        game_text.check_result(header.result.as_deref())?;
        Ok(game_text)
    }
}

/// The tag pairs at the head of a text, and the movetext after them.
fn read_header(text: &str) -> Result<(Header, &str), GameTextError> {
    let mut header = Header::default();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut line_number = 0;
    loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let trimmed = line.trim();
        let is_tag = trimmed.starts_with('[');
        if !is_tag && !trimmed.is_empty() || rest.is_empty() {
            return Ok((header, rest));
        }
        line_number += 1;
        if is_tag {
            let (name, value) = read_pair(trimmed).ok_or(GameTextError::TagLine { line: line_number })?;
            header.take(name, value).map_err(|reason| GameTextError::Tag {
                line: line_number,
                reason,
            })?;
        }
        rest = after;
    }
}

/// `unfinished` is how other programs write that there is nothing to say yet.
fn read_termination(tag: Option<&str>) -> Result<Option<Termination>, GameTextError> {
    match tag {
        None | Some("unfinished") => Ok(None),
        Some(name) => name.parse().map(Some).map_err(GameTextError::Termination),
    }
}

impl GameText {
    fn check_first_ply(&self, number: u16, side: Side) -> Result<(), GameTextError> {
        let start = self.start_position();
        if self.plies.is_empty() || (number, side) == (start.move_number(), start.side_to_move()) {
            return Ok(());
        }
        Err(GameTextError::FirstPly { number, side })
    }

    fn check_result(&self, tag: Option<&str>) -> Result<(), GameTextError> {
        if tag.is_some_and(|tag| tag != self.result.as_str()) {
            return Err(GameTextError::ResultTag { result: self.result });
        }
        match self.termination {
            Some(termination) if !termination.allows(self.result) => Err(GameTextError::Disagree {
                termination,
                result: self.result,
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before_result = |name: &str| matches!(name, "Date" | "White" | "Black");
        write_pair(formatter, "Variant", self.variant.id())?;
        for (name, value) in self.tags.iter().filter(|(name, _)| before_result(name)) {
            write_pair(formatter, name, value)?;
        }
        write_pair(formatter, "Result", self.result.as_str())?;
        if let Some(termination) = self.termination {
            write_pair(formatter, "Termination", termination.as_str())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !before_result(name)) {
            write_pair(formatter, name, value)?;
        }
        if let Some(start) = self.start {
            write_pair(formatter, "Position", &start.to_string())?;
        }
        let start = self.start_position();
        let movetext = Movetext {
            first_number: start.move_number(),
            first_side: start.side_to_move(),
            plies: self.plies.clone(),
            result: Some(self.result),
        };
        writeln!(formatter, "\n{movetext}")
    }
}

//! What stops a command, and what is wrong with one line of many.

use std::io;

use corners_rules::{GameTextError, IllegalMove, Path, PathError, PositionError, SetUpError};

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked for cannot be answered.
    #[error(transparent)]
    Bad(#[from] Bad),
    /// Reading or writing failed.
    #[error("cannot read the input or write the answer")]
    Stream(#[from] io::Error),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(&'static str),
    /// Some of many could not be converted; which was said at each.
    #[error("{bad} of {all} games could not be converted; the lines above say why")]
    SomeBad {
        /// How many could not.
        bad: u64,
        /// How many there were.
        all: u64,
    },
}

/// What is wrong with a line, a position or a game. Shown as its reason, then a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{reason}: {why}")]
pub(crate) struct Bad {
    /// For programs, in upper snake case.
    pub(crate) reason: &'static str,
    why: String,
}

impl Bad {
    pub(crate) fn new(reason: &'static str, why: impl Into<String>) -> Self {
        Self {
            reason,
            why: why.into(),
        }
    }

    pub(crate) fn unknown_variant(id: &str) -> Self {
        let known: Vec<_> = corners_rules::Variant::all()
            .iter()
            .map(corners_rules::Variant::id)
            .collect();
        let id: String = id.chars().take(64).collect();
        Self::new(
            "UNKNOWN_VARIANT",
            format!("{id:?} is no variant; there are {}", known.join(", ")),
        )
    }

    /// Counts plies from one.
    pub(crate) fn move_text(ply: usize, text: &str, error: &PathError) -> Self {
        let text: String = text.chars().take(64).collect();
        Self::new("INVALID_MOVE", format!("ply {ply}, {text:?}: {error}"))
    }

    /// Counts plies from one.
    pub(crate) fn ply(ply: usize, path: &Path, error: &IllegalMove) -> Self {
        match error {
            IllegalMove::GameOver => Self::new("GAME_OVER", format!("ply {ply}, {path}: {error}")),
            _ => Self::new("ILLEGAL_MOVE", format!("ply {ply}, {path}: {}: {error}", error.code())),
        }
    }
}

impl From<PositionError> for Bad {
    fn from(error: PositionError) -> Self {
        Self::new("INVALID_POSITION", error.to_string())
    }
}

impl From<SetUpError> for Bad {
    fn from(error: SetUpError) -> Self {
        Self::new("INVALID_SET_UP", format!("{}: {error}", error.code()))
    }
}

impl From<serde_json::Error> for Bad {
    fn from(error: serde_json::Error) -> Self {
        let reason = match error.classify() {
            serde_json::error::Category::Data => "INVALID_FIELD",
            _ => "INVALID_JSON",
        };
        // Each line is a text of its own: a line number within it says nothing.
        let text = error.to_string();
        let why = text.split(" at line ").next().unwrap_or(&text);
        Self::new(reason, format!("{why} (column {})", error.column()))
    }
}

impl From<GameTextError> for Bad {
    fn from(error: GameTextError) -> Self {
        match error {
            GameTextError::UnknownVariant { id } => Self::unknown_variant(&id),
            GameTextError::Position(error) => error.into(),
            GameTextError::SetUp(error) => error.into(),
            GameTextError::IllegalPly {
                ply,
                reason: IllegalMove::GameOver,
            } => Self::new("GAME_OVER", format!("ply {ply}: {}", IllegalMove::GameOver)),
            GameTextError::IllegalPly { ply, reason } => {
                Self::new("ILLEGAL_MOVE", format!("ply {ply}: {}: {reason}", reason.code()))
            }
            GameTextError::Verdict { .. } => Self::new("WRONG_VERDICT", error.to_string()),
            _ => Self::new("INVALID_GAME_TEXT", with_causes(&error)),
        }
    }
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

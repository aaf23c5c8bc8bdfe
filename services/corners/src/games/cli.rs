//! The command line of `corners games`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use corners_client::proto::archive::v1::{ExportFormat, GameFilter};
use corners_client::proto::game::v1::{EndReason, Result as Outcome};
use prost_types::Timestamp;

use crate::moment;
use crate::place::PlaceArgs;
use crate::play::describe::{end_reason, score};

/// Which finished games, and how to show them.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The file of a personal access token with the scope watch; without one, each command makes a guest
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) token_file: Option<PathBuf>,
    #[command(subcommand)]
    pub(super) command: GamesCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum GamesCommand {
    /// Print a line for each game, those that ended last first
    List {
        #[command(flatten)]
        filter: FilterArgs,
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
        /// Print a JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Print a game with its moves
    Show {
        /// The id of its table
        table: String,
        /// How it is written
        #[arg(long, value_enum, default_value_t = Format::GameText)]
        format: Format,
    },
    /// Print games with their moves: those named, or all that match, those that ended last first
    Export {
        #[command(flatten)]
        filter: FilterArgs,
        /// How they are written
        #[arg(long, value_enum, default_value_t = Format::GameText)]
        format: Format,
        /// The ids of their tables, 500 at most
        #[arg(value_name = "TABLE", conflicts_with_all = ["player", "variant", "rated", "result", "reason", "from", "until"])]
        tables: Vec<String>,
    },
}

/// Which games: those for which all that is given holds.
#[derive(Debug, Args)]
pub(super) struct FilterArgs {
    /// Only games of this account
    #[arg(long, value_name = "ACCOUNT")]
    player: Option<String>,
    /// Only games of the player against this account
    #[arg(long, value_name = "ACCOUNT", requires = "player")]
    opponent: Option<String>,
    /// Only this variant
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Only rated games (true), or only others (false)
    #[arg(long, value_name = "BOOL")]
    rated: Option<bool>,
    /// Only this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_parser = result)]
    result: Option<Outcome>,
    /// Only games that ended so, such as goal or resignation
    #[arg(long, value_parser = reason)]
    reason: Option<EndReason>,
    /// Only games that ended at this moment or later, such as 2030-12-24T18:00:00Z
    #[arg(long, value_name = "MOMENT", value_parser = moment::parse)]
    from: Option<Timestamp>,
    /// Only games that ended before this moment
    #[arg(long, value_name = "MOMENT", value_parser = moment::parse)]
    until: Option<Timestamp>,
}

impl FilterArgs {
    pub(super) fn filter(self) -> GameFilter {
        GameFilter {
            player: self.player.unwrap_or_default(),
            opponent: self.opponent.unwrap_or_default(),
            variant: self.variant.unwrap_or_default(),
            rated: self.rated,
            result: self.result.map(Into::into),
            reason: self.reason.unwrap_or_default().into(),
            finished_from: self.from,
            finished_until: self.until,
        }
    }
}

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Tag pairs, moves with clocks, and the result.
    GameText,
    /// A line of JSON for each: the message corners.archive.v1.Game in its JSON form.
    JsonLines,
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::GameText => Self::GameText,
            Format::JsonLines => Self::JsonLines,
        }
    }
}

fn result(text: &str) -> Result<Outcome, &'static str> {
    let all = [
        Outcome::WhiteWins,
        Outcome::BlackWins,
        Outcome::Draw,
        Outcome::Unspecified,
    ];
    let found = all.into_iter().find(|result| score(*result) == text);
    found.ok_or("expected 1-0, 0-1, 1/2-1/2 or *")
}

fn reason(text: &str) -> Result<EndReason, String> {
    let all: Vec<_> = (1..).map_while(|number| EndReason::try_from(number).ok()).collect();
    let found = all.iter().find(|reason| end_reason(**reason) == text);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|reason| end_reason(*reason)).collect();
        format!("expected one of {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_reasons_are_given_by_the_names_they_are_shown_by() {
        assert_eq!(result("1/2-1/2"), Ok(Outcome::Draw));
        assert_eq!(reason("move-limit"), Ok(EndReason::MoveLimit));
        assert!(result("draw").is_err());
        assert!(reason("moves").unwrap_err().contains("move-limit"));
    }
}

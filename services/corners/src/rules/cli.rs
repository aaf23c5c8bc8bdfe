//! The command lines of `corners rules`.

use clap::{Args, Subcommand};
use corners_rules::{Position, Variant};

use super::failure::Bad;

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Count the games of so many plies from a position
    ///
    /// Moves are told apart by origin and destination; endings of games are ignored. Compare with the published counts
    /// to check a rules engine:
    ///
    ///   corners rules perft --variant classic-3x3 --depth 5
    #[command(verbatim_doc_comment)]
    Perft(PerftArgs),
    /// List the legal moves of a position
    ///
    /// Each move is written as its canonical path, sorted as text:
    ///
    ///   corners rules legal --variant triangle
    ///
    /// With --jsonl, positions are read from standard input, one JSON object a line, and answered line by line:
    ///
    ///   {"variant": "classic-3x3", "position": "b7/8/8/8/8/8/8/7w w 1"}
    ///
    /// is answered with the same fields and "legal", the list of paths. A line that cannot be answered is answered with
    /// {"error": "<REASON>: why", "line": N} and does not stop the others.
    #[command(verbatim_doc_comment)]
    Legal(LegalArgs),
    /// Play moves and say how the game stands
    ///
    /// A move is a path (c3-e3-e5) or its origin and destination (c3-e5):
    ///
    ///   corners rules replay --variant classic-3x3 c3-d3 f6-e6
    ///
    /// Without moves, a game text is read from standard input, played, and compared with its own verdict. With --jsonl,
    /// games are read from standard input, one JSON object a line, and answered line by line:
    ///
    ///   {"variant": "classic-3x3", "moves": ["c3-d3", "f6-e6"]}
    ///
    /// An optional "start" is a set-up position. The answer has the canonical "moves", "result" (1-0, 0-1, 1/2-1/2, or *
    /// for a game that goes on), "reason" ("unfinished" with *) and the "final" position. A line that cannot be answered
    /// is answered with {"error": "<REASON>: why", "line": N} and does not stop the others.
    #[command(verbatim_doc_comment)]
    Replay(ReplayArgs),
    /// Convert games between game text and JSON lines
    ///
    /// Reads standard input. Game texts (tag pairs, movetext, result; any number of them) become JSON lines as `corners
    /// rules replay --jsonl` answers them. JSON lines become game texts; a line's "result", "reason" and "final" are
    /// checked if it has them, and endings outside the rules, such as "resignation", are kept. Names, dates and clock
    /// readings have no place in the JSON lines and are dropped.
    ///
    ///   corners rules convert < games.jsonl > games.txt
    #[command(verbatim_doc_comment)]
    Convert,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The variant, such as classic-3x3
    #[arg(long, value_parser = variant)]
    variant: &'static Variant,
    /// How many plies to go
    #[arg(long)]
    pub(super) depth: u32,
    /// The position to start from, as position text; the variant's start if left out
    #[arg(long)]
    position: Option<String>,
}

impl PerftArgs {
    pub(super) fn position(&self) -> Result<Position, Bad> {
        position(self.variant, self.position.as_deref())
    }
}

#[derive(Debug, Args)]
pub(crate) struct LegalArgs {
    /// The variant, such as classic-3x3
    #[arg(long, value_parser = variant, required_unless_present = "jsonl")]
    pub(super) variant: Option<&'static Variant>,
    /// The position, as position text; the variant's start if left out
    #[arg(long)]
    pub(super) position: Option<String>,
    /// Answer JSON lines from standard input
    #[arg(long, conflicts_with_all = ["variant", "position"])]
    pub(super) jsonl: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The variant, such as classic-3x3; a game text names its own
    #[arg(long, value_parser = variant)]
    pub(super) variant: Option<&'static Variant>,
    /// The set-up position to start from, as position text; the variant's start if left out
    #[arg(long, requires = "moves")]
    pub(super) start: Option<String>,
    /// The moves, in order
    #[arg(requires = "variant")]
    pub(super) moves: Vec<String>,
    /// Answer JSON lines from standard input
    #[arg(long, conflicts_with_all = ["variant", "start", "moves"])]
    pub(super) jsonl: bool,
}

fn variant(id: &str) -> Result<&'static Variant, Bad> {
    Variant::find(id).ok_or_else(|| Bad::unknown_variant(id))
}

pub(super) fn position(variant: &'static Variant, text: Option<&str>) -> Result<Position, Bad> {
    match text {
        Some(text) => Ok(Position::parse(variant, text)?),
        None => Ok(Position::start(variant)),
    }
}

//! A finished game.

use corners_proto::game::v1::{AccountKind, EndReason, Result as Outcome, Side, TakebackPolicy};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Variant;

/// A finished game, as it was played. All moments are in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The table that it was played at: the game's identity.
    pub table: TableId,
    /// The variant.
    pub variant: &'static Variant,
    /// How time was kept.
    pub time_control: TimeControl,
    /// What it took to take a move back.
    pub takebacks: TakebackPolicy,
    /// Whether the result was to change ratings.
    pub rated: bool,
    /// Who made the table.
    pub creator: AccountId,
    /// Who played White, if anybody did.
    pub white: Option<Player>,
    /// Who played Black, if anybody did.
    pub black: Option<Player>,
    /// When the table was made.
    pub created_at_ms: u64,
    /// When the second seat was taken, if it was.
    pub started_at_ms: Option<u64>,
    /// When the game ended.
    pub finished_at_ms: u64,
    /// The position that the game started from, as position text.
    pub start_position: String,
    /// The position at the end, as position text.
    pub final_position: String,
    /// The moves that stand, oldest first.
    pub moves: Vec<Ply>,
    /// The time left at the end, White's and Black's, in milliseconds; none in untimed games.
    pub clocks_ms: Option<(u64, u64)>,
    /// The verdict.
    pub ending: Ending,
}

/// Who played a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// The account.
    pub account: AccountId,
    /// What sort of account it was.
    pub kind: AccountKind,
    /// Its rating when the game was agreed; none where the game is not rated.
    pub rating: Option<Rating>,
}

/// A rating (Glicko-2, on the scale of Elo) as it was at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// How time was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Nobody's clock ran.
    Untimed,
    /// A reserve for the whole game, and an increment for each move, in milliseconds.
    RealTime {
        /// The reserve.
        reserve_ms: u64,
        /// The increment.
        increment_ms: u64,
    },
    /// A number of days for each move.
    Correspondence {
        /// The days.
        days_per_move: u32,
    },
}

/// A move that stands. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The canonical path in movetext.
    pub path: String,
    /// The mover's time left after the move; none in untimed games.
    pub remaining_ms: Option<u64>,
    /// The time between the start of the turn and the move.
    pub elapsed_ms: u64,
    /// What the client said its player thought.
    pub think_time_ms: Option<u64>,
    /// What of the elapsed time was the move's way and was not charged.
    pub lag_credit_ms: u64,
}

/// The verdict. Its enums are the contract's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why the game ended; never unspecified.
    pub reason: EndReason,
    /// Who won; unspecified where there is no result.
    pub result: Outcome,
    /// Whose doing it was that it was aborted, if it was and was somebody's.
    pub blame: Option<Blame>,
}

/// Whose doing it was that a game was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The side; never unspecified.
    pub side: Side,
    /// Whether its first move did not come in time; otherwise its player aborted.
    pub no_show: bool,
}

/// A game as the archive has it.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The game; in lists without its moves.
    pub game: Game,
    /// How many plies were played.
    pub plies: u32,
    /// Set once an operator has annulled it.
    pub annulment: Option<Annulment>,
}

/// An operator's word that a game does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annulment {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The operator.
    pub by: AccountId,
    /// Why.
    pub note: String,
}

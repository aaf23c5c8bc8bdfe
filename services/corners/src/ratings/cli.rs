//! The command line of `corners ratings`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use corners_client::proto::rating::v1::Board;

use crate::feed::FromArgs;
use crate::place::PlaceArgs;

/// Which ratings, and how to show them.
#[derive(Debug, Args)]
pub(crate) struct RatingsArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The file of a personal access token with the scope watch (follow: with the scope feed, or of an operator's); without
    /// one, each command makes a guest
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) token_file: Option<PathBuf>,
    /// Print a JSON object a line
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) command: RatingsCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum RatingsCommand {
    /// Print what players are rated
    Show {
        /// Their accounts
        #[arg(required = true, value_name = "ACCOUNT")]
        players: Vec<String>,
        /// Only in this variant
        #[arg(long, default_value = "", hide_default_value = true)]
        variant: String,
    },
    /// Print the changes of a player's rating, the last one first
    History {
        /// The account
        player: String,
        /// The variant
        #[arg(long, default_value = "classic-3x3")]
        variant: String,
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
    },
    /// Print a leaderboard, the best first
    Leaders {
        #[command(flatten)]
        board: BoardArgs,
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
    },
    /// Print a player's rank, with neighbours
    Rank {
        /// The account
        player: String,
        /// The variant
        #[arg(long, default_value = "classic-3x3")]
        variant: String,
        /// How many neighbours on either side, 25 at most
        #[arg(long, default_value_t = 3, value_name = "NUMBER")]
        neighbours: i32,
    },
    /// Print how many players have which ratings
    Distribution {
        #[command(flatten)]
        board: BoardArgs,
        /// How many points a line has
        #[arg(long, default_value_t = 25, value_name = "POINTS")]
        step: i32,
    },
    /// Print what became of a rated game
    Game {
        /// The id of its table
        table: String,
    },
    /// Print what White is expected to score, and what each result would do
    Expect {
        /// White's account
        white: String,
        /// Black's account
        black: String,
        /// The variant
        #[arg(long, default_value = "classic-3x3")]
        variant: String,
    },
    /// Follow what becomes of all rated games: a JSON object a line, those there are and then whatever comes
    Follow {
        #[command(flatten)]
        from: FromArgs,
    },
}

/// Which leaderboard.
#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// The variant
    #[arg(long, default_value = "classic-3x3")]
    pub(super) variant: String,
    /// That of bots, not that of people
    #[arg(long)]
    bots: bool,
}

impl BoardArgs {
    pub(super) fn board(&self) -> i32 {
        let board = if self.bots { Board::Bots } else { Board::People };
        board.into()
    }
}

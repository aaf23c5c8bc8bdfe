//! The command line of `corners admin`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use corners_client::proto::game::v1::TimeControl;

use crate::moment::{self, Span};
use crate::place::PlaceArgs;
use crate::play::time_control;

/// Where to operate, and as whom.
#[derive(Debug, Args)]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The file of an operator's token, or of a personal access token with the scope admin
    #[arg(long, default_value = "data/admin-token", value_name = "FILE", global = true)]
    pub(super) token_file: PathBuf,
    /// Print a JSON object a line
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum AdminCommand {
    /// Look at accounts
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Do something with an account
    #[command(subcommand)]
    Account(AccountCommand),
    /// Print the audit log, newest first
    Audit {
        /// Only what was done by or to this account
        #[arg(long, value_name = "ID", default_value = "", hide_default_value = true)]
        account: String,
        /// Only this action, such as sign-in.fail, or all that begin with it, such as admin.
        #[arg(long, default_value = "", hide_default_value = true)]
        action: String,
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
    },
    /// End a table without a result, whatever goes on at it
    CloseTable {
        /// The table
        table: String,
        /// Why, for the operators' log
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// Print the finished tables that could not be recorded in the archive, oldest first
    DeadLetters {
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
    },
    /// Put such a table back among the finished ones, to be recorded again
    Requeue {
        /// The table
        table: String,
    },
    /// Annul a game that is over: it stays in the archive and says so, and the feed tells it
    Annul {
        /// The game's table
        table: String,
        /// Why, for everybody who looks at the game
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// Print where the result feed is
    Feed,
    /// Start another epoch of the result feed, after the archive was restored from a copy of its files
    NewFeedEpoch,
    /// Pair many players at once, all or none of them; their tables are made one by one from the start on
    Pair(PairArgs),
    /// Print a pairing, game by game
    Pairing {
        /// The pairing
        id: String,
    },
    /// Call off those games of a pairing that have not started
    CancelPairing {
        /// The pairing
        id: String,
    },
    /// Look after ratings
    #[command(subcommand)]
    Ratings(RatingsCommand),
    /// Make a new key that signs tokens, a minute from now
    RotateKey,
    /// Print a new operator's token, and what to put into accounts.operator_token_sha256 for it; asks no server
    NewToken,
}

/// Who plays what, and when.
#[derive(Debug, Args)]
pub(super) struct PairArgs {
    /// A file with a pair in each line: White's account and Black's, with a comma or a space between
    pub(super) file: PathBuf,
    /// The variant
    #[arg(long, default_value = "classic-3x3")]
    pub(super) variant: String,
    /// How time is kept: minutes+seconds a move (5+3), days a move (3d), or untimed
    #[arg(long, default_value = "5+3", value_parser = time_control::parse)]
    pub(super) time: TimeControl,
    /// For rating points
    #[arg(long)]
    pub(super) rated: bool,
    /// When the games start, such as 2030-12-24T18:00:00Z, at most a week ahead; without it, at once
    #[arg(long, value_name = "MOMENT", value_parser = moment::parse)]
    pub(super) start: Option<prost_types::Timestamp>,
}

#[derive(Debug, Subcommand)]
pub(super) enum AccountsCommand {
    /// Print accounts, newest first
    List {
        /// Only those whose names begin like this
        #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
        name: String,
        /// Only banned ones
        #[arg(long)]
        banned: bool,
        /// How many at most
        #[arg(long, default_value_t = 50, value_name = "NUMBER")]
        most: usize,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum AccountCommand {
    /// Close an account to further play; without --until and --for, for good
    Ban {
        /// The account's id
        id: String,
        /// Until when, such as 2030-12-24T18:00:00Z
        #[arg(long, value_name = "MOMENT", value_parser = moment::parse, conflicts_with = "for_span")]
        until: Option<prost_types::Timestamp>,
        /// For how long: minutes (30m), hours (12h), days (7d)
        #[arg(long = "for", value_name = "SPAN")]
        for_span: Option<Span>,
        /// Why, for the audit log and other operators
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// End a ban
    Unban {
        /// The account's id
        id: String,
        /// Why, for the audit log
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// End all sessions and revoke all personal access tokens of an account and its bots
    Revoke {
        /// The account's id
        id: String,
        /// Why, for the audit log
        #[arg(long, value_name = "TEXT")]
        note: String,
    },
    /// Let a player make tokens with the scope admin, or no longer
    Operator {
        /// The account's id
        id: String,
        /// Whether it may
        is_operator: Switch,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum RatingsCommand {
    /// Print how far the ratings have come
    State,
    /// Make all ratings a second time from the result feed, and compare them to the last bit
    Verify,
    /// Forget all ratings and make them anew from the result feed, with the settings in force
    Rebuild,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Switch {
    /// It may.
    On,
    /// It may not.
    Off,
}

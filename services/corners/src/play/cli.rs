//! The command line of `corners play`.

use std::path::PathBuf;

use clap::Args;
use corners_client::proto::game::v1::TimeControl;

use super::time_control;
use crate::place::PlaceArgs;

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// Take the free seat at a table
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["watch", "variant", "time", "start"])]
    pub(super) join: Option<String>,
    /// Look on at a table
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["variant", "time", "start"])]
    pub(super) watch: Option<String>,
    /// The variant of a new table
    #[arg(long, default_value = "classic-3x3")]
    pub(super) variant: String,
    /// How time is kept at a new table: minutes+seconds a move (5+3), days a move (3d), or untimed
    #[arg(long, default_value = "5+3", value_parser = time_control::parse)]
    pub(super) time: TimeControl,
    /// A set-up position for a new table to start from, as position text
    #[arg(long, value_name = "POSITION", default_value = "", hide_default_value = true)]
    pub(super) start: String,
    /// Sign in as this player; the password is asked for
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(super) password_file: Option<PathBuf>,
    /// Go back to the table that a guest of this machine left last, or to TABLE
    #[arg(long, value_name = "TABLE", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["join", "watch", "variant", "time", "start", "name"])]
    pub(super) resume: Option<String>,
    /// With --join: never take up the seat that a guest of this machine left at the table
    #[arg(long)]
    pub(super) as_new_guest: bool,
}

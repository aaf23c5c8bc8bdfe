//! The command line of `corners play`.

use clap::Args;
use corners_client::proto::game::v1::TimeControl;

use super::time_control;
use crate::place::PlaceArgs;
use crate::who::WhoArgs;

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// Wait for an opponent of about the own rating who wants to play this variant, in the time of --time, for rating points
    #[arg(long, value_name = "VARIANT", conflicts_with_all = ["join", "watch", "variant", "start", "resume"])]
    pub(super) find: Option<String>,
    /// With --find: without rating points
    #[arg(long, requires = "find")]
    pub(super) casual: bool,
    /// With --find: programs are welcome
    #[arg(long, requires = "find")]
    pub(super) bots: bool,
    /// With --find: only opponents who are rated at most so much lower
    #[arg(long, value_name = "POINTS", requires = "find")]
    pub(super) below: Option<u32>,
    /// With --find: only opponents who are rated at most so much higher
    #[arg(long, value_name = "POINTS", requires = "find")]
    pub(super) above: Option<u32>,
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
    #[command(flatten)]
    pub(super) who: WhoArgs,
    /// Go back to the table that a guest of this machine left last, or to TABLE
    #[arg(long, value_name = "TABLE", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["join", "watch", "variant", "time", "start", "name", "token_file"])]
    pub(super) resume: Option<String>,
    /// With --join: never take up the seat that a guest of this machine left at the table
    #[arg(long)]
    pub(super) as_new_guest: bool,
}

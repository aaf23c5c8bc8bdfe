//! The command line of `corners results`.

use std::path::PathBuf;

use clap::Args;

use crate::feed::FromArgs;
use crate::place::PlaceArgs;

/// Which results, and as whom.
#[derive(Debug, Args)]
pub(crate) struct ResultsArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The file of a personal access token with the scope feed, or of an operator's
    #[arg(long, default_value = "data/admin-token", value_name = "FILE")]
    pub(super) token_file: PathBuf,
    #[command(flatten)]
    pub(super) from: FromArgs,
}

//! The command line of `corners results`.

use std::path::PathBuf;

use clap::Args;
use corners_client::ResultsFrom;
use prost_types::Timestamp;

use crate::moment;
use crate::place::PlaceArgs;

/// Which results, and as whom.
#[derive(Debug, Args)]
pub(crate) struct ResultsArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The file of a personal access token with the scope feed, or of an operator's
    #[arg(long, default_value = "data/admin-token", value_name = "FILE")]
    pub(super) token_file: PathBuf,
    /// Begin behind the event with this cursor
    #[arg(long, value_name = "CURSOR", conflicts_with = "recorded_from")]
    after: Option<String>,
    /// Begin with what was recorded at this moment or later, such as 2030-12-24T18:00:00Z
    #[arg(long, value_name = "MOMENT", value_parser = moment::parse)]
    recorded_from: Option<Timestamp>,
}

impl ResultsArgs {
    pub(super) fn from(&self) -> ResultsFrom {
        match (&self.after, self.recorded_from) {
            (Some(cursor), _) => ResultsFrom::Cursor(cursor.clone()),
            (None, Some(moment)) => ResultsFrom::Recorded(moment),
            (None, None) => ResultsFrom::Beginning,
        }
    }
}

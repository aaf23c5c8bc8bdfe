//! Where a feed is followed from.

use clap::Args;
use corners_client::FeedFrom;
use prost_types::Timestamp;

use crate::moment;

/// Where a feed is followed from: its beginning, unless it is said otherwise.
#[derive(Clone, Debug, Args)]
pub(crate) struct FromArgs {
    /// Begin behind the event with this cursor
    #[arg(long, value_name = "CURSOR", conflicts_with = "recorded_from")]
    after: Option<String>,
    /// Begin with what was recorded at this moment or later, such as 2030-12-24T18:00:00Z
    #[arg(long, value_name = "MOMENT", value_parser = moment::parse)]
    recorded_from: Option<Timestamp>,
}

impl From<FromArgs> for FeedFrom {
    fn from(args: FromArgs) -> Self {
        match (args.after, args.recorded_from) {
            (Some(cursor), _) => Self::Cursor(cursor),
            (None, Some(moment)) => Self::Recorded(moment),
            (None, None) => Self::Beginning,
        }
    }
}

//! The command line of `corners finished`.

use clap::Args;

/// Where finished games are taken from.
#[derive(Clone, Debug, Args)]
pub(crate) struct FinishedArgs {
    /// An internal address of game-authority; several may be given
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8081")]
    pub(crate) authority: Vec<String>,
    /// Go on when there are no more, until interrupted
    #[arg(long)]
    pub(crate) follow: bool,
}

//! The command line of `corners finished`.

use std::path::PathBuf;

use clap::Args;

/// Where finished games are taken from.
#[derive(Clone, Debug, Args)]
pub(crate) struct FinishedArgs {
    /// An internal address of game-authority; several may be given
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8081")]
    pub(crate) authority: Vec<String>,
    /// The file with the token that the services of this machine share (internal.token_file)
    #[arg(
        long,
        value_name = "FILE",
        default_value = "data/service-token",
        conflicts_with = "certificate"
    )]
    pub(crate) service_token: PathBuf,
    /// Send the token in plain text to another machine, too: on a network that nobody else is on
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) plaintext: bool,
    /// Where services have certificates: one of our own, with the chain behind it, in PEM
    #[arg(long, value_name = "FILE", requires_all = ["key", "ca"])]
    pub(crate) certificate: Option<PathBuf>,
    /// The key of the certificate
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub(crate) key: Option<PathBuf>,
    /// The authority that the services' certificates come from
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub(crate) ca: Option<PathBuf>,
    /// Go on when there are no more, until interrupted
    #[arg(long)]
    pub(crate) follow: bool,
}

//! The command line of `corners load`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde::Serialize;

/// The load.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct LoadArgs {
    /// The platform to load, at its one public address
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub(crate) server: String,
    /// Accounts, where the services have addresses of their own
    #[arg(long, value_name = "URL", requires_all = ["clock", "game"], conflicts_with = "server")]
    pub(crate) accounts: Option<String>,
    /// The clock, where the services have addresses of their own
    #[arg(long, value_name = "URL", requires_all = ["accounts", "game"], conflicts_with = "server")]
    pub(crate) clock: Option<String>,
    /// A replica of game-authority, where the services have addresses of their own; once for each replica. The two
    /// players of a table are on different ones
    #[arg(long, value_name = "URL", requires_all = ["accounts", "clock"], conflicts_with = "server")]
    pub(crate) game: Vec<String>,
    /// A file with the authorities, in PEM, that https:// addresses' certificates may come from, beside those that this
    /// machine trusts
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) ca: Option<PathBuf>,
    /// Tables that are being played at; one that ends is replaced
    #[arg(long, value_name = "COUNT", default_value_t = 250, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub(crate) tables: usize,
    /// Tables that are live besides, with both seats taken and nobody moving
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub(crate) live_only: usize,
    /// Moves a second, over all tables
    #[arg(long, value_name = "COUNT", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) rate: u32,
    /// How long to measure, after five seconds of the same load
    #[arg(long, value_name = "COUNT", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) seconds: u32,
    /// Spectators over all tables that are played at, each following one
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub(crate) spectators: usize,
    /// Spectators of one more table, at which a move a second is played
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub(crate) crowd: usize,
    /// Streams that watch a table at which nothing happens; for each two there is such a table
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub(crate) idle_streams: usize,
    /// Connections that the players share
    #[arg(long, value_name = "COUNT", default_value_t = 16, value_parser = RangedU64ValueParser::<usize>::new().range(2..=10_000))]
    pub(crate) connections: usize,
    /// A process that serves, on this machine, to report its memory and processor time; once for each
    #[arg(long, value_name = "PROCESS")]
    pub(crate) pid: Vec<u32>,
    /// The Redis that the platform keeps its tables in, such as redis://127.0.0.1:6379, to measure what it can do at most
    #[arg(long, value_name = "URL")]
    #[serde(skip)]
    pub(crate) redis: Option<String>,
    /// Write the report as JSON, too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report as Markdown, too
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
}

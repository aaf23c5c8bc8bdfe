//! The command line of `corners load`.

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// The load.
#[derive(Clone, Debug, Args)]
pub(crate) struct LoadArgs {
    /// The platform to load
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub(crate) server: String,
    /// Tables that are being played at; one that ends is replaced
    #[arg(long, value_name = "COUNT", default_value_t = 250, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub(crate) tables: usize,
    /// Moves a second, over all tables
    #[arg(long, value_name = "COUNT", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) rate: u32,
    /// How long to measure, after five seconds of the same load
    #[arg(long, value_name = "COUNT", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) seconds: u32,
    /// Spectators, each following one table
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) spectators: usize,
    /// Connections that players and spectators share
    #[arg(long, value_name = "COUNT", default_value_t = 16, value_parser = RangedU64ValueParser::<usize>::new().range(2..=10_000))]
    pub(crate) connections: usize,
    /// Report in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

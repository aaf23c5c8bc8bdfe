//! The command line of `corners up`.

use std::path::PathBuf;

use clap::Args;

/// What `--help` tells beyond the options.
const SETTINGS: &str = "\
Settings are looked for in the defaults (--print-config), then --config, then the environment, then the command line; the
last one counts. In the environment the setting listen of the section [server] is called CORNERS_SERVER__LISTEN. A setting
that is unknown or out of range is named, and the exit code is 64.

What was acknowledged is on disk: the platform can be killed at any moment and started again with the same data. Ctrl-C or
SIGTERM ends it gently, a second one at once.";

/// Where settings come from.
#[derive(Debug, Args)]
#[command(after_long_help = SETTINGS)]
pub(crate) struct UpCommand {
    /// The address to listen on, an IP address and a port; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<String>,
    /// The folder of the platform's data; made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<String>,
    /// A file with settings that differ from the defaults
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print all settings, with what they mean and their defaults, and exit
    #[arg(long)]
    pub(crate) print_config: bool,
}

impl UpCommand {
    /// What the command line says of settings, the last word on them.
    pub(crate) fn overrides(&self) -> Vec<(String, String)> {
        let given = [("server.listen", &self.listen), ("data.folder", &self.data)];
        given
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value.clone()?)))
            .collect()
    }
}

//! `corners up`: the platform in one process, with its data in one folder.

mod cli;
mod greeting;
mod platform;
mod settings;

use std::io::Write;

use corners_service::config;
use corners_service::drain::Drain;
use corners_service::startup::MainError;
use corners_service::{metrics, telemetry};

pub(crate) use cli::UpCommand;
use platform::Platform;
use settings::{Settings, defaults};

/// Runs the platform until it is told to stop.
///
/// # Errors
/// Bad configuration, an address or a data folder that cannot be had, a server that fails.
pub(crate) async fn run(command: &UpCommand, output: &mut impl Write) -> Result<(), MainError> {
    if command.print_config {
        return Ok(output.write_all(defaults().as_bytes())?);
    }
    let settings: Settings = config::load(
        &defaults(),
        command.config.as_deref(),
        config::environment(),
        command.overrides(),
    )?;
    telemetry::init(&settings.log)?;
    let _export = metrics::init(&settings.metrics, "corners")?;
    let drain = Drain::new();
    drain.start_on_signals()?;
    let platform = Platform::start(settings, &drain).await?;
    greeting::write(output, &platform)?;
    platform.serve(&drain).await
}

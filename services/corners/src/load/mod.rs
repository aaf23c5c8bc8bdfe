//! `corners load`: games at a fixed rate against a platform, and how long its answers took.

mod ceiling;
mod cli;
mod connect;
mod hall;
mod machine;
mod measured;
mod metronome;
mod place;
mod quiet;
mod report;
mod run;
mod shown;
mod spectator;

use std::io::Write;
use std::path::Path;

use corners_client::Error;
use corners_service::startup::MainError;

pub(crate) use cli::LoadArgs;
use report::Report;

/// Loads the platform, writes the report and, where they are asked for, its files.
///
/// # Errors
/// A platform that cannot be reached, output that cannot be written.
pub(crate) async fn run(args: LoadArgs, output: &mut impl Write) -> Result<(), MainError> {
    let outcome = run::run(&args).await?;
    let report = Report::of(args, &outcome);
    output.write_all(report.text().as_bytes())?;
    output.flush()?;
    if let Some(file) = &report.settings.json {
        write(file, &report.json()?)?;
    }
    if let Some(file) = &report.settings.markdown {
        write(file, &report.markdown())?;
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<(), MainError> {
    let written = std::fs::write(file, text);
    Ok(written.map_err(|error| format!("cannot write the report to {}: {error}", file.display()))?)
}

/// The reason of an error, for counting.
fn reason(error: &Error) -> String {
    error.reason().map_or_else(|| error.to_string(), str::to_owned)
}

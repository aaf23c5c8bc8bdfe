//! `corners load`: games at a fixed rate against a platform, and how long its answers took.

mod cli;
mod measured;
mod metronome;
mod open_loop;
mod place;
mod report;
mod spectator;

use std::io::Write;

use corners_client::Error;
use corners_service::startup::MainError;

pub(crate) use cli::LoadArgs;

/// Loads the platform and writes the report.
///
/// # Errors
/// A platform that cannot be reached, output that cannot be written.
pub(crate) async fn run(args: LoadArgs, output: &mut impl Write) -> Result<(), MainError> {
    let outcome = open_loop::run(&args).await?;
    let text = if args.json {
        report::json(&args, &outcome)
    } else {
        report::markdown(&args, &outcome)
    };
    writeln!(output, "{text}")?;
    Ok(output.flush()?)
}

/// The reason of an error, for counting.
fn reason(error: &Error) -> String {
    error.reason().map_or_else(|| error.to_string(), str::to_owned)
}

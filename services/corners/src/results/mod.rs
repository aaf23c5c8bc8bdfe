//! `corners results`: the result feed, a line of JSON for each event.

mod cli;
mod line;

use std::io::Write;

use corners_archive::convert::Json;
use corners_client::FeedUpdate;
use corners_service::startup::MainError;

pub(crate) use cli::ResultsArgs;

/// Prints events until it is interrupted.
pub(crate) async fn run(
    args: ResultsArgs,
    output: &mut impl Write,
    messages: &mut impl Write,
) -> Result<(), MainError> {
    let json = Json::new()?;
    let session = args.place.session(&args.token_file).await?;
    let mut results = session.results(args.from());
    while let Some(update) = results.next().await {
        match update? {
            FeedUpdate::Events(events) => {
                for event in events {
                    writeln!(output, "{}", line::line(&json, event)?)?;
                }
                output.flush()?;
            }
            FeedUpdate::Restarted(restarted) => writeln!(
                messages,
                "the archive was restored from a backup: {} events behind position {} are forgotten, and may come again",
                restarted.forgotten, restarted.last_common_sequence
            )?,
            FeedUpdate::Heartbeat(_) => {}
        }
    }
    Ok(())
}

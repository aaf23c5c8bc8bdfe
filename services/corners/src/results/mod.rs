//! `corners results`: the result feed, a line of JSON for each event.

mod cli;
mod line;

use std::io::Write;

use corners_archive::convert::Json;
use corners_client::FeedUpdate;
use corners_client::proto::archive::v1::FeedRestarted;
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
    let mut results = session.results(args.from.into());
    while let Some(update) = results.next().await {
        match update? {
            FeedUpdate::Events(events) => {
                for event in events {
                    writeln!(output, "{}", line::line(&json, event)?)?;
                }
                output.flush()?;
            }
            FeedUpdate::Restarted(restarted) => writeln!(messages, "{}", notice(&restarted))?,
            FeedUpdate::Heartbeat(_) => {}
        }
    }
    Ok(())
}

/// What a reader of results has to know about a feed that has started another epoch.
fn notice(restarted: &FeedRestarted) -> String {
    let FeedRestarted {
        cursor,
        last_common_sequence: common,
        forgotten,
    } = restarted;
    let lost = match forgotten {
        0 => "nothing that you have seen is forgotten".to_owned(),
        count => format!(
            "of what you have seen the last {count} are forgotten, up to position {common}; they may come again with the same ids"
        ),
    };
    format!("the archive was restored from a backup: {lost}; the feed goes on behind the cursor {cursor}")
}

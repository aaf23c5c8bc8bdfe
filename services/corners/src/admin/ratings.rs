//! What operators do with ratings.

use std::io::Write;

use corners_client::Admin;
use corners_client::proto::rating::v1::GetRatingStateResponse;
use corners_service::startup::MainError;
use serde_json::json;

use super::Out;
use super::cli::RatingsCommand;

/// Does what the command line says.
pub(super) async fn run(
    admin: &Admin,
    command: RatingsCommand,
    out: &mut Out<'_, impl Write>,
) -> Result<(), MainError> {
    match command {
        RatingsCommand::State => {
            let GetRatingStateResponse {
                epoch,
                last_sequence,
                results_cursor,
                results_sequence,
            } = admin.rating_state().await?;
            let sentence = format!(
                "results are taken up to {results_sequence}, of which {last_sequence} rating events were made in epoch {epoch}"
            );
            let object = json!({
                "epoch": epoch,
                "last_sequence": last_sequence,
                "results_cursor": results_cursor,
                "results_sequence": results_sequence,
            });
            Ok(out.done(&sentence, &object)?)
        }
        RatingsCommand::Verify => verify(admin, out).await,
        RatingsCommand::Rebuild => {
            let state = admin.rating_state().await?;
            let epoch = admin.rebuild_ratings(&state.epoch).await?;
            let sentence = format!("all ratings are made anew from the result feed, in epoch {epoch}");
            Ok(out.done(&sentence, &json!({ "epoch": epoch }))?)
        }
    }
}

/// Has all ratings made a second time; fails when they are not the same.
async fn verify(admin: &Admin, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let mut stream = admin.verify_ratings().await?;
    while let Some(message) = stream.message().await? {
        let (compared, total) = (message.compared, message.total);
        let Some(verdict) = message.verdict else { continue };
        if !verdict.identical {
            return Err(format!("the ratings are not what the result feed makes: {}", verdict.difference).into());
        }
        let sentence = format!("all {total} rating events and all ratings are the same to the last bit");
        return Ok(out.done(
            &sentence,
            &json!({ "identical": true, "compared": compared, "total": total }),
        )?);
    }
    Err("the verification ended without a verdict: begin it anew".into())
}

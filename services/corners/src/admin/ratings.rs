//! What operators do with ratings.

use std::io::Write;

use corners_client::proto::rating::v1::GetRatingStateResponse;
use corners_client::{Admin, Error};
use corners_service::startup::MainError;
use serde_json::json;
use tonic::Status;

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
                "results are taken up to position {results_sequence} of the result feed; {last_sequence} rating events are made of them, in \
                 epoch {epoch}"
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
            let sentence = format!(
                "the ratings are being made anew from the result feed, in epoch {epoch}: `ratings state` tells how far they are"
            );
            Ok(out.done(&sentence, &json!({ "epoch": epoch }))?)
        }
    }
}

fn refused(status: Status) -> Error {
    Error::Refused {
        call: "VerifyRatings",
        refused: Box::new(status.into()),
    }
}

/// Has all ratings made a second time; fails when they are not the same.
async fn verify(admin: &Admin, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let mut stream = admin.verify_ratings().await?;
    while let Some(message) = stream.message().await.map_err(refused)? {
        let (total, results) = (message.total, message.results_sequence);
        let Some(verdict) = message.verdict else { continue };
        if !verdict.identical {
            if out.as_json {
                let object = json!({ "identical": false, "difference": verdict.difference, "total": total });
                out.done("", &object)?;
            }
            return Err(format!("the ratings are not what the result feed makes: {}", verdict.difference).into());
        }
        let sentence = format!(
            "all {total} rating events, of the results up to {results}, and all ratings are the same to the last bit"
        );
        let object = json!({ "identical": true, "total": total, "results_sequence": results });
        return Ok(out.done(&sentence, &object)?);
    }
    Err("the verification ended without a verdict: begin it anew".into())
}

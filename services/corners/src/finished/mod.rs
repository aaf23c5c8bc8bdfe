//! `corners finished`: takes finished games from game-authority, writes them down, and acknowledges them.

mod cli;
mod record;

use std::io::Write;
use std::time::Duration;

use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::game::internal::v1::{AckFinishedRequest, TakeFinishedRequest};
use corners_service::config::ConfigError;
use corners_service::internal::{InternalChannel, ServiceCredentials, ServiceToken};
use corners_service::startup::MainError;
use tokio::time::sleep;

pub(crate) use cli::FinishedArgs;
use record::GameRecord;

/// How many games are taken at once.
const BATCH: u32 = 16;

/// How long to wait for more when there are none, or when game-authority is away.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes each finished game as a line, and acknowledges it once the line is written. A game whose line was written and
/// that could not be acknowledged is written again: whoever reads the lines tells games by their table.
pub(crate) async fn run(
    args: FinishedArgs,
    output: &mut impl Write,
    messages: &mut impl Write,
) -> Result<(), MainError> {
    let channel = InternalChannel::remote(&args.authority, &credentials(&args)?)?;
    let mut authority = GameInternalServiceClient::new(channel);
    let mut works = true;
    loop {
        let handed = hand_over(&mut authority, output).await;
        if handed.is_ok() && !works {
            works = true;
            writeln!(messages, "finished games can be taken again")?;
        }
        match handed {
            Ok(0) if !args.follow => return Ok(()),
            Ok(0) => sleep(PAUSE).await,
            Ok(_) => {}
            Err(Failure::Call(status)) if args.follow => {
                if works {
                    works = false;
                    writeln!(
                        messages,
                        "finished games cannot be taken: {}; trying again",
                        status.message()
                    )?;
                }
                sleep(PAUSE).await;
            }
            Err(failure) => return Err(failure.into()),
        }
    }
}

/// What shows game-authority that it may hand its games over.
fn credentials(args: &FinishedArgs) -> Result<ServiceCredentials, ConfigError> {
    if let (Some(certificate), Some(key), Some(ca)) = (&args.certificate, &args.key, &args.ca) {
        return ServiceCredentials::certificates(certificate, key, ca);
    }
    let token = ServiceToken::read(&args.service_token)?;
    Ok(ServiceCredentials::token(token).plaintext(args.plaintext))
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("finished games cannot be taken from game-authority: {}", .0.message())]
    Call(Box<tonic::Status>),
    #[error("cannot write a finished game: {0}")]
    Write(#[from] std::io::Error),
    #[error("cannot write a finished game: {0}")]
    Encode(#[from] serde_json::Error),
}

impl From<tonic::Status> for Failure {
    fn from(status: tonic::Status) -> Self {
        Self::Call(Box::new(status))
    }
}

async fn hand_over(
    authority: &mut GameInternalServiceClient<InternalChannel>,
    output: &mut impl Write,
) -> Result<usize, Failure> {
    let taken = authority.take_finished(TakeFinishedRequest { limit: BATCH }).await?;
    let games = taken.into_inner().tables;
    if games.is_empty() {
        return Ok(0);
    }
    for game in &games {
        serde_json::to_writer(&mut *output, &GameRecord::of(game))?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    let tables = games.into_iter().map(|game| game.id).collect::<Vec<_>>();
    let count = tables.len();
    authority.ack_finished(AckFinishedRequest { tables }).await?;
    Ok(count)
}

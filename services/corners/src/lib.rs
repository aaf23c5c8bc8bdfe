//! Corners in one binary: `corners up` runs the platform, `corners play` plays on it, `corners rules` judges positions
//! and games, `corners admin` does what operators do.

mod admin;
mod cli;
mod games;
mod load;
mod moment;
mod place;
mod play;
mod results;
mod rows;
mod rules;
mod up;

use std::io::{self, BufWriter};

use corners_service::startup::MainError;

pub use cli::Cli;
use cli::Command;

/// Does what the command line says.
///
/// # Errors
/// Whatever stopped the command, as a sentence for the person who typed it.
pub async fn run(cli: Cli) -> Result<(), MainError> {
    match cli.command {
        Command::Admin(args) => admin::run(args, &mut io::stdout()).await,
        Command::Games(args) => games::run(args, &mut io::stdout()).await,
        Command::Load(args) => load::run(args, &mut io::stdout()).await,
        Command::Play(args) => play::run(args).await,
        Command::Results(args) => results::run(args, &mut io::stdout(), &mut io::stderr()).await,
        Command::Up(command) => up::run(&command, &mut io::stdout()).await,
        Command::Rules(command) => {
            let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            unless_nobody_reads(rules::run(
                &command,
                io::stdin().lock(),
                &mut output,
                io::stderr().lock(),
            ))
        }
    }
}

/// A reader that has seen enough, such as `head`, is no failure.
fn unless_nobody_reads(outcome: Result<(), rules::Failure>) -> Result<(), MainError> {
    match outcome {
        Err(rules::Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => Ok(outcome?),
    }
}

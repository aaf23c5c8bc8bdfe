//! Corners in one binary: `corners up` runs the platform, `corners play` plays on it, `corners rules` judges positions
//! and games, `corners admin` does what operators do.

mod admin;
mod cli;
mod contract;
mod feed;
mod games;
mod load;
mod meet;
mod moment;
mod names;
mod pages;
mod place;
mod play;
mod ratings;
mod results;
mod rows;
mod rules;
mod up;
mod who;

use std::error::Error;
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
        Command::Accept(args) => meet::accept(args).await,
        Command::Admin(args) => admin::run(args, &mut io::stdout()).await,
        Command::Block(args) => unless_nobody_reads(meet::block(args).await),
        Command::Challenge(args) => meet::challenge(args).await,
        Command::Decline(args) => meet::decline(args).await,
        Command::Events(args) => unless_nobody_reads(meet::events(args, &mut io::stdout()).await),
        Command::Games(args) => unless_nobody_reads(games::run(args, &mut io::stdout()).await),
        Command::Load(args) => load::run(args, &mut io::stdout()).await,
        Command::Lobby(args) => unless_nobody_reads(meet::lobby(args, &mut io::stdout()).await),
        Command::Play(args) => play::run(args).await,
        Command::Pools(args) => unless_nobody_reads(meet::pools(args, &mut io::stdout()).await),
        Command::Ratings(args) => unless_nobody_reads(ratings::run(args, &mut io::stdout(), &mut io::stderr()).await),
        Command::Rematch(args) => meet::rematch(args).await,
        Command::Results(args) => unless_nobody_reads(results::run(args, &mut io::stdout(), &mut io::stderr()).await),
        Command::Seek(args) => meet::seek(args).await,
        Command::Unblock(args) => meet::unblock(args).await,
        Command::Up(command) => up::run(&command, &mut io::stdout()).await,
        Command::Rules(command) => {
            let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            let judged = rules::run(&command, io::stdin().lock(), &mut output, io::stderr().lock());
            unless_nobody_reads(judged.map_err(Into::into))
        }
    }
}

/// A reader that has seen enough, such as `head`, is no failure.
fn unless_nobody_reads(outcome: Result<(), MainError>) -> Result<(), MainError> {
    outcome.or_else(|error| if is_broken_pipe(&*error) { Ok(()) } else { Err(error) })
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let failed = match error.downcast_ref::<rules::Failure>() {
        Some(rules::Failure::Stream(failed)) => Some(failed),
        _ => error.downcast_ref::<io::Error>(),
    };
    failed.is_some_and(|failed| failed.kind() == io::ErrorKind::BrokenPipe)
}

//! `corners play`: a seat at a table, in a terminal or line by line.

mod act;
mod board;
mod cli;
pub(crate) mod describe;
#[cfg(test)]
mod fixtures;
mod kept;
mod keys;
mod lines;
mod model;
mod page;
mod password;
mod seat;
mod stream;
mod terminal;
mod time_control;
mod update;
mod wire;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Write};

use corners_client::Options;
use corners_service::startup::MainError;
use tokio::time::{Duration, Instant};

pub(crate) use cli::PlayArgs;
use model::Model;
use seat::Seat;
use wire::Wire;

use crate::place::LOCAL_SERVER;

/// A person waits longer for a platform that restarts than a program would.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Sits down, or looks on, and plays.
pub(crate) async fn run(args: PlayArgs) -> Result<(), MainError> {
    let options = Options {
        watch_patience: PATIENCE,
        // A move that is made while the platform is away arrives when it is back.
        deadline: Duration::from_secs(120),
        max_tries: 500,
        ..Options::default()
    };
    let corners = args.place.connect(options).await?;
    let seat = Seat::take(&corners, &args).await?;
    let (id, join) = (seat.table.id.clone(), join_command(&args, &seat.table.id));
    let mut model = Model::new(seat.session.account(), join, seat.table.clone(), Instant::now());
    let wire = Wire::new(seat.session.clone(), id);
    let played = play(&mut model, wire).await;
    seat.leave(model.is_over()).await;
    played
}

async fn play(model: &mut Model, wire: Wire) -> Result<(), MainError> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        // Once before the page, so that it can be copied from the scroll-back.
        write!(io::stdout().lock(), "{}", lines::banner(model))?;
        terminal::run(model, wire).await?;
        write!(io::stdout().lock(), "{}", lines::page(model))?;
        return Ok(());
    }
    stream::run(model, wire).await
}

/// The command that takes the other seat, as it can be typed.
fn join_command(args: &PlayArgs, table: &str) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "corners".to_owned());
    let server = match args.place.server.as_str() {
        LOCAL_SERVER => String::new(),
        elsewhere => format!(" --server {elsewhere}"),
    };
    let ca = args.place.ca.as_ref().map(|file| format!(" --ca {}", file.display()));
    format!("{program} play{server}{} --join {table}", ca.unwrap_or_default())
}

//! `corners play`: a seat at a table, in a terminal or line by line.

mod act;
mod board;
mod cli;
mod console;
pub(crate) mod describe;
mod find;
#[cfg(test)]
mod fixtures;
pub(crate) mod kept;
mod keys;
mod lines;
mod model;
mod page;
pub(crate) mod password;
mod quitting;
mod rated;
mod seat;
mod stream;
mod terminal;
pub(crate) mod time_control;
mod update;
mod wire;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use corners_client::Options;
use corners_service::startup::MainError;
use tokio::time::{Duration, Instant};

pub(crate) use cli::PlayArgs;
pub(crate) use console::{Console, message};
pub(crate) use find::found;
use model::Model;
pub(crate) use quitting::Quitting;
pub(crate) use seat::Seat;
use wire::Wire;

use crate::place::{LOCAL_SERVER, PlaceArgs};

/// A person waits longer for a platform that restarts than a program would.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// The bounds of a person's client.
pub(crate) fn patient() -> Options {
    Options {
        watch_patience: PATIENCE,
        // A move that is made while the platform is away arrives when it is back.
        deadline: Duration::from_secs(120),
        max_tries: 500,
        ..Options::default()
    }
}

/// Sits down, or looks on, and plays.
pub(crate) async fn run(args: PlayArgs) -> Result<(), MainError> {
    let corners = args.place.connect(patient()).await?;
    let mut console = Console::open();
    let seat = match &args.find {
        Some(variant) => find::seat(&corners, &args, variant, &mut console).await?,
        None => Some(Seat::take(&corners, &args).await?),
    };
    let Some(seat) = seat else { return Ok(()) };
    let manner = if args.find.is_some() {
        Manner::Met
    } else {
        Manner::Seated
    };
    sit(&args.place, seat, manner, &mut console).await
}

/// How somebody has come to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// By its id. Line by line, the end of the game is the end.
    Seated,
    /// Through matchmaking: when the game is over, they may play it again.
    Met,
}

/// Plays at a table, and at those that its players go on at, until it is left.
pub(crate) async fn sit(
    place: &PlaceArgs,
    mut seat: Seat,
    manner: Manner,
    console: &mut Console,
) -> Result<(), MainError> {
    loop {
        let (id, join) = (seat.table.id.clone(), join_command(place, &seat.table.id));
        let session = seat.who.session.clone();
        let mut model = Model::new(session.account(), join, seat.table.clone(), Instant::now());
        let wire = Wire::new(session, id);
        let played = play(&mut model, wire, manner, console).await;
        match played {
            Ok(Some(next)) => seat = Seat::at(seat.who, &next, place).await?,
            left => {
                seat.leave(model.is_over()).await;
                return left.map(drop);
            }
        }
    }
}

/// Plays at one table; the next one, if the players go on.
async fn play(
    model: &mut Model,
    wire: Wire,
    manner: Manner,
    console: &mut Console,
) -> Result<Option<String>, MainError> {
    match console {
        Console::Lines(lines) => stream::run(model, wire, manner, lines).await,
        Console::Terminal => {
            // Once before the page, so that it can be copied from the scroll-back.
            write!(io::stdout().lock(), "{}", lines::banner(model))?;
            let next = terminal::run(model, wire).await?;
            write!(io::stdout().lock(), "{}", lines::page(model))?;
            Ok(next)
        }
    }
}

/// The command that takes the other seat, as it can be typed.
fn join_command(place: &PlaceArgs, table: &str) -> String {
    command(place, &format!("play --join {table}"))
}

/// A command for this platform, as it can be typed.
pub(crate) fn command(place: &PlaceArgs, command: &str) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "corners".to_owned());
    let server = match place.server.as_str() {
        LOCAL_SERVER => String::new(),
        elsewhere => format!(" --server {elsewhere}"),
    };
    let ca = place.ca.as_ref().map(|file| format!(" --ca {}", file.display()));
    format!("{program} {command}{server}{}", ca.unwrap_or_default())
}

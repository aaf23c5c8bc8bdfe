//! The load: a move whenever one is due, however slow the ones before it are.

use std::time::Duration;

use corners_client::{Corners, Error, Options, Session};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::cli::LoadArgs;
use super::measured::{Measured, Numbers, Of};
use super::metronome;
use super::place::{Place, Ready};
use super::spectator;

/// Load before what is measured, for connections and caches to warm up.
const WARM_UP: Duration = Duration::from_secs(5);

/// Calls a second that only read game time, for comparison.
const COMPARED_PER_SECOND: u32 = 50;

/// What came of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) numbers: Numbers,
    /// From the first measured move that was due to the last answer.
    pub(crate) measured_for: Duration,
}

/// Seats everybody, loads the platform and measures.
pub(crate) async fn run(args: &LoadArgs) -> Result<Outcome, Error> {
    let mut connections = Vec::new();
    for _ in 0..args.connections {
        connections.push(
            Corners::connect(&args.server, Options::default())
                .await?
                .guest()
                .await?,
        );
    }
    let session = |number: usize| connections.get(number % connections.len()).cloned();

    // Tables are made before the clock of the load starts; their first moves may take 30 s to come.
    let begin = Instant::now() + seating_time(args.tables);
    let from = begin + WARM_UP;
    let end = from + Duration::from_secs(args.seconds.into());
    let measured = Measured::from(from);
    let (ready_in, ready) = mpsc::unbounded_channel();
    let mut background = JoinSet::new();
    let mut places = Vec::new();
    for number in 0..args.tables {
        let (Some(white), Some(black)) = (session(number), session(number + 1)) else {
            continue;
        };
        let (table, on) = watch::channel(String::new());
        places.push(on);
        let place = Place {
            white,
            black,
            measured: measured.clone(),
            ready: ready_in.clone(),
            table,
        };
        background.spawn(place.run());
    }
    for number in 0..args.spectators {
        if let (Some(session), Some(on)) = (session(number), places.get(number % places.len())) {
            background.spawn(spectator::follow(session, on.clone(), measured.clone()));
        }
    }
    background.spawn(compare(connections.clone(), begin, end, measured.clone()));
    play_when_due(metronome::start(begin, end, args.rate), ready, &measured).await;
    Ok(Outcome {
        measured_for: from.elapsed(),
        numbers: measured.take(),
    })
}

/// Time for the tables to be made: two calls each.
fn seating_time(tables: usize) -> Duration {
    Duration::from_secs(1) + Duration::from_millis(4) * u32::try_from(tables).unwrap_or(u32::MAX)
}

/// Plays a move for every moment, at whatever table has waited longest, and waits for the last answer.
async fn play_when_due(
    mut moments: mpsc::Receiver<Instant>,
    mut ready: mpsc::UnboundedReceiver<Ready>,
    measured: &Measured,
) {
    let mut playing = JoinSet::new();
    while let Some(due) = moments.recv().await {
        let Some(next) = ready.recv().await else { break };
        playing.spawn(next.play(due, measured.clone()));
        while playing.try_join_next().is_some() {}
    }
    while playing.join_next().await.is_some() {}
}

/// Reads game time over the same connections, at a fixed rate.
async fn compare(sessions: Vec<Session>, begin: Instant, end: Instant, measured: Measured) {
    let mut moments = metronome::start(begin, end, COMPARED_PER_SECOND);
    let mut calls = JoinSet::new();
    for session in sessions.iter().cycle() {
        let Some(due) = moments.recv().await else { break };
        let (corners, measured) = (session.corners().clone(), measured.clone());
        calls.spawn(async move {
            match corners.game_time().await {
                Ok(_) => measured.record(Of::GameTime, due),
                Err(error) => measured.failed(super::reason(&error)),
            }
        });
        while calls.try_join_next().is_some() {}
    }
    while calls.join_next().await.is_some() {}
}

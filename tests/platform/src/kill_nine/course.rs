//! What the courses of all campaigns have in common: people who play and look on, and waiting for them.

use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::entrance::Entrance;
use super::read_back::read_back;
use super::shared::{Progress, Shared};
use super::spectator::Spectator;
use super::table::Place;
use crate::invariants::GameTimeReading;

/// How many tables share a spectator and two connections.
const TABLES_IN_GROUP: usize = 5;

/// Game time is read after this many moves.
const MOVES_BETWEEN_READINGS: u64 = 25;

/// Nothing that is waited for takes so long, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(90);

/// Reserves of which only lost time could use up much.
pub(super) const TEN_MINUTES: Duration = Duration::from_secs(600);
pub(super) const THREE_MINUTES: Duration = Duration::from_secs(180);

/// Guests for all seats of all places, and the tasks that play, watch and read game time.
pub(super) async fn seat_everybody(
    seed: u64,
    tables: usize,
    reserve: Duration,
    entrance: &Entrance,
    shared: &Shared,
) -> Crowd {
    let mut tasks = Vec::new();
    let places: Vec<_> = (0..tables).collect();
    for group in places.chunks(TABLES_IN_GROUP) {
        let [white, black, session] = [entrance.guest().await, entrance.guest().await, entrance.guest().await];
        let (spectator, tables) = mpsc::unbounded_channel();
        for &number in group {
            let place = Place {
                number,
                seed,
                reserve,
                white: white.clone(),
                black: black.clone(),
                shared: shared.clone(),
                spectator: spectator.clone(),
            };
            tasks.push(tokio::spawn(place.run()));
        }
        let shared = shared.clone();
        let spectator = Spectator {
            session,
            shared,
            tables,
        };
        tasks.push(tokio::spawn(spectator.run()));
    }
    tasks.push(tokio::spawn(read_game_time(entrance.clone(), shared.clone())));
    Crowd {
        tasks,
        shared: shared.clone(),
    }
}

/// Everybody who plays, watches or reads.
pub(super) struct Crowd {
    tasks: Vec<JoinHandle<()>>,
    shared: Shared,
}

impl Crowd {
    /// Lets everybody finish, and answers what went wrong for anybody.
    pub(super) async fn leave(self) -> Result<(), String> {
        self.shared.stop();
        for task in self.tasks {
            task.await.map_err(|error| error.to_string())?;
        }
        self.shared.progress().borrow().failure.clone().map_or(Ok(()), Err)
    }
}

/// Reads all logs back, and answers every promise that was broken, and what else went wrong.
pub(super) async fn judge(course: Result<(), String>, entrance: &Entrance, shared: &Shared) -> Vec<String> {
    let reader = entrance.guest().await;
    let read = read_back(&reader, shared).await.map_err(|error| error.to_string());
    let mut violations: Vec<_> = course.and(read).err().into_iter().collect();
    let history = shared.record().history.clone();
    violations.extend(history.violations().iter().map(ToString::to_string));
    violations
}

/// Waits until each table has seen a move from now on.
pub(super) async fn everybody_moves(progress: &mut watch::Receiver<Progress>) -> Result<(), String> {
    let before = progress.borrow().moves.clone();
    until(progress, |progress| {
        progress.moves.iter().zip(&before).all(|(now, before)| now > before)
    })
    .await
}

/// Waits for a condition, or for a failure.
pub(super) async fn until(
    progress: &mut watch::Receiver<Progress>,
    mut condition: impl FnMut(&Progress) -> bool,
) -> Result<(), String> {
    let before = progress.borrow().moves.clone();
    let waiting = timeout(
        PATIENCE,
        progress.wait_for(|progress| progress.failure.is_some() || condition(progress)),
    );
    let Ok(reached) = waiting
        .await
        .map(|reached| reached.map(|reached| reached.failure.clone()))
    else {
        let now = &progress.borrow().moves;
        let still = (0..now.len()).filter(|&place| now[place] == before[place]);
        let still: Vec<_> = still.collect();
        return Err(format!("no move for {PATIENCE:?} in the places {still:?}"));
    };
    reached.map_err(|error| error.to_string())?.map_or(Ok(()), Err)
}

/// What goes wrong for anybody, once something does.
pub(super) async fn failed(progress: &mut watch::Receiver<Progress>) -> String {
    match until(progress, |_| false).await {
        Err(failure) => failure,
        Ok(()) => std::future::pending().await,
    }
}

/// Reads game time again and again, through every outage.
async fn read_game_time(entrance: Entrance, shared: Shared) {
    let corners = entrance.clock().await;
    let mut progress = shared.progress();
    let mut next = 0;
    loop {
        let due = progress
            .wait_for(|progress| progress.is_over() || progress.total() >= next)
            .await
            .map(|progress| (progress.is_over(), progress.total()));
        let Ok((false, moves)) = due else { return };
        next = moves + MOVES_BETWEEN_READINGS;
        let sent = shared.now();
        match corners.game_time().await {
            Ok(reading) => shared.record().history.readings.push(GameTimeReading {
                sent,
                answered: shared.now(),
                game_time_ms: reading.game_time_ms,
            }),
            Err(error) => return shared.fail(format!("reading game time: {error}")),
        }
    }
}

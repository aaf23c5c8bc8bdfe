//! The course of a campaign.

use std::path::Path;
use std::time::Duration;

use corners_client::{Backoff, Corners, Options, Session};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, block_in_place};

use super::plan::Death;
use super::read_back::read_back;
use super::shared::{Progress, Shared};
use super::spectator::Spectator;
use super::table::Place;
use crate::Platform;
use crate::invariants::{GameTimeReading, History};

/// How many tables share a spectator and two connections.
const TABLES_IN_GROUP: usize = 5;

/// Game time is read after this many moves.
const MOVES_BETWEEN_READINGS: u64 = 25;

/// What to do to the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// The seed of the first death; the next ones follow.
    pub first_seed: u64,
    /// How many processes die.
    pub kills: u64,
    /// How many tables are being played at.
    pub tables: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The campaign.
    pub campaign: Campaign,
    /// How each process died: its seed, and the kind of death.
    pub deaths: Vec<(u64, &'static str)>,
    /// What was told, seen and stored.
    pub history: History,
    /// Promises that were broken, and what else went wrong.
    pub violations: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

impl Campaign {
    /// Runs it on a new platform in a folder. Needs a runtime with several threads.
    pub async fn run(self, folder: &Path) -> Outcome {
        let shared = Shared::new(self.tables);
        let mut deaths = Vec::new();
        let mut violations = Vec::new();
        shared.record().history.lifetimes.start(shared.now());
        let mut platform = block_in_place(|| Platform::start(folder));
        let course = self.course(&mut platform, &shared, &mut deaths).await;
        if course.is_err() {
            platform.kill();
            shared.record().history.lifetimes.end(shared.now());
            restart(&mut platform, None, &shared);
        }
        let reader = guest(&platform).await;
        let read = read_back(&reader, &shared).await.map_err(|error| error.to_string());
        if let Err(failure) = course.and(read) {
            let last = deaths.last().map_or_else(String::new, |(seed, kind)| {
                format!(", the last seed being {seed} ({kind})")
            });
            violations.push(format!("after {} kills{last}: {failure}", deaths.len()));
        }
        let history = shared.record().history.clone();
        violations.extend(history.violations().iter().map(ToString::to_string));
        Outcome {
            campaign: self,
            deaths,
            history,
            violations,
            took: shared.now(),
        }
    }

    async fn course(
        self,
        platform: &mut Platform,
        shared: &Shared,
        deaths: &mut Vec<(u64, &'static str)>,
    ) -> Result<(), String> {
        let mut tasks = self.seat_everybody(platform, shared).await;
        tasks.push(tokio::spawn(read_game_time(connect(platform).await, shared.clone())));
        let mut progress = shared.progress();
        everybody_moves(&mut progress).await?;
        platform.kill();
        shared.record().history.lifetimes.end(shared.now());
        for seed in self.first_seed..self.first_seed + self.kills {
            let death = Death::of_seed(seed);
            deaths.push((seed, death.kind()));
            one_life(platform, death, shared, &mut progress)
                .await
                .map_err(|failure| format!("{failure} ({death})"))?;
        }
        restart(platform, None, shared);
        everybody_moves(&mut progress).await?;
        shared.stop();
        for task in tasks {
            task.await.map_err(|error| error.to_string())?;
        }
        shared.progress().borrow().failure.clone().map_or(Ok(()), Err)
    }

    /// Guests for all seats, and the tasks that play and watch.
    async fn seat_everybody(self, platform: &Platform, shared: &Shared) -> Vec<JoinHandle<()>> {
        let mut tasks = Vec::new();
        let places: Vec<_> = (0..self.tables).collect();
        for group in places.chunks(TABLES_IN_GROUP) {
            let [white, black, session] = [guest(platform).await, guest(platform).await, guest(platform).await];
            let (spectator, tables) = mpsc::unbounded_channel();
            for &number in group {
                let place = Place {
                    number,
                    seed: self.first_seed,
                    white: white.clone(),
                    black: black.clone(),
                    shared: shared.clone(),
                    spectator: spectator.clone(),
                };
                tasks.push(tokio::spawn(place.run()));
            }
            let shared = shared.clone();
            tasks.push(tokio::spawn(
                Spectator {
                    session,
                    shared,
                    tables,
                }
                .run(),
            ));
        }
        tasks
    }
}

/// A client that keeps trying, with short waits: its platform is never away for long.
async fn connect(platform: &Platform) -> Corners {
    let options = Options {
        deadline: Duration::from_secs(60),
        max_tries: 10_000,
        backoff: Backoff {
            first: Duration::from_millis(5),
            longest: Duration::from_millis(50),
        },
        ..Default::default()
    };
    Corners::connect(&platform.url(), options).await.unwrap()
}

async fn guest(platform: &Platform) -> Session {
    connect(platform).await.guest().await.unwrap()
}

/// Starts a process, and waits until it has died.
async fn one_life(
    platform: &mut Platform,
    death: Death,
    shared: &Shared,
    progress: &mut watch::Receiver<Progress>,
) -> Result<(), String> {
    let moves_before = progress.borrow().total();
    restart(platform, Some(death), shared);
    match death {
        Death::At(_) => {
            tokio::select! {
                () = platform.gone() => {}
                failure = failed(progress) => return Err(failure),
            }
        }
        Death::AfterMoves(moves) => {
            until(progress, |progress| progress.total() >= moves_before + moves).await?;
        }
        Death::After(life) => tokio::time::sleep(life).await,
    }
    platform.kill();
    shared.record().history.lifetimes.end(shared.now());
    until(progress, |_| true).await
}

fn restart(platform: &mut Platform, death: Option<Death>, shared: &Shared) {
    shared.record().history.lifetimes.start(shared.now());
    block_in_place(|| match death {
        Some(Death::At(kill)) => platform.restart_to_die(kill),
        _ => platform.restart(),
    });
    shared.record().history.lifetimes.listen(shared.now());
}

/// Waits until each table has seen a move from now on.
async fn everybody_moves(progress: &mut watch::Receiver<Progress>) -> Result<(), String> {
    let before = progress.borrow().moves.clone();
    until(progress, |progress| {
        progress.moves.iter().zip(&before).all(|(now, before)| now > before)
    })
    .await
}

/// Waits for a condition, or for a failure.
async fn until(
    progress: &mut watch::Receiver<Progress>,
    mut condition: impl FnMut(&Progress) -> bool,
) -> Result<(), String> {
    let reached = progress
        .wait_for(|progress| progress.failure.is_some() || condition(progress))
        .await
        .map_err(|error| error.to_string())?;
    reached.failure.clone().map_or(Ok(()), Err)
}

async fn failed(progress: &mut watch::Receiver<Progress>) -> String {
    match until(progress, |_| false).await {
        Err(failure) => failure,
        Ok(()) => std::future::pending().await,
    }
}

/// Reads game time again and again, through every outage.
async fn read_game_time(corners: Corners, shared: Shared) {
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

//! The campaign against `corners up`: one process that dies again and again.

use std::path::Path;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::block_in_place;

use super::course::{TEN_MINUTES, everybody_moves, failed, judge, seat_everybody, until};
use super::entrance::Entrance;
use super::plan::Death;
use super::shared::{Progress, Shared};
use crate::Platform;
use crate::invariants::History;

/// What to do to `corners up`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// The seed of the first death; the next ones follow.
    pub first_seed: u64,
    /// How many processes die.
    pub kills: u64,
    /// How many tables are being played at.
    pub tables: usize,
}

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was done, for the report.
    pub title: &'static str,
    /// The seed of the first death.
    pub first_seed: u64,
    /// How many tables were being played at.
    pub tables: usize,
    /// How each process died: its seed, and the kind of death.
    pub deaths: Vec<(u64, String)>,
    /// How long it took from a death until a move had been played at every table again, where that was waited for.
    pub absences: Vec<Duration>,
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
        shared.record().history.lifetimes.start(shared.now());
        let mut platform = block_in_place(|| Platform::start(folder));
        let course = self.course(&mut platform, &shared, &mut deaths).await;
        if course.is_err() {
            platform.kill();
            shared.record().history.lifetimes.end(shared.now());
            restart(&mut platform, None, &shared);
        }
        let violations = judge(course, &Entrance::of_platform(&platform), &shared).await;
        let history = shared.record().history.clone();
        Outcome {
            title: "kill -9 of `corners up`",
            first_seed: self.first_seed,
            tables: self.tables,
            deaths,
            absences: Vec::new(),
            history,
            violations,
            took: shared.now(),
        }
    }

    async fn course(
        self,
        platform: &mut Platform,
        shared: &Shared,
        deaths: &mut Vec<(u64, String)>,
    ) -> Result<(), String> {
        let crowd = seat_everybody(
            self.first_seed,
            self.tables,
            TEN_MINUTES,
            &Entrance::of_platform(platform),
            shared,
        )
        .await;
        let mut progress = shared.progress();
        everybody_moves(&mut progress).await?;
        platform.kill();
        shared.record().history.lifetimes.end(shared.now());
        for seed in self.first_seed..self.first_seed + self.kills {
            let death = Death::of_seed(seed);
            deaths.push((seed, death.kind()));
            one_life(platform, death, shared, &mut progress)
                .await
                .map_err(|failure| format!("{failure} (seed {seed}: {death})"))?;
        }
        restart(platform, None, shared);
        everybody_moves(&mut progress).await?;
        crowd.leave().await
    }
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

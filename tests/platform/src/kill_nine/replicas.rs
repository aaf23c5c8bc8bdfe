//! The campaign against the services: several replicas of each, of which any one dies at any moment, and Redis.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::Outcome;
use super::course::{TEN_MINUTES, everybody_moves, failed, judge, seat_everybody, until};
use super::entrance::Entrance;
use super::plan::{Death, Strike, Victim};
use super::shared::{Progress, Shared};
use crate::invariants::Lifetimes;
use crate::{Kill, Service, Stage};

/// A clock answers from what it knows of game time only while it knows it to two milliseconds, and otherwise asks the store.
pub(super) const CLOCKS_APART_BY: Duration = Duration::from_millis(4);

/// What to do to the services on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplicasCampaign {
    /// The seed of the first death; the next ones follow.
    pub first_seed: u64,
    /// How many of our processes die.
    pub kills: u64,
    /// How often Redis dies, in between.
    pub redis_kills: u64,
    /// How many tables are being played at.
    pub tables: usize,
}

/// What happened so far.
#[derive(Debug, Default)]
struct Told {
    deaths: Vec<(u64, String)>,
    absences: Vec<Duration>,
}

impl ReplicasCampaign {
    /// Runs it on a stage whose processes all serve. Needs a runtime with several threads.
    pub async fn run(self, stage: &mut Stage) -> Outcome {
        let shared = Shared::new(self.tables);
        let mut told = Told::default();
        shared.record().history.lifetimes = Lifetimes::of_clocks_apart_by(CLOCKS_APART_BY);
        shared.record().history.lifetimes.start(Duration::ZERO);
        let course = self.course(stage, &shared, &mut told).await;
        let violations = judge(course, &Entrance::of_stage(stage), &shared).await;
        let history = shared.record().history.clone();
        Outcome {
            title: "kill -9 of the services",
            first_seed: self.first_seed,
            tables: self.tables,
            deaths: told.deaths,
            absences: told.absences,
            history,
            violations,
            took: shared.now(),
        }
    }

    async fn course(self, stage: &mut Stage, shared: &Shared, told: &mut Told) -> Result<(), String> {
        let entrance = Entrance::of_stage(stage);
        let crowd = seat_everybody(self.first_seed, self.tables, TEN_MINUTES, &entrance, shared).await;
        let mut progress = shared.progress();
        everybody_moves(&mut progress).await?;
        let every_so_often = self.kills.checked_div(self.redis_kills).unwrap_or(u64::MAX).max(1);
        for number in 0..self.kills + self.redis_kills {
            let seed = self.first_seed + number;
            let strike = if number % (every_so_often.saturating_add(1)) == every_so_often {
                Strike::of_redis(seed)
            } else {
                Strike::of_seed(seed, stage)
            };
            told.deaths.push((seed, strike.kind()));
            let struck = one_strike(stage, strike, shared, &mut progress).await;
            let absence = struck.map_err(|failure| format!("{failure} (seed {seed}: {strike})"))?;
            told.absences.extend(absence);
        }
        everybody_moves(&mut progress).await?;
        crowd.leave().await
    }
}

/// Kills a process as planned, and has it back. Answers how long it took everybody to go on without it, if they had to.
async fn one_strike(
    stage: &mut Stage,
    strike: Strike,
    shared: &Shared,
    progress: &mut watch::Receiver<Progress>,
) -> Result<Option<Duration>, String> {
    let victim = strike.victim;
    let moves_before = progress.borrow().total();
    match strike.death {
        Death::At(step) => {
            kill(stage, victim, shared);
            bring_back(stage, victim, Some(step), shared).await;
            tokio::select! {
                _ = service(stage, victim).gone() => {}
                failure = failed(progress) => return Err(failure),
            }
        }
        Death::AfterMoves(moves) => until(progress, |progress| progress.total() >= moves_before + moves).await?,
        Death::After(life) => sleep(life).await,
    }
    kill(stage, victim, shared);
    let died = shared.now();
    let absence = if strike.is_missed {
        everybody_moves(progress).await?;
        Some(shared.now() - died)
    } else {
        None
    };
    bring_back(stage, victim, None, shared).await;
    until(progress, |_| true).await.map(|()| absence)
}

fn kill(stage: &mut Stage, victim: Victim, shared: &Shared) {
    match victim {
        Victim::Redis => stage.redis_mut().kill(),
        _ => service(stage, victim).kill(),
    }
    if !victim.can_be_missed(stage) {
        shared.record().history.lifetimes.end(shared.now());
    }
}

/// Starts a process again, which may have a step to die at.
async fn bring_back(stage: &mut Stage, victim: Victim, step: Option<Kill>, shared: &Shared) {
    let ends_an_outage = !victim.can_be_missed(stage);
    if ends_an_outage {
        shared.record().history.lifetimes.start(shared.now());
    }
    match (victim, step) {
        (Victim::Redis, _) => stage.redis_mut().restart().await.unwrap(),
        (_, Some(step)) => service(stage, victim).restart_to_die(step).await,
        (_, None) => service(stage, victim).restart().await,
    }
    if ends_an_outage {
        shared.record().history.lifetimes.listen(shared.now());
    }
    if matches!(victim, Victim::Authority(_)) {
        // Load comes to a new replica with new connections: here, all at once.
        stage.entrance.cut().await;
    }
}

pub(super) fn service(stage: &mut Stage, victim: Victim) -> &mut Service {
    match victim {
        Victim::Accounts => &mut stage.accounts,
        Victim::Clock(replica) => &mut stage.clocks[replica],
        Victim::Authority(replica) => &mut stage.authorities[replica],
        Victim::Redis => panic!("Redis is no service of ours"),
    }
}

//! A rolling deploy: every process is told to stop and started again, one after the other, while games are on.

use std::time::Duration;

use tokio::sync::watch;

use super::Outcome;
use super::course::{THREE_MINUTES, everybody_moves, judge, seat_everybody};
use super::entrance::Entrance;
use super::plan::Victim;
use super::replicas::{CLOCKS_APART_BY, service};
use super::report::most_charged;
use super::shared::{Progress, Shared};
use crate::Stage;
use crate::invariants::Lifetimes;

/// A deploy of the services on a stage with several replicas of clock and game-authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deploy {
    /// Decides what is played.
    pub seed: u64,
    /// How many tables are being played at.
    pub tables: usize,
    /// What a turn may cost its mover, who moves as soon as it hears of the rival's move. None on a machine that may be
    /// busy with other things: there every turn takes long.
    pub most_charged: Option<Duration>,
}

impl Deploy {
    /// Runs it on a stage whose processes all serve. Needs a runtime with several threads.
    pub async fn run(self, stage: &mut Stage) -> Outcome {
        let shared = Shared::new(self.tables);
        shared.record().history.lifetimes = Lifetimes::of_clocks_apart_by(CLOCKS_APART_BY);
        shared.record().history.lifetimes.start(Duration::ZERO);
        let (mut stopped, mut absences) = (Vec::new(), Vec::new());
        let course = self.course(stage, &shared, &mut stopped, &mut absences).await;
        let mut violations = judge(course, &Entrance::of_stage(stage), &shared).await;
        let history = shared.record().history.clone();
        let most = most_charged(&history);
        if self.most_charged.is_some_and(|allowed| most > allowed) {
            violations.push(format!("a turn cost {most:?}"));
        }
        Outcome {
            title: "A deploy of the services",
            first_seed: self.seed,
            tables: self.tables,
            deaths: stopped,
            absences,
            history,
            violations,
            took: shared.now(),
        }
    }

    async fn course(
        self,
        stage: &mut Stage,
        shared: &Shared,
        stopped: &mut Vec<(u64, String)>,
        absences: &mut Vec<Duration>,
    ) -> Result<(), String> {
        let entrance = Entrance::of_stage(stage);
        let crowd = seat_everybody(self.seed, self.tables, THREE_MINUTES, &entrance, shared).await;
        let mut progress = shared.progress();
        everybody_moves(&mut progress).await?;
        let clocks = (0..stage.clocks.len()).map(Victim::Clock);
        let authorities = (0..stage.authorities.len()).map(Victim::Authority);
        let everyone = std::iter::once(Victim::Accounts).chain(clocks).chain(authorities);
        for victim in everyone.collect::<Vec<_>>() {
            let absence = replace(stage, victim, shared, &mut progress).await;
            absences.push(absence.map_err(|failure| format!("{failure} ({victim:?})"))?);
            stopped.push((self.seed, format!("{} told to stop", service(stage, victim).name())));
        }
        everybody_moves(&mut progress).await?;
        crowd.leave().await
    }
}

/// Has a process stop, and a new one take its place when it has. Answers how long it took from then until every table had
/// gone on.
async fn replace(
    stage: &mut Stage,
    victim: Victim,
    shared: &Shared,
    progress: &mut watch::Receiver<Progress>,
) -> Result<Duration, String> {
    let ended = service(stage, victim).stop().await;
    if !ended.success() {
        return Err(format!("it was told to stop, and ended with {ended}"));
    }
    let gone = shared.now();
    service(stage, victim).restart().await;
    everybody_moves(progress).await?;
    Ok(shared.now() - gone)
}

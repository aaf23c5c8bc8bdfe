//! One outage after the other, in the middle of new games each time.

use std::time::Duration;

use corners_client::proto::game::v1::Turn;
use corners_test_redis::{Durability, Options as RedisOptions};
use futures::future::join_all;
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::watch;
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep, sleep_until};

use super::facts::{Facts, GameFacts};
use super::fault::Outage;
use super::judge::{Verdict, judge};
use super::plan::{Planned, Role, outage_after, plan};
use super::probe::Probe;
use crate::Stage;
use crate::crowd::{AT_ONCE, Clock, Game, Hall};
use crate::invariants::Moment;

/// Games that share a stream for each of their two players.
const GAMES_IN_GROUP: usize = 10;

/// The slowest of all games has little more than a minute left, and whatever the machine does beside takes no longer.
const PATIENCE: Duration = Duration::from_secs(150);

/// Two authorities and two clocks on a Redis that syncs every write and has a clock of its own.
pub async fn stage() -> Stage {
    let redis = RedisOptions::of(Durability::Always).own_clock();
    Stage::build().replicas_on(redis).start().await
}

/// Outages in the middle of running games, one after the other, on one [`stage`].
#[derive(Debug)]
pub struct Campaign {
    games: usize,
    hall: Hall,
}

/// How far an outage is, for those who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Before,
    Away,
    /// The platform has taken a move again.
    Back,
}

impl Campaign {
    /// Has players come for so many games. Needs a runtime with several threads, as [`Campaign::outage`] does.
    pub async fn prepare(stage: &Stage, games: usize) -> Self {
        let hall = Hall::open(stage, games, GAMES_IN_GROUP).await;
        Self { games, hall }
    }

    /// One outage in the middle of new games, and what came of it when all of them have ended.
    pub async fn outage(&self, stage: &mut Stage, outage: Outage) -> Verdict {
        let begin = Instant::now();
        let began = self.hall.began();
        let now = || began.elapsed();
        let clock = Clock::of(stage, began).await;
        let probe = Probe::new(stage).await;
        let planned = plan(self.games);
        let games = self
            .hall
            .seat(planned.iter().map(|planned| planned.reserve))
            .await
            .unwrap();
        let first_moves = stream::iter(&games).map(|game| game.play(1, None));
        first_moves
            .buffer_unordered(AT_ONCE)
            .try_for_each(async |_| Ok(()))
            .await
            .unwrap();
        let sights = self.hall.watch(&games).await;

        let (phase, phases) = watch::channel(Phase::Before);
        let start = Instant::now();
        let playing = games.iter().zip(&planned).map(|(game, planned)| {
            let player = Player {
                game: game.clone(),
                planned: *planned,
                begins: start + planned.second_move,
                away_for: outage.length,
                began,
                phases: phases.clone(),
            };
            tokio::spawn(player.play())
        });
        let playing: Vec<_> = playing.collect();
        sleep_until(start + outage_after(self.games)).await;

        let before = clock.read().await.unwrap();
        let begun = now();
        block_in_place(|| outage.fault.begin(stage));
        let begun = (begun, now());
        phase.send_replace(Phase::Away);
        sleep_until(began + begun.1 + outage.length).await;
        let ended = now();
        outage.fault.end(stage).await;
        let ended = (ended, now());
        probe.play().await;
        let answered = now();
        phase.send_replace(Phase::Back);
        let after = clock.read_soon().await;

        let moved = join_all(playing).await;
        let (mut seen, watched) = sights.until_all_ended(PATIENCE).await;
        let games = games.into_iter().zip(planned).zip(moved);
        let games = games.map(|((game, planned), moved)| GameFacts {
            role: planned.role,
            moved: moved.unwrap(),
            events: seen.remove(&game.table).unwrap_or_default(),
            table: game.table,
        });
        judge(&Facts {
            outage,
            before,
            begun,
            ended,
            answered,
            after,
            games: games.collect(),
            failure: watched.err(),
            took: begin.elapsed(),
        })
    }
}

/// Who plays both sides of one game, as planned.
struct Player {
    game: Game,
    planned: Planned,
    begins: Instant,
    away_for: Duration,
    began: Instant,
    phases: watch::Receiver<Phase>,
}

impl Player {
    /// Plays Black's first move, and White's next when it is due by the plan; then Black gives up. Answers when White's
    /// move was answered, or why it was not taken; nothing if White sleeps.
    async fn play(mut self) -> Option<Result<Moment, String>> {
        sleep_until(self.begins).await;
        let turn = match self.game.play(2, None).await {
            Ok(answer) => answer.state.and_then(|state| state.turn),
            Err(error) => return Some(Err(format!("Black's first move: {error}"))),
        };
        match self.planned.role {
            Role::Sleeps => None,
            Role::MovesAfterwards => Some(self.once(Phase::Back, Duration::ZERO, turn).await),
            Role::MovesMeanwhile => Some(self.once(Phase::Away, self.away_for / 2, turn).await),
        }
    }

    async fn once(&mut self, due: Phase, later: Duration, turn: Option<Turn>) -> Result<Moment, String> {
        let reached = self.phases.wait_for(|phase| *phase >= due).await.map(drop);
        reached.map_err(|error| error.to_string())?;
        sleep(later).await;
        self.game.play(3, turn).await.map_err(|error| error.to_string())?;
        let answered = self.began.elapsed();
        self.game
            .resign()
            .await
            .map_err(|error| format!("Black gives up: {error}"))?;
        Ok(answered)
    }
}

//! One run: everybody is seated, the ceilings are measured, the load is played and measured, the ceilings once more.

use std::time::Duration;

use corners_client::Corners;
use corners_service::startup::MainError;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::ceiling::{self, Ceiling};
use super::cli::LoadArgs;
use super::connect::Platform;
use super::hall::Hall;
use super::machine::{self, Machine};
use super::measured::{Measured, Of};
use super::metronome;
use super::quiet::{self, Streams};
use super::spectator::Spectator;

/// Load before what is measured, for connections and caches to warm up.
const WARM_UP: Duration = Duration::from_secs(5);

/// Calls a second that only read game time, for comparison.
const COMPARED_PER_SECOND: u32 = 50;

/// How long the last events have to arrive.
const LAST_EVENTS: Duration = Duration::from_millis(500);

/// Moves a second at the table of the crowd.
const CROWD_MOVES_PER_SECOND: u32 = 1;

/// What came of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) machine: [Machine; 2],
    pub(crate) measured: Measured,
    /// From the first measured move that was due to the last answer.
    pub(crate) measured_for: Duration,
    /// Before the load and after it.
    pub(crate) unary_calls: [Ceiling; 2],
    /// Before the load and after it.
    pub(crate) scripts: Option<[Ceiling; 2]>,
    pub(crate) idle: Option<Streams>,
    /// Processor time that was used meanwhile.
    pub(crate) used: Used,
}

/// Processor time: of this program, and of each of the servers that are looked at.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) own: Option<Duration>,
    pub(crate) servers: Vec<Option<Duration>>,
}

/// The players and spectators of a run.
struct Everybody {
    hall: Hall,
    crowd: Option<Hall>,
}

/// Seats everybody, loads the platform and measures.
pub(crate) async fn run(args: &LoadArgs) -> Result<Outcome, MainError> {
    let before = Machine::now();
    let platform = Platform::of(args)?;
    let connections = platform.connect(args.connections).await?;
    let quiet_tables = args.live_only.max(args.idle_streams.div_ceil(2));
    let players = platform
        .players(&connections, 2 * (args.tables + quiet_tables + 1))
        .await?;
    let unary_before = ceiling::unary_calls(&connections).await?;
    let scripts_before = scripts(args).await?;

    let measured = Measured::default();
    let quiet = quiet::tables(&players, quiet_tables).await?;
    let idle = match args.idle_streams {
        0 => None,
        count => Some(Streams::open(&platform, count, &quiet, &args.pid, &measured).await?),
    };
    let hall = Hall::open(&players, args.tables, &measured).await;
    let mut everybody = Everybody { hall, crowd: None };
    if args.spectators > 0 {
        let watchers = platform.watchers(args.spectators).await?;
        let hall = &mut everybody.hall;
        hall.let_in(&watchers, args.spectators, Spectator::Somewhere, &measured)
            .await;
    }
    if args.crowd > 0 {
        let watchers = platform.watchers(args.crowd).await?;
        let mut hall = Hall::open(&players, 1, &measured).await;
        hall.let_in(&watchers, args.crowd, Spectator::InTheCrowd, &measured)
            .await;
        everybody.crowd = Some(hall);
    }

    let (measured_for, used) = everybody.play(args, &connections, &measured).await?;
    drop(everybody);
    let unary_calls = [unary_before, ceiling::unary_calls(&connections).await?];
    let scripts = scripts_before.zip(scripts(args).await?).map(<[Ceiling; 2]>::from);
    Ok(Outcome {
        machine: [before, Machine::now()],
        measured,
        measured_for,
        unary_calls,
        scripts,
        idle,
        used,
    })
}

async fn scripts(args: &LoadArgs) -> Result<Option<Ceiling>, MainError> {
    match &args.redis {
        Some(url) => Ok(Some(ceiling::scripts(url).await?)),
        None => Ok(None),
    }
}

impl Everybody {
    /// Plays at the rate, first without being measured.
    async fn play(
        &mut self,
        args: &LoadArgs,
        connections: &[Corners],
        measured: &Measured,
    ) -> Result<(Duration, Used), MainError> {
        let begin = Instant::now();
        let from = begin + WARM_UP;
        let end = from + Duration::from_secs(args.seconds.into());
        measured.count_between(from, end);
        let pids = args.pid.clone();
        let used_before = tokio::spawn(async move {
            sleep_until(from).await;
            Used::until_now(&pids)
        });
        let comparing = tokio::spawn(compare(connections.to_vec(), begin, end, measured.clone()));
        let playing = self.hall.play(metronome::start(begin, end, args.rate), measured);
        match &mut self.crowd {
            Some(crowd) => {
                let slowly = crowd.play(metronome::start(begin, end, CROWD_MOVES_PER_SECOND), measured);
                tokio::join!(playing, slowly);
            }
            None => playing.await,
        }
        let measured_for = from.elapsed().max(end - from);
        let used = Used::until_now(&args.pid).since(used_before.await?);
        comparing.await?;
        sleep(LAST_EVENTS).await;
        Ok((measured_for, used))
    }
}

impl Used {
    fn until_now(pids: &[u32]) -> Self {
        Self {
            own: machine::own_time(),
            servers: machine::times_of(pids),
        }
    }

    fn since(self, before: Self) -> Self {
        let since = |now: Option<Duration>, then: Option<Duration>| Some(now?.saturating_sub(then?));
        Self {
            own: since(self.own, before.own),
            servers: self
                .servers
                .into_iter()
                .zip(before.servers)
                .map(|(now, then)| since(now, then))
                .collect(),
        }
    }
}

/// Reads game time over the same connections, at a fixed rate.
async fn compare(connections: Vec<Corners>, begin: Instant, end: Instant, measured: Measured) {
    let mut moments = metronome::start(begin, end, COMPARED_PER_SECOND);
    let mut calls = JoinSet::new();
    for connection in connections.iter().cycle() {
        let Some(due) = moments.recv().await else { break };
        let (connection, measured) = (connection.clone(), measured.clone());
        calls.spawn(async move {
            match connection.game_time().await {
                Ok(_) => measured.record(Of::GameTime, due),
                Err(error) => measured.failed(super::reason(&error)),
            }
        });
        while calls.try_join_next().is_some() {}
    }
    while calls.join_next().await.is_some() {}
}

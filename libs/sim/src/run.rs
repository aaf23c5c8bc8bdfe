//! One simulation, from its seed to its verdict.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use corners_service::internal::{ServiceCredentials, ServiceToken};
use mad_turmoil::rand::{set_rng, try_rng};
use mad_turmoil::time::SimClocksGuard;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::sync::watch;
use turmoil::{Builder, Sim};

use crate::breaking::Breaker;
use crate::clocks::SharedClock;
use crate::crowd::Crowd;
use crate::faults::Planned;
use crate::hosts::{AUTHORITIES, CLOCKS, Platform};
use crate::inline::at_once;
use crate::judge::judge;
use crate::plan::{PEOPLE, Plan};
use crate::record::Record;
use crate::tables::SharedTables;
use crate::time::{Ms, StoreClock, millis};
use crate::weather::Weather;

/// No simulation lasts longer, unless a game never ends.
const LONGEST_MS: Ms = 150_000;

/// What came of a simulation.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many games were played to an end.
    pub games: usize,
    /// How many moves stand in the logs.
    pub moves: usize,
    /// How many games ended for each reason, as the contract names it.
    pub endings: BTreeMap<String, usize>,
    /// How often each kind of fault struck.
    pub faults: BTreeMap<&'static str, u64>,
    /// Promises that were broken.
    pub violations: Vec<String>,
    /// A hash of all that everybody saw, and of all logs.
    pub hash: u64,
    /// How long it lasted, in simulated time.
    pub lasted: Duration,
    /// What happened, line by line, where that was asked for.
    pub lines: Vec<String>,
}

/// Simulations share what they replace of the process, its randomness and its clocks: one runs at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs a plan.
#[must_use]
pub fn run(plan: Plan, keep_lines: bool) -> Outcome {
    alone(plan.seed, move || simulate(plan, keep_lines)).unwrap_or_else(|why| Outcome {
        violations: vec![why],
        ..Default::default()
    })
}

/// Runs a simulation, in a thread of its own so that nothing of an earlier one is left in it.
pub(crate) fn alone<T: Send + 'static>(seed: u64, work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // Not in the simulation's own thread, whose first random numbers are to be the seed's.
    begin_at_an_even_number().map_err(|error| format!("there is no runtime: {error}"))?;
    let running = std::thread::spawn(move || {
        let _clocks = take_over(seed);
        work()
    });
    running
        .join()
        .map_err(|_| format!("the simulation of seed {seed} panicked"))
}

/// tokio numbers the tasks of a process, and shuts them down in an order that follows from their numbers: each simulation
/// begins at one that is a multiple of this.
const TASKS: u64 = 1_024;

/// Uses up the numbers of tasks up to the next multiple.
fn begin_at_an_even_number() -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let next = || {
        runtime
            .spawn(async {})
            .id()
            .to_string()
            .parse::<u64>()
            .unwrap_or_default()
    };
    while !next().is_multiple_of(TASKS) {}
    Ok(())
}

/// From here on everything random follows from the seed, and clocks show simulated time.
fn take_over(seed: u64) -> SimClocksGuard {
    let random = StdRng::seed_from_u64(seed);
    match try_rng() {
        Some(mut shared) => *shared = random,
        None => set_rng(random),
    }
    SimClocksGuard::init()
}

fn simulate(plan: Plan, keep_lines: bool) -> Outcome {
    let record = Record::with_lines(keep_lines);
    let mut outcome = Outcome::default();
    let mut sim = builder(plan.seed)
        .min_message_latency(Duration::ZERO)
        .max_message_latency(Duration::from_millis(1))
        .enable_random_order()
        .build();
    let platform = match platform(&sim, plan.seed) {
        Ok(platform) => platform,
        Err(error) => {
            outcome
                .violations
                .push(format!("the platform cannot be set up: {error}"));
            return outcome;
        }
    };
    let plan = Arc::new(plan);
    populate(&mut sim, &platform, &plan, &record);
    for planned in &plan.faults {
        *outcome.faults.entry(planned.fault.kind()).or_default() += 1;
    }
    let game_time = course(&mut sim, &platform, &plan.faults, &record);
    outcome.lasted = sim.elapsed();
    let judged = judge(&platform, &record, &plan.faults, game_time);
    outcome.games = judged.endings.values().sum();
    outcome.moves = judged.moves;
    outcome.endings = judged.endings;
    outcome.violations = judged.violations;
    for (kind, times) in platform.weather.injected() {
        *outcome.faults.entry(kind).or_default() += times;
    }
    let (hash, lines) = record.trace();
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(hash);
    judged.logs.iter().for_each(|line| hasher.write(line.as_bytes()));
    outcome.hash = hasher.finish();
    outcome.lines = lines;
    outcome
}

pub(crate) fn builder(seed: u64) -> Builder {
    let mut builder = Builder::new();
    builder
        .simulation_duration(Duration::from_millis(2 * LONGEST_MS))
        .tick_duration(Duration::from_millis(1))
        .tcp_capacity(1_024)
        .rng_seed(seed);
    builder
}

pub(crate) fn platform(sim: &Sim<'_>, seed: u64) -> Result<Platform, String> {
    let store_clock = StoreClock::default();
    let addresses = |hosts: [&str; 2]| -> Arc<[IpAddr]> { hosts.map(|host| sim.lookup(host)).into() };
    Ok(Platform {
        tables: at_once(SharedTables::new(store_clock.clone()))?,
        clock: at_once(SharedClock::new(store_clock.clone()))?,
        weather: Weather::new(seed),
        store_clock,
        credentials: credentials()?,
        authorities: addresses(AUTHORITIES),
        clocks: addresses(CLOCKS),
        stopping: Arc::new(watch::Sender::new(0)),
    })
}

/// What all services prove themselves with. No chance comes into it: a seed stands for the same run as ever.
fn credentials() -> Result<ServiceCredentials, String> {
    let token = ServiceToken::parse("the-service-token-of-simulations-is-no-secret");
    token
        .map(ServiceCredentials::token)
        .ok_or_else(|| "the services have no token".to_owned())
}

/// Starts all replicas.
pub(crate) fn start(sim: &mut Sim<'_>, platform: &Platform) {
    for (replica, host) in AUTHORITIES.into_iter().enumerate() {
        let platform = platform.clone();
        sim.host(host, move || platform.clone().authority(replica));
    }
    for (replica, host) in CLOCKS.into_iter().enumerate() {
        let platform = platform.clone();
        sim.host(host, move || platform.clone().clock(replica));
    }
}

fn populate(sim: &mut Sim<'_>, platform: &Platform, plan: &Arc<Plan>, record: &Record) {
    start(sim, platform);
    let crowd = Crowd {
        plan: Arc::clone(plan),
        tables: Arc::new(plan.games.iter().map(|_| watch::Sender::new(None)).collect()),
        record: record.clone(),
        authorities: Arc::clone(&platform.authorities),
    };
    for (place, (host, shortest, longest)) in PEOPLE.into_iter().enumerate() {
        sim.client(host, crowd.clone().at(place));
        for server in AUTHORITIES.into_iter().chain(CLOCKS) {
            sim.set_link_latency(host, server, Duration::from_millis(shortest));
            sim.set_link_max_message_latency(host, server, Duration::from_millis(longest));
        }
    }
}

/// Lets time pass until everybody is done; answers game time at each millisecond.
pub(crate) fn course(sim: &mut Sim<'_>, platform: &Platform, faults: &[Planned], record: &Record) -> Vec<u64> {
    let mut breaker = Breaker::new(faults.to_vec());
    let mut game_time = Vec::new();
    loop {
        let now = millis(sim.elapsed());
        game_time.push(platform.clock.game_time(now));
        for change in breaker.strike(now, sim, platform) {
            record.note("fault", format_args!("at {now}: {change}"));
        }
        match sim.step() {
            Ok(false) if now < LONGEST_MS => {}
            Ok(false) => {
                record.problem(format!("not everybody has seen the end after {now} ms"));
                break;
            }
            Ok(true) => break,
            Err(error) => {
                record.problem(format!("a host failed after {now} ms: {error}"));
                break;
            }
        }
    }
    game_time
}

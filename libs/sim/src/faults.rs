//! What breaks, and when.

use std::collections::BTreeMap;

use corners_test_invariants::Stretch;
use rand::RngExt;
use rand::rngs::StdRng;

use crate::hosts::{AUTHORITIES, CLOCKS};
use crate::plan::PEOPLE;
use crate::record::moment;
use crate::time::Ms;
use crate::weather::{Conditions, StoreState};

/// Nothing breaks before everybody is there.
const FIRST_AT_MS: Ms = 1_000;
/// From here on all is well again.
const LAST_AT_MS: Ms = 32_000;

/// How long after a fault its effects may last, where connections are closed: others are opened, alarms come back.
const RECOVERY_MS: Ms = 4_000;
/// The same where nobody says that a connection is gone: the services ping each other every two seconds, for two.
const SILENT_RECOVERY_MS: Ms = 7_000;
/// How long clients may take to notice a connection that was closed, and to be at another replica.
const CLIENT_RECOVERY_MS: Ms = 3_000;
/// The same where nobody says so: they ping every ten seconds, for three.
const CLIENT_SILENT_RECOVERY_MS: Ms = 16_000;

/// A fault with its time.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) at: Ms,
    pub(crate) until: Ms,
    pub(crate) fault: Fault,
}

/// What breaks.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The processes on these hosts are killed; their connections are closed.
    Killed(Vec<&'static str>),
    /// A host is gone without a word.
    Vanished(&'static str),
    /// A process is asked to stop.
    Stopped(&'static str),
    /// Nothing passes between two hosts.
    Parted(&'static str, &'static str),
    /// What passes between two hosts is held up.
    HeldUp(&'static str, &'static str),
    /// Between two hosts connections break by chance.
    Lossy(&'static str, &'static str),
    /// A replica cannot reach the store.
    CutOff(&'static str),
    /// The store is away for everybody.
    StoreAway(StoreState),
    /// The way to the store is slow, or loses calls, answers or news.
    Weather(Conditions),
    /// The clock of the store's machine is set.
    ClockSet(i64),
}

/// Faults of a simulation: in each kind one after the other, the kinds independent of each other.
pub(crate) fn faults(random: &mut StdRng) -> Vec<Planned> {
    // Some platforms have nothing to suffer: there the flags have to be exact.
    if random.random_bool(0.1) {
        return Vec::new();
    }
    let kinds: [fn(&mut StdRng) -> Fault; 4] = [of_processes, of_network, of_store, of_weather];
    let mut planned = Vec::new();
    for kind in kinds {
        let mut at = FIRST_AT_MS + random.random_range(0..12_000);
        while at < LAST_AT_MS && !random.random_bool(0.2) {
            let fault = kind(random);
            let until = (at + fault.length(random)).min(LAST_AT_MS + 2_000);
            planned.push(Planned { at, until, fault });
            at = until + random.random_range(500..15_000);
        }
    }
    planned.sort_by_key(|planned| planned.at);
    planned
}

fn one_of<T: Copy>(random: &mut StdRng, choices: &[T]) -> T {
    choices[random.random_range(0..choices.len())]
}

fn replicas() -> Vec<&'static str> {
    AUTHORITIES.into_iter().chain(CLOCKS).collect()
}

fn of_processes(random: &mut StdRng) -> Fault {
    let replica = one_of(random, &replicas());
    match random.random_range(0..10) {
        0..=2 => Fault::Killed(vec![replica]),
        3 | 4 => Fault::Vanished(replica),
        5 | 6 => Fault::Stopped(replica),
        7 => Fault::Killed(AUTHORITIES.to_vec()),
        8 => Fault::Killed(CLOCKS.to_vec()),
        _ => Fault::Killed(replicas()),
    }
}

fn of_network(random: &mut StdRng) -> Fault {
    let authority = one_of(random, &AUTHORITIES);
    let other = if random.random_bool(0.5) {
        one_of(random, &CLOCKS)
    } else {
        one_of(random, &PEOPLE).0
    };
    match random.random_range(0..3) {
        0 => Fault::Parted(authority, other),
        1 => Fault::HeldUp(authority, other),
        _ => Fault::Lossy(authority, other),
    }
}

fn of_store(random: &mut StdRng) -> Fault {
    match random.random_range(0..6) {
        0 | 1 => Fault::StoreAway(StoreState::Down),
        2 | 3 => Fault::StoreAway(StoreState::Paused),
        4 => Fault::CutOff(one_of(random, &replicas())),
        _ => {
            let by_ms = one_of(random, &[300, 5_000, 3_600_000]);
            Fault::ClockSet(if random.random_bool(0.5) { by_ms } else { -by_ms })
        }
    }
}

fn of_weather(random: &mut StdRng) -> Fault {
    let slow = random.random_range(1..=140);
    let mut conditions = Conditions::CALM;
    conditions.way_ms = if random.random_bool(0.5) { 0..=slow } else { 0..=2 };
    conditions.lost_calls = one_of(random, &[0, 5, 30]);
    conditions.lost_answers = one_of(random, &[0, 10, 60]);
    conditions.lost_news = one_of(random, &[0, 100, 1_000]);
    Fault::Weather(conditions)
}

impl Fault {
    fn length(&self, random: &mut StdRng) -> Ms {
        match self {
            Self::Weather(_) => random.random_range(2_000..15_000),
            Self::ClockSet(_) => 0,
            Self::Killed(_) | Self::Vanished(_) | Self::Stopped(_) => random.random_range(300..6_000),
            _ if random.random_bool(0.2) => random.random_range(5_000..12_000),
            _ => random.random_range(100..3_000),
        }
    }

    /// The name under which faults are counted.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Killed(hosts) if hosts.len() == 1 => "replica killed",
            Self::Killed(_) => "all replicas of a service killed",
            Self::Vanished(_) => "replica vanished",
            Self::Stopped(_) => "replica stopped",
            Self::Parted(..) => "hosts parted",
            Self::HeldUp(..) => "hosts held up",
            Self::Lossy(..) => "hosts with losses",
            Self::CutOff(_) => "replica cut off from the store",
            Self::StoreAway(StoreState::Paused) => "store paused",
            Self::StoreAway(_) => "store down",
            Self::Weather(_) => "bad weather",
            Self::ClockSet(_) => "store's clock set",
        }
    }
}

impl Planned {
    fn stretch(&self, and: Ms) -> Stretch {
        Stretch {
            from: moment(self.at),
            to: moment(self.until + and),
        }
    }

    /// When nobody could take a move.
    pub(crate) fn outage(&self) -> Option<Stretch> {
        match &self.fault {
            Fault::StoreAway(_) => Some(self.stretch(0)),
            Fault::Killed(hosts) if hosts.len() > 1 => Some(self.stretch(0)),
            _ => None,
        }
    }

    /// When time need not run as it does when nothing is broken.
    pub(crate) fn disturbance(&self) -> Stretch {
        let is_silent = matches!(
            self.fault,
            Fault::Vanished(_) | Fault::Parted(..) | Fault::HeldUp(..) | Fault::Lossy(..)
        );
        self.stretch(if is_silent { SILENT_RECOVERY_MS } else { RECOVERY_MS })
    }

    /// When people could not reach the platform though it took moves, by the hosts that they are at.
    pub(crate) fn trouble(&self) -> BTreeMap<&'static str, Stretch> {
        let everybody = |and| PEOPLE.iter().map(|(host, ..)| (*host, self.stretch(and))).collect();
        let of_people = |host: &str| PEOPLE.iter().find(|(people, ..)| *people == host);
        match &self.fault {
            Fault::Vanished(host) if AUTHORITIES.contains(host) => everybody(CLIENT_SILENT_RECOVERY_MS),
            // A punch waits half a second for a clock that says nothing before it asks another.
            Fault::Vanished(_) => everybody(0),
            Fault::Stopped(host) if AUTHORITIES.contains(host) => everybody(CLIENT_RECOVERY_MS),
            Fault::Killed(hosts) if hosts.len() == 1 && AUTHORITIES.contains(&hosts[0]) => {
                everybody(CLIENT_RECOVERY_MS)
            }
            // Clients stay with their replica whatever it can reach, and authorities ask every replica of the clock.
            Fault::CutOff(_) => everybody(CLIENT_RECOVERY_MS),
            // A slow or repeated call of the store is no outage: game time runs.
            Fault::Weather(_) => everybody(0),
            Fault::Parted(_, other) | Fault::Lossy(_, other) | Fault::HeldUp(_, other) => match of_people(other) {
                Some((host, ..)) => [(*host, self.stretch(CLIENT_SILENT_RECOVERY_MS))].into(),
                None => everybody(CLIENT_RECOVERY_MS),
            },
            _ => BTreeMap::new(),
        }
    }
}

//! Breaking things, and making them whole again.

use turmoil::Sim;

use crate::faults::{Fault, Planned};
use crate::hosts::{AUTHORITIES, CLOCKS, Platform};
use crate::plan::PEOPLE;
use crate::time::Ms;
use crate::weather::{Conditions, StoreState};

/// Out of how many messages one breaks a link with losses, and one repairs it.
const LOSS: f64 = 0.01;

/// The faults of a plan, struck as their time comes.
pub(crate) struct Breaker {
    planned: Vec<Planned>,
    begun: usize,
    lasting: Vec<Planned>,
}

impl Breaker {
    pub(crate) fn new(planned: Vec<Planned>) -> Self {
        Self {
            planned,
            begun: 0,
            lasting: Vec::new(),
        }
    }

    /// Begins and ends what is due; answers what has changed.
    pub(crate) fn strike(&mut self, now: Ms, sim: &mut Sim<'_>, platform: &Platform) -> Vec<String> {
        let mut changes = Vec::new();
        let (over, lasting) = std::mem::take(&mut self.lasting)
            .into_iter()
            .partition(|planned| planned.until <= now);
        self.lasting = lasting;
        let over: Vec<Planned> = over;
        for planned in over {
            end(&planned.fault, sim, platform);
            changes.push(format!("over: {:?}", planned.fault));
        }
        while let Some(planned) = self
            .planned
            .get(self.begun)
            .filter(|planned| planned.at <= now)
            .cloned()
        {
            self.begun += 1;
            begin(&planned.fault, sim, platform);
            changes.push(format!("{:?} for {} ms", planned.fault, planned.until - planned.at));
            self.lasting.push(planned);
        }
        changes
    }
}

fn begin(fault: &Fault, sim: &mut Sim<'_>, platform: &Platform) {
    match fault {
        Fault::Killed(hosts) => hosts.iter().for_each(|host| sim.crash(*host)),
        Fault::Vanished(host) => {
            others(host).for_each(|other| sim.partition(*host, other));
            sim.crash(*host);
        }
        Fault::Stopped(host) => platform.stop(host, true),
        Fault::Parted(one, other) => sim.partition(*one, *other),
        Fault::HeldUp(one, other) => sim.hold(*one, *other),
        Fault::Lossy(one, other) => sim.set_link_fail_rate(*one, *other, LOSS),
        Fault::CutOff(host) => platform.weather.cut_off(host, true),
        Fault::StoreAway(state) => platform.weather.store_is(*state),
        Fault::Weather(conditions) => platform.weather.becomes(conditions.clone()),
        Fault::ClockSet(by_ms) => platform.store_clock.step(*by_ms),
    }
}

fn end(fault: &Fault, sim: &mut Sim<'_>, platform: &Platform) {
    match fault {
        Fault::Killed(hosts) => hosts.iter().for_each(|host| sim.bounce(*host)),
        Fault::Vanished(host) => {
            others(host).for_each(|other| sim.repair(*host, other));
            sim.bounce(*host);
        }
        Fault::Stopped(host) => {
            platform.stop(host, false);
            sim.bounce(*host);
        }
        Fault::Parted(one, other) => sim.repair(*one, *other),
        Fault::HeldUp(one, other) => sim.release(*one, *other),
        Fault::Lossy(one, other) => {
            sim.set_link_fail_rate(*one, *other, 0.0);
            sim.repair(*one, *other);
        }
        Fault::CutOff(host) => platform.weather.cut_off(host, false),
        Fault::StoreAway(_) => platform.weather.store_is(StoreState::Up),
        Fault::Weather(_) => platform.weather.becomes(Conditions::CALM),
        Fault::ClockSet(_) => {}
    }
}

/// All hosts but one.
fn others(host: &'static str) -> impl Iterator<Item = &'static str> {
    let people = PEOPLE.iter().map(|(people, ..)| *people);
    let all = AUTHORITIES.into_iter().chain(CLOCKS).chain(people);
    all.filter(move |other| *other != host)
}

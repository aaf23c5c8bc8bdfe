//! One story told to the millisecond: every message takes a millisecond, and what breaks is said beforehand.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use corners_client::proto::game::v1::TableState;
use corners_client::{Corners, Options, Session};
use corners_proto::ids::AccountId;
use corners_test_invariants::History;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faults::{Fault, Planned};
use crate::judge::judge;
use crate::net::channel;
use crate::person::{Following, Person};
use crate::plan::PEOPLE;
use crate::record::Record;
use crate::run::{alone, builder, course, platform, start};
use crate::time::now;

/// Where somebody in a story is.
#[derive(Clone)]
pub struct World {
    authorities: Arc<[IpAddr]>,
    record: Record,
}

/// What a story came to.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The logs, what was shown of them, and game time at each millisecond.
    pub history: History,
    /// What should not have happened to anybody.
    pub problems: Vec<String>,
}

/// Somebody who watches a table.
pub struct Watching(Following);

impl World {
    /// Somebody with an account of that number, connected to one of the replicas of authority first.
    ///
    /// # Errors
    /// Never, for the address is one.
    pub fn session(&self, account: u8, replica: usize) -> Result<Session, corners_client::Error> {
        let options = Options::default();
        let endpoint = options.endpoint("http://corners")?;
        let channel = channel(&endpoint, Arc::clone(&self.authorities), replica);
        let account = AccountId::from_bytes([account; 16]).to_string();
        Corners::over(channel, options).session(account.clone(), &account)
    }

    /// Watches a table; what is seen goes into the history.
    #[must_use]
    pub fn watch(&self, session: &Session, name: &str, table: &str) -> Watching {
        let person = Person {
            name: name.to_owned(),
            session: session.clone(),
            record: self.record.clone(),
            random: StdRng::seed_from_u64(0),
        };
        Watching(Following::new(&person, table))
    }

    /// Milliseconds since the story began.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        now()
    }
}

impl Watching {
    /// The next state of the table; none when its end was seen before.
    pub async fn next(&mut self) -> Option<TableState> {
        self.0.next().await
    }
}

/// Tells a story: `faults` are what breaks, from when until when in milliseconds, and `story` is what people do. It ends
/// with the story.
#[must_use]
pub fn tell<Story, Telling>(faults: Vec<(u64, u64, Fault)>, story: Story) -> Told
where
    Story: FnOnce(World) -> Telling + Send + 'static,
    Telling: Future<Output = ()> + Send + 'static,
{
    let seed = StdRng::seed_from_u64(faults.len() as u64).random();
    alone(seed, move || tell_here(seed, &planned(faults), story)).unwrap_or_else(|why| Told {
        problems: vec![why],
        ..Default::default()
    })
}

fn planned(faults: Vec<(u64, u64, Fault)>) -> Vec<Planned> {
    faults
        .into_iter()
        .map(|(at, until, fault)| Planned { at, until, fault })
        .collect()
}

fn tell_here<Story, Telling>(seed: u64, faults: &[Planned], story: Story) -> Told
where
    Story: FnOnce(World) -> Telling,
    Telling: Future<Output = ()> + Send + 'static,
{
    let way = Duration::from_millis(1);
    let mut sim = builder(seed).min_message_latency(way).max_message_latency(way).build();
    let platform = match platform(&sim, seed) {
        Ok(platform) => platform,
        Err(why) => {
            return Told {
                problems: vec![why],
                ..Default::default()
            };
        }
    };
    let record = Record::default();
    start(&mut sim, &platform);
    let world = World {
        authorities: Arc::clone(&platform.authorities),
        record: record.clone(),
    };
    let [(here, ..), elsewhere @ ..] = PEOPLE;
    for (host, ..) in elsewhere {
        sim.host(host, || {
            std::future::pending::<Result<(), Box<dyn std::error::Error>>>()
        });
    }
    let telling = story(world);
    sim.client(here, async move {
        telling.await;
        Ok(())
    });
    let game_time = course(&mut sim, &platform, faults, &record);
    let judged = judge(&platform, &record, faults, game_time);
    Told {
        history: judged.history,
        problems: record.problems(),
    }
}

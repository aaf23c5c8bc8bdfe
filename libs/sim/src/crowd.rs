//! Everybody at one host: players and spectators of all games.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use corners_client::proto::game::v1::{JoinTableRequest, Side, TableStatus};
use corners_client::proto::ids::{AccountId, RequestId};
use corners_client::{Corners, Options, Session};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::net::channel;
use crate::person::{Following, Person};
use crate::plan::{GamePlan, PEOPLE, Plan};
use crate::player::Player;
use crate::record::Record;

/// How soon somebody whose client gave up tries again.
const AGAIN_AFTER: Duration = Duration::from_millis(300);

/// Where the id of each game's table is told, once it is made.
pub(crate) type Tables = Arc<Vec<watch::Sender<Option<String>>>>;

/// What everybody needs.
#[derive(Clone)]
pub(crate) struct Crowd {
    pub(crate) plan: Arc<Plan>,
    pub(crate) tables: Tables,
    pub(crate) record: Record,
    pub(crate) authorities: Arc<[IpAddr]>,
}

type Failure = Box<dyn std::error::Error>;

impl Crowd {
    /// Everybody at a host, until all their games are over.
    pub(crate) async fn at(self, host: usize) -> Result<(), Failure> {
        let mut people = JoinSet::new();
        for game in &self.plan.games {
            for (place, _) in game.at.iter().enumerate().filter(|(_, at)| **at == host) {
                let person = self.person(game, place)?;
                people.spawn(self.clone().attend(game.clone(), place, person));
            }
        }
        while let Some(done) = people.join_next().await {
            done?;
        }
        Ok(())
    }

    fn person(&self, game: &GamePlan, place: usize) -> Result<Person, Failure> {
        let seed = self
            .plan
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add((game.number * 8 + place) as u64);
        let mut random = StdRng::seed_from_u64(seed);
        let options = Options::default();
        let endpoint = options.endpoint("http://corners")?;
        let channel = channel(&endpoint, Arc::clone(&self.authorities), random.random_range(0..2));
        let account = AccountId::from_bytes(random.random()).to_string();
        let session: Session = Corners::over(channel, options).session(account.clone(), &account)?;
        let name = match place {
            0 => format!("game {} White", game.number),
            1 => format!("game {} Black", game.number),
            _ => format!("game {} spectator {}", game.number, place - 1),
        };
        Ok(Person {
            name,
            session,
            record: self.record.clone(),
            random,
        })
    }

    async fn attend(self, game: GamePlan, place: usize, mut person: Person) {
        let table = &self.tables[game.number];
        match place {
            0 => {
                sleep(Duration::from_millis(game.begins)).await;
                let id = create(&game, &person).await;
                table.send_replace(Some(id.clone()));
                player(game, Side::White, person).play(&id).await;
            }
            1 => {
                let id = made(table).await;
                join(&id, &person).await;
                player(game, Side::Black, person).play(&id).await;
            }
            _ => {
                let id = made(table).await;
                sleep(Duration::from_millis(person.random.random_range(0..4_000))).await;
                let mut following = Following::new(&person, &id);
                while let Some(state) = following.next().await {
                    if state.status() == TableStatus::Finished {
                        return;
                    }
                }
                person.record.problem(format!("{} has seen no end", person.name));
            }
        }
    }
}

impl GamePlan {
    /// The host that a player is at.
    pub(crate) fn host_of(&self, side: Side) -> &'static str {
        let place = usize::from(side == Side::Black);
        PEOPLE[self.at[place]].0
    }
}

fn player(game: GamePlan, side: Side, mut person: Person) -> Player {
    let patience = person.random.random_range(4..40);
    Player {
        person,
        game,
        side,
        patience,
        thought_about: None,
        decision: None,
    }
}

async fn made(table: &watch::Sender<Option<String>>) -> String {
    let mut table = table.subscribe();
    // The sender outlives every host.
    let made = table.wait_for(Option::is_some).await.map(|id| id.clone());
    made.ok().flatten().unwrap_or_default()
}

async fn create(game: &GamePlan, person: &Person) -> String {
    let request = game.creation(RequestId::random().to_string());
    loop {
        match person.session.create_table(request.clone()).await {
            Ok(table) => {
                person
                    .record
                    .note(&person.name, format_args!("makes {} {:?}", table.id, game.control));
                return table.id;
            }
            Err(error) => person
                .record
                .note(&person.name, format_args!("makes no table: {error}")),
        }
        sleep(AGAIN_AFTER).await;
    }
}

async fn join(table: &str, person: &Person) {
    let request = JoinTableRequest {
        table: table.to_owned(),
        request_id: RequestId::random().to_string(),
        side: Side::Black.into(),
    };
    while let Err(error) = person.session.join_table(request.clone()).await {
        person.record.note(&person.name, format_args!("does not sit: {error}"));
        sleep(AGAIN_AFTER).await;
    }
}

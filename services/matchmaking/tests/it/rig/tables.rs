//! The tables of the platform, which do what the test says.

use std::collections::{BTreeMap, HashSet};
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::internal::v1::game_internal_service_server::{GameInternalService, GameInternalServiceServer};
use corners_proto::game::internal::v1::*;
use corners_proto::game::v1 as game;
use corners_proto::ids::{AccountId, TableId};
use corners_service::internal::{InternalChannel, SENT_AGAIN};
use tokio::sync::watch;
use tonic::{Request, Response, Status, async_trait};

use super::life::Life;

/// What becomes of a call that makes a table.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// It is made.
    Makes,
    /// This account sits at too many.
    TooMany(AccountId),
    /// There is no room for now.
    BacklogFull,
    /// It cannot be asked.
    Unavailable,
    /// The call is under way until the test lets it [arrive](FakeTables::arrive), and is never answered.
    IsUnderWay,
    /// It is made, and the answer is lost.
    MakesAndIsSilent,
    /// One replica says nothing until the test lets the call [arrive](FakeTables::arrive); the other one, which is asked as well, says
    /// that this account sits at too many.
    IsSentAgain(AccountId),
}

type Decision = Box<dyn FnMut(&CreateTableRequest) -> Does + Send>;

#[derive(Default)]
struct World {
    made: BTreeMap<String, CreateTableRequest>,
    asked: Vec<CreateTableRequest>,
    under_way: Vec<CreateTableRequest>,
    over: HashSet<String>,
    other_bodies: usize,
    does: Option<Decision>,
}

/// The tables.
#[derive(Clone, Default)]
pub struct FakeTables {
    world: Arc<Mutex<World>>,
    changes: Arc<watch::Sender<usize>>,
}

/// Who sits at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    pub table: String,
    pub request: CreateTableRequest,
}

impl Made {
    pub fn accounts(&self) -> [&str; 2] {
        [&self.request.seats[0].account, &self.request.seats[1].account]
    }
}

impl FakeTables {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// What becomes of calls from now on.
    pub fn does(&self, does: impl FnMut(&CreateTableRequest) -> Does + Send + 'static) {
        self.world().does = Some(Box::new(does));
    }

    /// What was under way arrives now.
    pub fn arrive(&self) {
        let calls = std::mem::take(&mut self.world().under_way);
        for call in calls {
            self.make(&call);
        }
    }

    /// The tables that were made.
    pub fn made(&self) -> Vec<Made> {
        let made = self.world().made.clone().into_values();
        made.map(|request| Made {
            table: TableId::of_match(request.request_id.parse().unwrap()).to_string(),
            request,
        })
        .collect()
    }

    /// Tables at which an account sits.
    pub fn of(&self, account: AccountId) -> Vec<Made> {
        let account = account.to_string();
        let mut made = self.made();
        made.retain(|made| made.accounts().contains(&&*account));
        made
    }

    /// How often tables were asked for.
    pub fn asked(&self) -> usize {
        self.world().asked.len()
    }

    /// Waits until a table was asked for with this account; answers who sits at those that were, each table once.
    pub async fn until_asked_for(&self, account: AccountId) -> Vec<Vec<String>> {
        self.until(|tables| !tables.asked_for(account).is_empty()).await;
        self.asked_for(account)
    }

    fn asked_for(&self, account: AccountId) -> Vec<Vec<String>> {
        let account = account.to_string();
        let world = self.world();
        let mut seated: Vec<Vec<String>> = world
            .asked
            .iter()
            .map(|request| request.seats.iter().map(|seat| seat.account.clone()).collect())
            .filter(|seated: &Vec<String>| seated.contains(&account))
            .collect();
        seated.sort();
        seated.dedup();
        seated
    }

    /// Whether one was asked for with another body than before.
    pub fn had_other_bodies(&self) -> bool {
        self.world().other_bodies > 0
    }

    /// Waits until there are so many tables.
    pub async fn until_made(&self, count: usize) {
        self.until(|tables| tables.world().made.len() >= count).await;
    }

    /// Waits until tables were asked for so often.
    pub async fn until_asked(&self, count: usize) {
        self.until(|tables| tables.asked() >= count).await;
    }

    async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        let mut changes = self.changes.subscribe();
        while !is_so(self) {
            changes.changed().await.unwrap();
        }
    }

    /// The game at a table ends.
    pub fn finish(&self, table: &str) {
        self.world().over.insert(table.to_owned());
    }

    fn make(&self, request: &CreateTableRequest) {
        let mut world = self.world();
        let known = world
            .made
            .entry(request.request_id.clone())
            .or_insert_with(|| request.clone());
        let is_other = known != request;
        world.other_bodies += usize::from(is_other);
        drop(world);
        self.changes.send_modify(|count| *count += 1);
    }

    async fn create(&self, request: CreateTableRequest) -> Result<CreateTableResponse, Status> {
        let does = {
            let mut world = self.world();
            world.asked.push(request.clone());
            if world.made.contains_key(&request.request_id) {
                Does::Makes
            } else {
                world.does.as_mut().map_or(Does::Makes, |does| does(&request))
            }
        };
        self.changes.send_modify(|count| *count += 1);
        match does {
            Does::Makes => {
                self.make(&request);
                Ok(CreateTableResponse::default())
            }
            Does::TooMany(account) => Err(too_many(account)),
            Does::IsSentAgain(account) => {
                self.world().under_way.push(request);
                let mut refused = too_many(account);
                refused.metadata_mut().insert(SENT_AGAIN, "true".parse().unwrap());
                Err(refused)
            }
            Does::BacklogFull => Err(Refusal::new(Reason::BacklogFull, "too many finished games wait").into()),
            Does::Unavailable => Err(Status::unavailable("away")),
            Does::IsUnderWay => {
                self.world().under_way.push(request);
                pending().await
            }
            Does::MakesAndIsSilent => {
                self.make(&request);
                pending().await
            }
        }
    }

    fn told(&self, table: &str) -> Result<game::Table, Status> {
        let made = self.made().into_iter().find(|made| made.table == table);
        let made = made.ok_or_else(|| Refusal::new(Reason::TableNotLive, "there is none"))?;
        let status = if self.world().over.contains(table) {
            game::TableStatus::Finished
        } else {
            game::TableStatus::Playing
        };
        Ok(game::Table {
            id: table.to_owned(),
            variant: Some(game::Variant {
                id: made.request.variant,
                ..game::Variant::default()
            }),
            time_control: made.request.time_control,
            rated: made.request.rated,
            state: Some(game::TableState {
                status: status.into(),
                seats: made.request.seats,
                ..game::TableState::default()
            }),
            ..game::Table::default()
        })
    }

    /// What a replica calls while it lives.
    pub fn channel(&self, life: Life) -> InternalChannel {
        InternalChannel::in_process(GameInternalServiceServer::new(Reached {
            tables: self.clone(),
            life,
        }))
    }
}

fn too_many(account: AccountId) -> Status {
    Refusal::new(Reason::TooMany, "sits at as many tables as it may")
        .with("limit", "tables_per_account")
        .with("most", 100)
        .with("account", account)
        .into()
}

struct Reached {
    tables: FakeTables,
    life: Life,
}

type Answer<T> = Result<Response<T>, Status>;

#[async_trait]
impl GameInternalService for Reached {
    async fn create_table(&self, request: Request<CreateTableRequest>) -> Answer<CreateTableResponse> {
        let made = self.life.call(self.tables.create(request.into_inner())).await?;
        Ok(Response::new(made))
    }

    async fn get_table(&self, request: Request<GetTableRequest>) -> Answer<GetTableResponse> {
        let table = self.tables.told(&request.get_ref().table)?;
        Ok(Response::new(GetTableResponse { table: Some(table) }))
    }

    async fn alarm_due(&self, _: Request<AlarmDueRequest>) -> Answer<AlarmDueResponse> {
        unreachable!("matchmaking has no alarms")
    }

    async fn probe(&self, _: Request<ProbeRequest>) -> Answer<ProbeResponse> {
        unreachable!("matchmaking does not probe")
    }

    async fn take_finished(&self, _: Request<TakeFinishedRequest>) -> Answer<TakeFinishedResponse> {
        unreachable!("matchmaking records nothing")
    }

    async fn reject_finished(&self, _: Request<RejectFinishedRequest>) -> Answer<RejectFinishedResponse> {
        unreachable!("matchmaking records nothing")
    }

    async fn ack_finished(&self, _: Request<AckFinishedRequest>) -> Answer<AckFinishedResponse> {
        unreachable!("matchmaking records nothing")
    }
}

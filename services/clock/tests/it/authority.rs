//! A game-authority with tables that have one clock each: enough to be flagged, and to notice being flagged wrongly.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
use corners_proto::clock::internal::v1::{Alarm, ArmRequest, PunchRequest, PunchResponse, TurnLimit};
use corners_proto::error::{Reason, Refusal};
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use corners_proto::game::internal::v1::{
    self as proto, AlarmDueRequest, AlarmDueResponse, ProbeRequest, ProbeResponse,
};
use corners_proto::ids::TableId;
use corners_service::internal::InternalChannel;
use tokio::time::{Instant, sleep};
use tonic::{Request, Response, Status};

/// How the authority behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Health {
    #[default]
    Well,
    /// It cannot be reached.
    Down,
    /// It takes calls and never answers.
    Hanging,
    /// It does what it is asked and the answer is lost.
    Mute,
}

/// A table whose one player thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub version: u64,
    pub turn: PunchRequest,
    /// The punch that its game ended with.
    pub flag: Option<PunchResponse>,
    /// Whether the table's log cannot be read.
    pub poisoned: bool,
}

/// A call of AlarmDue as it came in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    pub table: TableId,
    pub version: u64,
    pub at: Instant,
}

#[derive(Default)]
pub struct World {
    pub health: Health,
    pub delay: Duration,
    pub tables: HashMap<TableId, Table>,
    pub rings: Vec<Rung>,
    pub at_once: usize,
    pub most_at_once: usize,
    pub probes_at_once: usize,
    pub most_probes_at_once: usize,
}

type ClockClient = ClockInternalServiceClient<InternalChannel>;

#[derive(Clone)]
pub struct FakeAuthority {
    world: Arc<Mutex<World>>,
    clock: Arc<Mutex<ClockClient>>,
}

impl FakeAuthority {
    pub fn new(clock: ClockClient) -> Self {
        Self {
            world: Arc::default(),
            clock: Arc::new(Mutex::new(clock)),
        }
    }

    fn clock(&self) -> ClockClient {
        self.clock.lock().unwrap().clone()
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    pub fn table(&self, table: TableId) -> Table {
        self.world().tables[&table].clone()
    }

    /// The next calls of the clock go to another replica of it.
    pub fn use_clock(&self, clock: ClockClient) {
        *self.clock.lock().unwrap() = clock;
    }

    /// Makes a table whose player has so long from now on, and arms its flag. Answers when that is.
    pub async fn seat(&self, table: TableId, remaining_ms: u64) -> u64 {
        let now = self
            .clock()
            .punch(PunchRequest::default())
            .await
            .unwrap()
            .into_inner()
            .reading_ms;
        let limit = TurnLimit {
            remaining_ms,
            running: true,
            increment_ms: 0,
            reset_ms: None,
            lag_quota_ms: 0,
        };
        let turn = PunchRequest {
            turn_started_ms: now,
            last_reading_ms: now,
            limit: Some(limit),
            transit: None,
        };
        self.world().tables.insert(
            table,
            Table {
                version: 1,
                turn,
                flag: None,
                poisoned: false,
            },
        );
        self.arm(table, 1, Some(now + remaining_ms)).await;
        now + remaining_ms
    }

    /// The player moves, if its time is not up; its next turn starts at once with what is left. Answers what is left.
    pub async fn play(&self, table: TableId) -> Option<u64> {
        let before = self.table(table);
        let punch = self.clock().punch(before.turn).await.unwrap().into_inner();
        if punch.expired || before.flag.is_some() {
            return None;
        }
        let remaining_ms = punch.remaining_after_ms;
        let limit = before.turn.limit.map(|limit| TurnLimit { remaining_ms, ..limit });
        let turn = PunchRequest {
            turn_started_ms: punch.reading_ms,
            last_reading_ms: punch.reading_ms,
            limit,
            transit: None,
        };
        let version = before.version + 1;
        self.world().tables.insert(
            table,
            Table {
                version,
                turn,
                ..before
            },
        );
        self.arm(table, version, Some(punch.reading_ms + remaining_ms)).await;
        Some(remaining_ms)
    }

    pub async fn arm(&self, table: TableId, version: u64, due_ms: Option<u64>) {
        let alarm = Alarm {
            table: table.to_string(),
            version,
            due_ms,
        };
        self.clock().arm(ArmRequest { alarms: vec![alarm] }).await.unwrap();
    }

    /// What the player has left now, without moving.
    pub async fn left(&self, table: TableId) -> u64 {
        let turn = self.table(table).turn;
        self.clock().punch(turn).await.unwrap().into_inner().remaining_after_ms
    }

    async fn behave(&self) -> Result<Health, Status> {
        let (health, delay) = {
            let world = self.world();
            (world.health, world.delay)
        };
        if delay > Duration::ZERO {
            sleep(delay).await;
        }
        match health {
            Health::Well | Health::Mute => Ok(health),
            Health::Down => Err(Status::unavailable("the authority is down")),
            Health::Hanging => std::future::pending().await,
        }
    }

    /// Looks at a table as game-authority does: what is overdue is ended, once.
    async fn look(&self, table: TableId) -> Result<AlarmDueResponse, Status> {
        let Some(found) = self.world().tables.get(&table).cloned() else {
            return Err(Refusal::new(Reason::TableNotLive, "there is no such table").into());
        };
        if found.poisoned {
            return Err(Refusal::new(Reason::CorruptLog, "cannot read the table's log").into());
        }
        if found.flag.is_some() {
            return Ok(AlarmDueResponse {
                version: found.version,
                due_ms: None,
            });
        }
        let punch = self.clock().punch(found.turn).await?.into_inner();
        if !punch.expired {
            return Ok(AlarmDueResponse {
                version: found.version,
                due_ms: punch.due_ms,
            });
        }
        let version = found.version + 1;
        self.world().tables.insert(
            table,
            Table {
                version,
                flag: Some(punch),
                ..found
            },
        );
        Ok(AlarmDueResponse { version, due_ms: None })
    }
}

#[tonic::async_trait]
impl GameInternalService for FakeAuthority {
    async fn take_finished(
        &self,
        _: Request<proto::TakeFinishedRequest>,
    ) -> Result<Response<proto::TakeFinishedResponse>, Status> {
        Err(Status::unimplemented("no part of what a clock asks"))
    }

    async fn ack_finished(
        &self,
        _: Request<proto::AckFinishedRequest>,
    ) -> Result<Response<proto::AckFinishedResponse>, Status> {
        Err(Status::unimplemented("no part of what a clock asks"))
    }

    async fn reject_finished(
        &self,
        _: Request<proto::RejectFinishedRequest>,
    ) -> Result<Response<proto::RejectFinishedResponse>, Status> {
        Err(Status::unimplemented("no part of what a clock asks"))
    }

    async fn get_table(&self, _: Request<proto::GetTableRequest>) -> Result<Response<proto::GetTableResponse>, Status> {
        Err(Status::unimplemented("no part of what a clock asks"))
    }

    async fn create_table(
        &self,
        _: Request<proto::CreateTableRequest>,
    ) -> Result<Response<proto::CreateTableResponse>, Status> {
        Err(Status::unimplemented("no part of what a clock asks"))
    }

    async fn alarm_due(&self, request: Request<AlarmDueRequest>) -> Result<Response<AlarmDueResponse>, Status> {
        let AlarmDueRequest { table, version } = request.into_inner();
        let table = table.parse().unwrap();
        let _counted = {
            let mut world = self.world();
            world.rings.push(Rung {
                table,
                version,
                at: Instant::now(),
            });
            world.at_once += 1;
            world.most_at_once = world.most_at_once.max(world.at_once);
            Counted(self.clone(), |world| world.at_once -= 1)
        };
        let health = self.behave().await?;
        let answer = self.look(table).await?;
        if health == Health::Mute {
            Err(Status::unavailable("the answer is lost"))
        } else {
            Ok(Response::new(answer))
        }
    }

    async fn probe(&self, _: Request<ProbeRequest>) -> Result<Response<ProbeResponse>, Status> {
        let _counted = {
            let mut world = self.world();
            world.probes_at_once += 1;
            world.most_probes_at_once = world.most_probes_at_once.max(world.probes_at_once);
            Counted(self.clone(), |world| world.probes_at_once -= 1)
        };
        self.behave().await?;
        self.clock().punch(PunchRequest::default()).await?;
        Ok(Response::new(ProbeResponse {}))
    }
}

/// Counts a call out again however it ends.
struct Counted(FakeAuthority, fn(&mut World));

impl Drop for Counted {
    fn drop(&mut self) {
        (self.1)(&mut self.0.world());
    }
}

//! A game-authority that hands out the tables it was given.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use corners_proto::game::internal::v1::*;
use corners_proto::game::v1::Table;
use tokio::sync::Notify;
use tokio::time::Instant;
use tonic::{Request, Response, Status, async_trait};

const HIDDEN_FOR: Duration = Duration::from_secs(30);

/// What the authority has and does.
#[derive(Default)]
pub struct World {
    /// Tables that nobody has acknowledged, and until when each is hidden.
    pub waiting: BTreeMap<String, (Table, Option<Instant>)>,
    pub acknowledged: Vec<String>,
    /// Tables that cannot be recorded, and why.
    pub dead: HashMap<String, String>,
    /// It answers nothing.
    pub is_away: bool,
    /// So many acknowledgements are lost on their way.
    pub acks_lost: u32,
    /// It hides nothing: everybody who asks is handed the same tables.
    pub hands_out_twice: bool,
    pub handed_out: usize,
}

#[derive(Clone, Default)]
pub struct FakeAuthority {
    world: Arc<Mutex<World>>,
    changed: Arc<Notify>,
}

impl FakeAuthority {
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// A table has ended.
    pub fn finish(&self, table: Table) {
        self.world().waiting.insert(table.id.clone(), (table, None));
    }

    /// Waits until something holds for the authority.
    pub async fn until(&self, holds: impl Fn(&World) -> bool) {
        loop {
            let changed = self.changed.notified();
            if holds(&self.world()) {
                return;
            }
            changed.await;
        }
    }

    /// Waits until nothing waits any more.
    pub async fn until_all_are_settled(&self) {
        self.until(|world| world.waiting.is_empty()).await;
    }

    fn there(&self) -> Result<MutexGuard<'_, World>, Status> {
        self.changed.notify_waiters();
        let world = self.world();
        if world.is_away {
            return Err(Refusal::new(Reason::StoreUnavailable, "the table store is away").into());
        }
        Ok(world)
    }
}

#[async_trait]
impl GameInternalService for FakeAuthority {
    async fn take_finished(
        &self,
        request: Request<TakeFinishedRequest>,
    ) -> Result<Response<TakeFinishedResponse>, Status> {
        let limit = request.get_ref().limit as usize;
        assert!((1..=256).contains(&limit));
        let mut world = self.there()?;
        let (now, hides) = (Instant::now(), !world.hands_out_twice);
        let free = world.waiting.values_mut();
        let free = free.filter(|(_, hidden)| hidden.is_none_or(|until| until <= now));
        let mut tables = Vec::new();
        for (table, hidden) in free.take(limit) {
            *hidden = hides.then_some(now + HIDDEN_FOR);
            tables.push(table.clone());
        }
        world.handed_out += tables.len();
        Ok(Response::new(TakeFinishedResponse { tables }))
    }

    async fn ack_finished(
        &self,
        request: Request<AckFinishedRequest>,
    ) -> Result<Response<AckFinishedResponse>, Status> {
        let mut world = self.there()?;
        if world.acks_lost > 0 {
            world.acks_lost -= 1;
            return Err(Refusal::new(Reason::StoreUnavailable, "the acknowledgement is lost").into());
        }
        let mut acknowledged = 0;
        for table in request.into_inner().tables {
            acknowledged += u32::from(world.waiting.remove(&table).is_some());
            world.acknowledged.push(table);
        }
        drop(world);
        self.changed.notify_waiters();
        Ok(Response::new(AckFinishedResponse { acknowledged }))
    }

    async fn reject_finished(
        &self,
        request: Request<RejectFinishedRequest>,
    ) -> Result<Response<RejectFinishedResponse>, Status> {
        let RejectFinishedRequest { table, reason } = request.into_inner();
        assert!((1..=500).contains(&reason.chars().count()), "{reason}");
        let mut world = self.there()?;
        if world.waiting.remove(&table).is_some() {
            world.dead.insert(table, reason);
        }
        drop(world);
        self.changed.notify_waiters();
        Ok(Response::new(RejectFinishedResponse {}))
    }

    async fn alarm_due(&self, _: Request<AlarmDueRequest>) -> Result<Response<AlarmDueResponse>, Status> {
        unreachable!("the archive rings no alarms")
    }

    async fn probe(&self, _: Request<ProbeRequest>) -> Result<Response<ProbeResponse>, Status> {
        unreachable!("the archive probes nobody")
    }

    async fn get_table(&self, _: Request<GetTableRequest>) -> Result<Response<GetTableResponse>, Status> {
        unreachable!("the archive looks at no tables")
    }

    async fn create_table(&self, _: Request<CreateTableRequest>) -> Result<Response<CreateTableResponse>, Status> {
        unreachable!("the archive makes no tables")
    }
}

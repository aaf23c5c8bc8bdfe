//! A game-authority with finished tables.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use corners_proto::game::internal::v1::game_internal_service_server::GameInternalService;
use corners_proto::game::internal::v1::*;
use corners_proto::game::v1::Table;
use prost::Message;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};
use tonic::{Request, Response, Status, async_trait};

/// An answer stays below 1 MiB.
const LARGEST_ANSWER: usize = 1_000_000;

#[derive(Default)]
struct Tables {
    waiting: VecDeque<Table>,
    handed_out: usize,
    acknowledged: usize,
    rejected: Vec<String>,
}

/// Hands each table out once, to whoever asks first.
#[derive(Clone, Default)]
pub struct Authority {
    tables: Arc<Mutex<Tables>>,
    acknowledged: Arc<Notify>,
}

impl Authority {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap()
    }

    /// These tables have ended, all at once.
    pub fn finish(&self, tables: impl IntoIterator<Item = Table>) {
        self.tables().waiting.extend(tables);
    }

    /// These tables end at a rate.
    pub async fn finish_at(&self, tables: Vec<Table>, per_second: usize) {
        const TICKS: usize = 100;
        let mut ticks = interval(Duration::from_millis(10));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let (mut tables, mut tick) = (tables.into_iter(), 0);
        while tables.len() > 0 {
            ticks.tick().await;
            let due = per_second * (tick + 1) / TICKS - per_second * tick / TICKS;
            tick += 1;
            self.finish(tables.by_ref().take(due));
        }
    }

    /// Waits until so many tables are acknowledged.
    ///
    /// # Panics
    /// When one was rejected.
    pub async fn until_acknowledged(&self, count: usize) {
        loop {
            let acknowledged = self.acknowledged.notified();
            {
                let tables = self.tables();
                assert!(tables.rejected.is_empty(), "rejected: {:?}", tables.rejected);
                if tables.acknowledged >= count {
                    return;
                }
            }
            acknowledged.await;
        }
    }
}

#[async_trait]
impl GameInternalService for Authority {
    async fn take_finished(
        &self,
        request: Request<TakeFinishedRequest>,
    ) -> Result<Response<TakeFinishedResponse>, Status> {
        let limit = request.get_ref().limit as usize;
        let mut all = self.tables();
        let (mut tables, mut size) = (Vec::new(), 0);
        while tables.len() < limit && size < LARGEST_ANSWER {
            let Some(table) = all.waiting.pop_front() else {
                break;
            };
            size += table.encoded_len();
            tables.push(table);
        }
        all.handed_out += tables.len();
        Ok(Response::new(TakeFinishedResponse { tables }))
    }

    async fn ack_finished(
        &self,
        request: Request<AckFinishedRequest>,
    ) -> Result<Response<AckFinishedResponse>, Status> {
        let acknowledged = request.get_ref().tables.len();
        self.tables().acknowledged += acknowledged;
        self.acknowledged.notify_waiters();
        Ok(Response::new(AckFinishedResponse {
            acknowledged: acknowledged as u32,
        }))
    }

    async fn reject_finished(
        &self,
        request: Request<RejectFinishedRequest>,
    ) -> Result<Response<RejectFinishedResponse>, Status> {
        self.tables().rejected.push(request.into_inner().reason);
        self.acknowledged.notify_waiters();
        Ok(Response::new(RejectFinishedResponse {}))
    }

    async fn alarm_due(&self, _: Request<AlarmDueRequest>) -> Result<Response<AlarmDueResponse>, Status> {
        Err(Status::unimplemented("this authority has no alarms"))
    }

    async fn probe(&self, _: Request<ProbeRequest>) -> Result<Response<ProbeResponse>, Status> {
        Err(Status::unimplemented("this authority is not probed"))
    }

    async fn get_table(&self, _: Request<GetTableRequest>) -> Result<Response<GetTableResponse>, Status> {
        Err(Status::unimplemented("this authority shows no tables"))
    }

    async fn create_table(&self, _: Request<CreateTableRequest>) -> Result<Response<CreateTableResponse>, Status> {
        Err(Status::unimplemented("this authority makes no tables"))
    }
}

//! The handle that stores hold.

use std::fmt;
use std::sync::Arc;

use futures::future::{join_all, try_join_all};
use redis::{Cmd, FromRedisValue, ToRedisArgs};
use tokio::time::Instant;

use crate::call::Call;
use crate::check::check_master;
use crate::config::RedisConfig;
use crate::error::{ConnectError, RedisFault};
use crate::partition::partition_tag;
use crate::pipeline::Pipeline;
use crate::reply::parse;
use crate::route::Route;
use crate::script::Script;
use crate::subscription::Subscription;
use crate::topology::Topology;

/// Redis, whatever it consists of. Clones are handles to the same connections; the last one dropped closes them.
///
/// Every call is answered within the configured timeout, also while Redis is away; what was not answered in time may
/// still be carried out. Nothing has to be done after an outage or a failover.
///
/// The future of a call is polled to its end or dropped. One that is kept and not polled keeps its place in the queue of
/// its connection: who may stop polling (the body of a stream, whose reader decides) calls from a task.
#[derive(Clone)]
pub struct Redis {
    topology: Arc<Topology>,
}

impl Redis {
    /// Connects, and checks that everything is there that the stores need.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with Redis or with the settings, and what to do.
    pub async fn connect(config: &RedisConfig) -> Result<Self, ConnectError> {
        let topology = Topology::find(config).await?;
        let chart = topology.chart();
        let map = chart.map();
        let checks = map
            .masters
            .iter()
            .map(|master| check_master(&master.address, config.mode, chart.settings()));
        try_join_all(checks).await?;
        Ok(Self {
            topology: Arc::new(topology),
        })
    }

    /// Runs a script. All keys (at least one) are in one slot.
    ///
    /// # Errors
    ///
    /// [`RedisFault::Unavailable`] when there was no answer in time, or the server does not take it now;
    /// [`RedisFault::Failed`] when the script failed, or its answer is no `T`.
    pub async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: impl ToRedisArgs,
        args: impl ToRedisArgs,
    ) -> Result<T, RedisFault> {
        self.call(Call::script(script, &keys, &args)).await
    }

    /// Runs a command whose first argument is its key.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub async fn query<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, RedisFault> {
        self.call(Call::command(command)).await
    }

    /// Runs all calls of a pipeline, on all servers at once; answers in the order of the calls.
    pub async fn pipeline<T: FromRedisValue>(&self, pipeline: &Pipeline) -> Vec<Result<T, RedisFault>> {
        let answers = self.route().all(&pipeline.calls).await;
        answers.into_iter().map(|answer| answer.and_then(parse)).collect()
    }

    /// Runs a script on every master that serves a partition, with the key that `key` makes of the
    /// [tag](crate::partition_tag) of one of its partitions.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run), when any of them fails; and when a partition has no master.
    pub async fn each_master<T: FromRedisValue>(
        &self,
        script: &Script,
        key: impl Fn(&str) -> String,
        args: impl ToRedisArgs,
    ) -> Result<Vec<T>, RedisFault> {
        let map = self.topology.chart().map();
        if !map.is_complete() {
            self.topology.chart().doubt();
            return Err(RedisFault::Unavailable(
                "some slots of the cluster have no master".to_owned(),
            ));
        }
        let partitions = map.partitions();
        let calls = partitions
            .iter()
            .map(|(_, partition)| self.call(Call::script(script, &key(&partition_tag(*partition)), &args)));
        join_all(calls).await.into_iter().collect()
    }

    /// Listens to sharded channels (what scripts `SPUBLISH`), as long as the subscription is held. What is published
    /// before its first [gap](crate::Heard::Gap) may be missed.
    pub fn subscribe(&self, channels: impl IntoIterator<Item = String>) -> Subscription {
        Subscription::open(Arc::clone(&self.topology), channels.into_iter().collect())
    }

    async fn call<T: FromRedisValue>(&self, call: Call) -> Result<T, RedisFault> {
        parse(self.route().one(&call).await?)
    }

    fn route(&self) -> Route<'_> {
        let chart = self.topology.chart();
        Route {
            chart,
            deadline: Instant::now() + chart.settings().timeout,
        }
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.topology.chart().map();
        let masters = map.masters.iter().map(|master| master.address.to_string());
        formatter.debug_list().entries(masters).finish()
    }
}

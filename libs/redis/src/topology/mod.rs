//! Who the masters are, found out at the start and again whenever something points to a change.

mod ask;
mod cluster;
mod sentinel;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::address::NodeAddress;
use crate::config::{Mode, RedisConfig};
use crate::error::ConnectError;
use crate::health::Health;
use crate::link::Purpose;
use crate::map::Map;
use crate::node::Node;
use crate::settings::Settings;

pub(crate) use cluster::Cluster;
pub(crate) use sentinel::Sentinels;

/// How often to look even if nothing points to a change. The nodes of a cluster refuse what is no longer theirs; a
/// master that sentinels have replaced may take writes for seconds, all of which will be lost.
const LOOK_AT_SENTINELS: Duration = Duration::from_millis(100);
const LOOK_AT_CLUSTER: Duration = Duration::from_secs(1);

/// The shortest time between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// The masters, kept up to date by a task that ends with this.
#[derive(Debug)]
pub(crate) struct Topology {
    chart: Arc<Chart>,
    lookout: Option<JoinHandle<()>>,
}

/// The map that calls go by.
#[derive(Debug)]
pub(crate) struct Chart {
    purpose: Purpose,
    map: watch::Sender<Arc<Map>>,
    /// Held by who changes the map.
    changing: Mutex<()>,
    health: Health,
}

impl Topology {
    /// Finds the masters for the first time.
    pub(crate) async fn find(config: &RedisConfig) -> Result<Self, ConnectError> {
        let purpose = Purpose {
            settings: Arc::new(Settings::of(config)),
            trouble: Arc::new(Notify::new()),
            masters_only: config.mode != Mode::Cluster,
        };
        let chart = Arc::new(Chart {
            purpose,
            map: watch::Sender::new(Arc::default()),
            changing: Mutex::new(()),
            health: Health::default(),
        });
        let lookout = match config.mode {
            Mode::Off => return Err(ConnectError::Off),
            Mode::Single => {
                chart.set_only(&config.nodes[0]);
                None
            }
            Mode::Sentinel => {
                let mut sentinels = Sentinels::new(config, &chart.purpose.settings);
                chart.set_only(&sentinels.master().await?);
                Some(tokio::spawn(follow_sentinels(sentinels, Arc::clone(&chart))))
            }
            Mode::Cluster => {
                let mut cluster = Cluster::new(config, &chart.purpose.settings);
                let view = cluster.view(&[]).await?;
                chart.set_cluster(&view.ranges);
                Some(tokio::spawn(follow_cluster(cluster, Arc::clone(&chart))))
            }
        };
        Ok(Self { chart, lookout })
    }

    pub(crate) fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Tells of every new map.
    pub(crate) fn changes(&self) -> watch::Receiver<Arc<Map>> {
        self.chart.map.subscribe()
    }
}

impl Drop for Topology {
    fn drop(&mut self) {
        if let Some(lookout) = &self.lookout {
            lookout.abort();
        }
    }
}

impl Chart {
    pub(crate) fn map(&self) -> Arc<Map> {
        Arc::clone(&self.map.borrow())
    }

    pub(crate) fn settings(&self) -> &Arc<Settings> {
        &self.purpose.settings
    }

    /// Something points to a change of masters.
    pub(crate) fn doubt(&self) {
        self.purpose.trouble.notify_one();
    }

    /// A server said that this slot is served at this address.
    pub(crate) fn moved(&self, slot: u16, address: &NodeAddress) -> Arc<Node> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut map = (*self.map()).clone();
        let node = map.node_at(address).cloned();
        let node = node.unwrap_or_else(|| Node::open(address.clone(), &self.purpose));
        map.assign(slot, &node);
        self.map.send_replace(Arc::new(map));
        self.doubt();
        node
    }

    /// The server at this address, whether it is a master or not.
    pub(crate) fn node_at(&self, address: &NodeAddress) -> Arc<Node> {
        let known = self.map().node_at(address).cloned();
        known.unwrap_or_else(|| Node::open(address.clone(), &self.purpose))
    }

    fn set_only(&self, address: &NodeAddress) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.map();
        if old.node_at(address).is_some() {
            return;
        }
        if !old.masters.is_empty() {
            tracing::info!(redis = %address, "redis has a new master");
        }
        let node = Node::open(address.clone(), &self.purpose);
        self.map.send_replace(Arc::new(Map::of_one(node)));
    }

    fn set_cluster(&self, ranges: &[(u16, u16, NodeAddress)]) {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.map();
        let mut masters: Vec<Arc<Node>> = Vec::new();
        let mut owned = Vec::with_capacity(ranges.len());
        let mut ranges: Vec<_> = ranges.iter().collect();
        ranges.sort_by_key(|(first, _, _)| *first);
        for (first, last, address) in ranges {
            let position = masters.iter().position(|node| node.address == *address);
            let position = position.unwrap_or_else(|| {
                let known = old.node_at(address).cloned();
                masters.push(known.unwrap_or_else(|| Node::open(address.clone(), &self.purpose)));
                masters.len() - 1
            });
            owned.push((position, *first, *last));
        }
        let map = Map::of_many(masters, &owned);
        if map != *old {
            if !old.masters.is_empty() {
                tracing::info!(masters = map.masters.len(), "the redis cluster has changed");
            }
            self.map.send_replace(Arc::new(map));
        }
    }
}

async fn follow_sentinels(mut sentinels: Sentinels, chart: Arc<Chart>) {
    loop {
        wait_for_doubt(&chart, LOOK_AT_SENTINELS).await;
        match sentinels.master().await {
            Ok(master) => {
                chart.health.succeeded(&"the sentinels");
                chart.set_only(&master);
            }
            Err(error) => chart.health.failed(&"the sentinels", &error.to_string()),
        }
    }
}

async fn follow_cluster(mut cluster: Cluster, chart: Arc<Chart>) {
    loop {
        wait_for_doubt(&chart, LOOK_AT_CLUSTER).await;
        let masters = chart.map().masters.clone();
        match cluster.view(&masters).await {
            Ok(view) => {
                chart.health.succeeded(&"the cluster");
                chart.set_cluster(&view.ranges);
            }
            Err(error) => chart.health.failed(&"the cluster", &error.to_string()),
        }
    }
}

async fn wait_for_doubt(chart: &Chart, longest: Duration) {
    let looked = Instant::now();
    let _ = timeout(longest, chart.purpose.trouble.notified()).await;
    sleep(PAUSE.saturating_sub(looked.elapsed())).await;
}

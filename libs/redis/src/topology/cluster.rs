//! A Redis Cluster: its nodes know who serves which slots.

use std::sync::Arc;

use redis::{Pipeline, Value};
use tokio::time::{Instant, timeout};

use super::ask::best_of;
use crate::address::NodeAddress;
use crate::config::RedisConfig;
use crate::error::ConnectError;
use crate::info::field_of;
use crate::node::Node;
use crate::settings::{Settings, reason_of};

/// Nodes asked at once, at most.
const ASKED: usize = 8;

/// The nodes that can be asked.
pub(crate) struct Cluster {
    /// Those of the settings and, first, those that were in the last view.
    nodes: Vec<NodeAddress>,
    configured: Vec<NodeAddress>,
    settings: Arc<Settings>,
}

/// Who serves which slots, as one node sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// First slot, last slot, master.
    pub(crate) ranges: Vec<(u16, u16, NodeAddress)>,
    replicas: Vec<NodeAddress>,
    /// Rises with every failover that the node has heard of.
    epoch: u64,
}

impl Cluster {
    pub(crate) fn new(config: &RedisConfig, settings: &Arc<Settings>) -> Self {
        Self {
            nodes: config.nodes.clone(),
            configured: config.nodes.clone(),
            settings: Arc::clone(settings),
        }
    }

    /// Asks these masters, on the connections that calls use; where none of them answers, any node there is.
    pub(crate) async fn view(&mut self, masters: &[Arc<Node>]) -> Result<View, ConnectError> {
        let deadline = Instant::now() + self.settings.timeout;
        let of_masters = masters.iter().take(ASKED).map(|node| ask_node(node, deadline));
        let seen = match best_of(of_masters, |view: &View| view.epoch).await {
            Some(Ok(view)) => view,
            _ => self.view_of_anybody().await?,
        };
        let masters = seen.ranges.iter().map(|(_, _, address)| address);
        let mut nodes: Vec<NodeAddress> = Vec::new();
        for address in masters.chain(&seen.replicas).chain(&self.configured) {
            if !nodes.contains(address) {
                nodes.push(address.clone());
            }
        }
        self.nodes = nodes;
        Ok(seen)
    }

    async fn view_of_anybody(&mut self) -> Result<View, ConnectError> {
        let settings = &self.settings;
        // Those asked in vain go to the end of the line.
        let asked = self.nodes.len().min(ASKED);
        let of_nodes = self.nodes[..asked].iter().map(|address| ask_address(address, settings));
        let best = best_of(of_nodes, |view: &View| view.epoch).await;
        self.nodes.rotate_left(asked);
        best.unwrap_or_else(|| {
            Err(ConnectError::Unreachable {
                address: "the cluster".to_owned(),
                reason: "there is nobody to ask".to_owned(),
            })
        })
    }
}

async fn ask_node(node: &Node, deadline: Instant) -> Result<View, ConnectError> {
    let answers = node.send_all(&questions(), deadline).await;
    let answers = answers.map_err(|fault| unreachable(&node.address, fault.to_string()))?;
    read(&node.address, &answers)
}

async fn ask_address(address: &NodeAddress, settings: &Settings) -> Result<View, ConnectError> {
    let connected = settings.connect(address, |_| Ok(())).await;
    let mut connection = connected.map_err(|error| crate::check::refusal(address, &error))?;
    let questions = questions();
    let asking = connection.send_packed_commands(&questions, 0, questions.len());
    match timeout(settings.timeout, asking).await {
        Ok(Ok(answers)) => read(address, &answers),
        Ok(Err(error)) => Err(unreachable(address, reason_of(&error))),
        Err(_) => Err(unreachable(address, "no answer in time".to_owned())),
    }
}

fn questions() -> Pipeline {
    let mut questions = Pipeline::new();
    questions.cmd("CLUSTER").arg("INFO");
    questions.cmd("CLUSTER").arg("SLOTS");
    questions
}

fn unreachable(address: &NodeAddress, reason: String) -> ConnectError {
    ConnectError::Unreachable {
        address: address.to_string(),
        reason,
    }
}

fn read(asked: &NodeAddress, answers: &[Value]) -> Result<View, ConnectError> {
    let [info, slots] = answers else {
        return Err(unreachable(asked, "it answered half of the questions".to_owned()));
    };
    if let Value::ServerError(error) = slots {
        return Err(ConnectError::Mode {
            address: asked.clone(),
            mode: "cluster",
            reason: format!(
                "it is no node of a cluster ({}); set redis.mode to \"single\" or \"sentinel\"",
                crate::reply::text_of(error)
            ),
        });
    }
    let info: String = redis::from_redis_value_ref(info).unwrap_or_default();
    let epoch = field_of(&info, "cluster_current_epoch").and_then(|text| text.parse().ok());
    let mut view = View {
        epoch: epoch.unwrap_or(0),
        ..View::default()
    };
    for range in slots.as_sequence().unwrap_or_default() {
        read_range(asked, range, &mut view);
    }
    if view.ranges.is_empty() {
        return Err(unreachable(asked, "it knows of no master yet".to_owned()));
    }
    Ok(view)
}

/// `[first slot, last slot, [host, port, ...] of the master, the same of each replica...]`
fn read_range(asked: &NodeAddress, range: &Value, view: &mut View) {
    let Some([first, last, master, replicas @ ..]) = range.as_sequence() else {
        return;
    };
    let slot = |value: &Value| redis::from_redis_value_ref::<u16>(value).ok();
    if let (Some(first), Some(last), Some(master)) = (slot(first), slot(last), read_address(asked, master)) {
        view.ranges.push((first, last, master));
    }
    view.replicas
        .extend(replicas.iter().filter_map(|replica| read_address(asked, replica)));
}

/// A node that does not know its own name leaves it out: it is where it was asked.
fn read_address(asked: &NodeAddress, value: &Value) -> Option<NodeAddress> {
    let [host, port, ..] = value.as_sequence()? else {
        return None;
    };
    let host: Option<String> = redis::from_redis_value_ref(host).ok()?;
    let host = match host.as_deref() {
        None | Some("") => asked.host.clone(),
        Some("?") => return None,
        Some(host) => host.to_owned(),
    };
    let port = redis::from_redis_value_ref(port).ok()?;
    Some(NodeAddress { host, port })
}

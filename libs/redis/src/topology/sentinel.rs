//! Sentinels: they watch a master and its replicas, and name the master.

use std::collections::HashMap;
use std::sync::Arc;

use redis::aio::MultiplexedConnection;
use redis::{RedisError, cmd};
use tokio::time::timeout;

use super::ask::best_of;
use crate::address::NodeAddress;
use crate::config::RedisConfig;
use crate::error::ConnectError;
use crate::settings::{Settings, reason_of};

/// The sentinels, with a connection to each that answered last time.
pub(crate) struct Sentinels {
    sentinels: Vec<(NodeAddress, Option<MultiplexedConnection>)>,
    master: String,
    settings: Arc<Settings>,
}

/// A master as a sentinel knows it.
struct Named {
    master: NodeAddress,
    /// Rises with every failover.
    epoch: u64,
}

/// Why a sentinel names none.
enum Nameless {
    Unknown(String),
    Unreachable(String),
}

impl Sentinels {
    pub(crate) fn new(config: &RedisConfig, settings: &Arc<Settings>) -> Self {
        Self {
            sentinels: config.nodes.iter().map(|address| (address.clone(), None)).collect(),
            master: config.master.clone(),
            settings: Arc::clone(settings),
        }
    }

    /// The master, as the sentinel that knows of the latest failover names it.
    pub(crate) async fn master(&mut self) -> Result<NodeAddress, ConnectError> {
        let (name, settings) = (&self.master, &self.settings);
        let questions = self
            .sentinels
            .iter_mut()
            .map(|(address, connection)| ask(address, connection, name, settings));
        match best_of(questions, |named: &Named| named.epoch).await {
            Some(Ok(named)) => Ok(named.master),
            Some(Err(Nameless::Unknown(reason))) => Err(ConnectError::UnknownMaster {
                master: self.master.clone(),
                reason,
            }),
            Some(Err(Nameless::Unreachable(reason))) => Err(self.unreachable(reason)),
            None => Err(self.unreachable("there is nobody to ask".to_owned())),
        }
    }

    fn unreachable(&self, reason: String) -> ConnectError {
        let addresses: Vec<_> = self.sentinels.iter().map(|(address, _)| address.to_string()).collect();
        ConnectError::Unreachable {
            address: format!("the sentinels {}", addresses.join(", ")),
            reason,
        }
    }
}

async fn ask(
    address: &NodeAddress,
    known: &mut Option<MultiplexedConnection>,
    name: &str,
    settings: &Settings,
) -> Result<Named, Nameless> {
    let mut connection = match known.take() {
        Some(connection) => connection,
        None => connect(address, settings)
            .await
            .map_err(|error| Nameless::Unreachable(reason_of(&error)))?,
    };
    let mut question = cmd("SENTINEL");
    question.arg("MASTER").arg(name);
    let asking = question.query_async::<HashMap<String, String>>(&mut connection);
    let described = match timeout(settings.timeout, asking).await {
        Ok(Ok(described)) => described,
        Ok(Err(error)) if error.code() == Some("ERR") => return Err(Nameless::Unknown(reason_of(&error))),
        Ok(Err(error)) => return Err(Nameless::Unreachable(reason_of(&error))),
        Err(_) => return Err(Nameless::Unreachable("no answer in time".to_owned())),
    };
    *known = Some(connection);
    named(&described).ok_or_else(|| Nameless::Unknown(format!("{address} does not say where it is")))
}

/// Sentinels often have no password of their own; where they have one it is the same.
async fn connect(address: &NodeAddress, settings: &Settings) -> Result<MultiplexedConnection, RedisError> {
    let connected = settings.without_login().connect(address, |_| Ok(())).await;
    match connected {
        Err(error) if error.code() == Some("NOAUTH") => settings.connect(address, |_| Ok(())).await,
        connected => connected,
    }
}

fn named(described: &HashMap<String, String>) -> Option<Named> {
    Some(Named {
        master: NodeAddress {
            host: described.get("ip")?.clone(),
            port: described.get("port")?.parse().ok()?,
        },
        epoch: described.get("config-epoch")?.parse().ok()?,
    })
}

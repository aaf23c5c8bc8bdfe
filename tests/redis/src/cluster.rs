//! A cluster.

use crate::error::TestRedisError;
use crate::options::{Durability, Options};
use crate::server::Server;
use crate::wait::until;

const SLOTS: usize = 16_384;

/// A Redis Cluster whose masters share the slots evenly.
#[derive(Debug)]
pub struct Cluster {
    /// The masters, as the cluster was made.
    pub masters: Vec<Server>,
    /// One replica of each master, or none at all.
    pub replicas: Vec<Server>,
}

impl Cluster {
    /// Starts so many masters without replicas, and waits until all of them take calls.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn start(masters: usize) -> Result<Self, TestRedisError> {
        Self::with(masters, false, Durability::Memory).await
    }

    /// Starts so many masters, with one replica each if asked for; a master that is gone for a second is replaced.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn with(masters: usize, replicas: bool, durability: Durability) -> Result<Self, TestRedisError> {
        let mut cluster = Self {
            masters: Vec::new(),
            replicas: Vec::new(),
        };
        for _ in 0..masters {
            cluster.masters.push(Server::with(options(durability)).await?);
        }
        if replicas {
            for _ in 0..masters {
                cluster.replicas.push(Server::with(options(durability)).await?);
            }
        }
        cluster.form().await?;
        Ok(cluster)
    }

    /// All servers.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.masters.iter().chain(&self.replicas)
    }

    /// Where the servers are.
    pub fn addresses(&self) -> Vec<String> {
        self.servers().map(Server::address).collect()
    }

    /// Makes the replica of a master take its place, while both are there, and waits until it has.
    ///
    /// # Errors
    /// When there are no replicas, or it does not come about.
    pub async fn failover(&self, master: usize) -> Result<(), TestRedisError> {
        let replica = self
            .replicas
            .get(master)
            .ok_or(TestRedisError::NeverCame("a replica"))?;
        replica.ask::<()>(&["CLUSTER", "FAILOVER"]).await?;
        until("the failover", async || {
            let role = replica.info("role").await.ok()?;
            (role == "master").then_some(())
        })
        .await
    }

    async fn form(&self) -> Result<(), TestRedisError> {
        let count = self.masters.len();
        for (position, master) in self.masters.iter().enumerate() {
            let first = (position * SLOTS / count).to_string();
            let last = ((position + 1) * SLOTS / count - 1).to_string();
            master.ask::<()>(&["CLUSTER", "ADDSLOTSRANGE", &first, &last]).await?;
        }
        for (position, server) in self.servers().enumerate() {
            let epoch = (position + 1).to_string();
            server.ask::<()>(&["CLUSTER", "SET-CONFIG-EPOCH", &epoch]).await?;
            let first = self.masters[0].port().to_string();
            server.ask::<()>(&["CLUSTER", "MEET", "127.0.0.1", &first]).await?;
        }
        let everybody = self.servers().count().to_string();
        self.until_all("acquaintance", "cluster_known_nodes", &everybody)
            .await?;
        for (master, replica) in self.masters.iter().zip(&self.replicas) {
            let id: String = master.ask(&["CLUSTER", "MYID"]).await?;
            replica.ask::<()>(&["CLUSTER", "REPLICATE", &id]).await?;
        }
        for replica in &self.replicas {
            until("replication", async || {
                let link = replica.info("master_link_status").await.ok()?;
                (link == "up").then_some(())
            })
            .await?;
        }
        self.until_all("a cluster", "cluster_state", "ok").await
    }

    async fn until_all(&self, what: &'static str, field: &str, value: &str) -> Result<(), TestRedisError> {
        let expected = format!("{field}:{value}");
        for server in self.servers() {
            until(what, async || {
                let info: String = server.ask(&["CLUSTER", "INFO"]).await.ok()?;
                info.lines().any(|line| line.trim() == expected).then_some(())
            })
            .await?;
        }
        Ok(())
    }
}

fn options(durability: Durability) -> Options {
    Options::of(durability)
        .set("cluster-enabled", "yes")
        .set("cluster-node-timeout", "1000")
        .set("cluster-replica-validity-factor", "0")
        .set("cluster-allow-replica-migration", "no")
}

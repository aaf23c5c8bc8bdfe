//! A master with a replica, and a sentinel that watches both.

use corners_test_servers::port::Port;
use tempfile::TempDir;

use crate::error::TestRedisError;
use crate::options::{Durability, Options};
use crate::port::PORTS;
use crate::process::Process;
use crate::server::{Server, start};
use crate::wait::until;

/// The name under which the sentinel knows the master.
const NAME: &str = "corners";

/// Two servers and a sentinel. A master that is gone for half a second is replaced.
#[derive(Debug)]
pub struct Sentinel {
    /// The servers: first the one that is master at the start.
    pub servers: Vec<Server>,
    port: Port,
    _process: Process,
    _folder: TempDir,
}

impl Sentinel {
    /// Starts all three and waits until the sentinel knows both servers.
    ///
    /// # Errors
    /// When one of them cannot be started.
    pub async fn start() -> Result<Self, TestRedisError> {
        Self::with(Durability::Memory).await
    }

    /// The same, with servers of this durability.
    ///
    /// # Errors
    /// When one of them cannot be started.
    pub async fn with(durability: Durability) -> Result<Self, TestRedisError> {
        let master = Server::with(options(durability)).await?;
        let replica_of = format!("127.0.0.1 {}", master.port());
        let replica = Server::with(options(durability).set("replicaof", &replica_of)).await?;
        until("replication", async || {
            let link = replica.info("master_link_status").await.ok()?;
            (link == "up").then_some(())
        })
        .await?;

        let port = PORTS.reserve()?;
        let folder = tempfile::tempdir().map_err(TestRedisError::system("make a folder"))?;
        let settings = format!(
            "port {}\nbind 127.0.0.1\nsentinel monitor {NAME} {replica_of} 1\nsentinel down-after-milliseconds {NAME} \
             500\nsentinel failover-timeout {NAME} 3000\n",
            port.number
        );
        std::fs::write(folder.path().join("sentinel.conf"), settings)
            .map_err(TestRedisError::system("write the configuration"))?;
        let process = start(vec!["sentinel.conf".to_owned(), "--sentinel".to_owned()], None, &folder).await?;
        let sentinel = Self {
            servers: vec![master, replica],
            port,
            _process: process,
            _folder: folder,
        };
        until("the sentinel's knowledge of the replica", async || {
            let replicas: Vec<Vec<String>> = sentinel.ask(&["SENTINEL", "REPLICAS", NAME]).await.ok()?;
            let described = replicas.first()?;
            let is_up = described.chunks(2).any(|field| field == ["master-link-status", "ok"]);
            is_up.then_some(())
        })
        .await?;
        Ok(sentinel)
    }

    /// Where the sentinel is.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port.number)
    }

    /// The name under which it knows the master.
    pub fn master_name(&self) -> &'static str {
        NAME
    }

    /// The position in [`servers`](Self::servers) of the one that the sentinel names as master.
    ///
    /// # Errors
    /// When the sentinel does not answer, or names nobody it should.
    pub async fn master(&self) -> Result<usize, TestRedisError> {
        let (_, port): (String, u16) = self.ask(&["SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME]).await?;
        let position = self.servers.iter().position(|server| server.port() == port);
        position.ok_or(TestRedisError::NeverCame("a known master"))
    }

    /// Has the replica take the master's place while both are there, and waits until the sentinel says so.
    ///
    /// # Errors
    /// When it does not come about.
    pub async fn failover(&self) -> Result<(), TestRedisError> {
        let before = self.master().await?;
        // Until it has heard enough of the replica, the sentinel has no good candidate.
        until("a candidate", async || {
            self.ask::<()>(&["SENTINEL", "FAILOVER", NAME]).await.ok()
        })
        .await?;
        self.until_master_is_not(before).await
    }

    /// Waits until the sentinel names somebody else as master, which it does when the master is gone.
    ///
    /// # Errors
    /// When it does not come about.
    pub async fn until_master_is_not(&self, before: usize) -> Result<(), TestRedisError> {
        until("the failover", async || {
            let now = self.master().await.ok()?;
            (now != before).then_some(())
        })
        .await
    }

    async fn ask<T: redis::FromRedisValue>(&self, words: &[&str]) -> Result<T, TestRedisError> {
        let client = redis::Client::open(format!("redis://{}", self.address()))?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        let mut command = redis::Cmd::new();
        command.arg(words);
        Ok(command.query_async(&mut connection).await?)
    }
}

fn options(durability: Durability) -> Options {
    Options::of(durability).set("repl-diskless-sync-delay", "0")
}

//! What every connection is made with.

use std::time::Duration;

use redis::{AsyncConnectionConfig, Client, ConnectionAddr, IntoConnectionInfo, ProtocolVersion, PushInfo};
use redis::{RedisConnectionInfo, RedisError, aio::MultiplexedConnection, io::tcp::TcpSettings};
use tokio::time::timeout;

use crate::address::NodeAddress;
use crate::config::RedisConfig;

/// How to log in and speak; the same for all servers.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    login: RedisConnectionInfo,
    tls: bool,
    pub(crate) connections: usize,
    pub(crate) timeout: Duration,
}

impl Settings {
    pub(crate) fn of(config: &RedisConfig) -> Self {
        let mut login = anonymous();
        if !config.username.is_empty() {
            login = login.set_username(&config.username);
        }
        let password = config.password.reveal();
        if !password.is_empty() {
            login = login.set_password(password);
        }
        Self {
            login,
            tls: config.tls,
            connections: config.connections,
            timeout: config.timeout,
        }
    }

    /// The same without user and password.
    pub(crate) fn without_login(&self) -> Self {
        Self {
            login: anonymous(),
            ..self.clone()
        }
    }

    /// Connects and logs in. What the server pushes, the end of the connection included, goes to `pushed`. A call on the
    /// connection has no timeout of its own.
    pub(crate) async fn connect<F>(&self, address: &NodeAddress, pushed: F) -> Result<MultiplexedConnection, RedisError>
    where
        F: Fn(PushInfo) -> Result<(), ()> + Send + Sync + 'static,
    {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(None)
            .set_response_timeout(None)
            .set_pipeline_buffer_size(WAITING_TO_BE_WRITTEN)
            .set_push_sender(pushed);
        let info = self.address(address).into_connection_info()?;
        let info = info
            .set_redis_settings(self.login.clone())
            .set_tcp_settings(TcpSettings::default().set_nodelay(true));
        let client = Client::open(info)?;
        let connecting = client.get_multiplexed_async_connection_with_config(&config);
        timeout(self.timeout, connecting)
            .await
            .map_err(|_| RedisError::from(std::io::Error::from(std::io::ErrorKind::TimedOut)))?
    }

    fn address(&self, address: &NodeAddress) -> ConnectionAddr {
        let NodeAddress { host, port } = address.clone();
        if self.tls {
            ConnectionAddr::TcpTls {
                host,
                port,
                insecure: false,
                tls_params: None,
            }
        } else {
            ConnectionAddr::Tcp(host, port)
        }
    }
}

/// Calls that wait for their turn at the socket; more wait before that.
const WAITING_TO_BE_WRITTEN: usize = 256;

fn anonymous() -> RedisConnectionInfo {
    RedisConnectionInfo::default().set_protocol(ProtocolVersion::RESP3)
}

/// What happened to a connection, in few words.
pub(crate) fn reason_of(error: &RedisError) -> String {
    if error.is_timeout() {
        return "no answer in time".to_owned();
    }
    match error.code() {
        Some(code) => format!("{code} {}", error.detail().unwrap_or_default())
            .trim_end()
            .to_owned(),
        None => error.to_string(),
    }
}

//! What can go wrong with Redis.

use crate::address::NodeAddress;

/// Why a call was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedisFault {
    /// Redis is away, slow, or does not take this call now; the same call may succeed later. Whether it has been carried
    /// out is not known. It has been logged where the trouble began: callers need not.
    #[error("redis is not available: {0}")]
    Unavailable(String),
    /// Redis refused the call for what it is, or answered what nobody expected: a mistake in a script or in its caller.
    #[error("redis cannot do what it was asked: {0}")]
    Failed(String),
}

/// Why the service cannot start on this Redis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The mode is "off".
    #[error("cannot connect to redis: it is switched off; set redis.mode to \"single\", \"sentinel\" or \"cluster\"")]
    Off,
    /// Nobody answers.
    #[error("cannot connect to redis at {address}: {reason}; start it, or correct redis.nodes or redis.tls")]
    Unreachable {
        /// Who was asked.
        address: String,
        /// What happened.
        reason: String,
    },
    /// The server does not let us in.
    #[error("cannot log in to redis at {address}: {reason}; correct redis.username and redis.password")]
    Login {
        /// The server.
        address: NodeAddress,
        /// What it said.
        reason: String,
    },
    /// The server is too old.
    #[error("cannot use redis at {address}: it is version {version}, and 7.0 or newer is needed; upgrade it")]
    Version {
        /// The server.
        address: NodeAddress,
        /// Its version.
        version: String,
    },
    /// The server is not what the mode says.
    #[error("cannot use redis at {address} with redis.mode = {mode:?}: {reason}")]
    Mode {
        /// The server.
        address: NodeAddress,
        /// The configured mode.
        mode: &'static str,
        /// What it is instead, and what to do.
        reason: String,
    },
    /// The sentinels do not know the master.
    #[error(
        "cannot find the master {master:?}: {reason}; correct redis.master, or redis.nodes, which names the sentinels"
    )]
    UnknownMaster {
        /// The configured name.
        master: String,
        /// What the sentinels said.
        reason: String,
    },
    /// The server does not take writes.
    #[error("cannot write to redis at {address}: {reason}")]
    NotWritable {
        /// The server.
        address: NodeAddress,
        /// What it said, and what to do.
        reason: String,
    },
}

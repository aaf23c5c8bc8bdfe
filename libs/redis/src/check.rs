//! What is checked before the service starts, so that a mistake in the settings is one clear sentence.

use redis::aio::MultiplexedConnection;
use redis::{ErrorKind, Pipeline, RedisError, Value};
use tokio::time::timeout;

use crate::address::NodeAddress;
use crate::config::Mode;
use crate::error::ConnectError;
use crate::info::field_of;
use crate::reply::text_of;
use crate::settings::{Settings, reason_of};

/// The oldest version that has what the scripts use.
const OLDEST_MAJOR: u32 = 7;

/// A script that writes nothing but does not say so: Redis refuses it as it would refuse a write.
const DRY_WRITE: &str = "#!lua\nreturn 1";

/// Checks one master.
pub(crate) async fn check_master(address: &NodeAddress, mode: Mode, settings: &Settings) -> Result<(), ConnectError> {
    let connected = settings.connect(address, |_| Ok(())).await;
    let mut connection = connected.map_err(|error| refusal(address, &error))?;
    let mut questions = Pipeline::new();
    questions.cmd("INFO");
    let info = match &ask(address, &mut connection, &questions, settings).await?[..] {
        [Value::ServerError(error)] => return Err(login(address, text_of(error))),
        [info] => redis::from_redis_value_ref::<String>(info).unwrap_or_default(),
        _ => String::new(),
    };
    check_version(address, &info)?;
    check_mode(address, mode, &info)?;
    let mut questions = Pipeline::new();
    questions.cmd("EVAL").arg(DRY_WRITE).arg(0);
    match &ask(address, &mut connection, &questions, settings).await?[..] {
        [Value::ServerError(error)] => Err(ConnectError::NotWritable {
            address: address.clone(),
            reason: not_writable(&text_of(error)),
        }),
        _ => Ok(()),
    }
}

async fn ask(
    address: &NodeAddress,
    connection: &mut MultiplexedConnection,
    questions: &Pipeline,
    settings: &Settings,
) -> Result<Vec<Value>, ConnectError> {
    let unreachable = |reason| ConnectError::Unreachable {
        address: address.to_string(),
        reason,
    };
    let asking = connection.send_packed_commands(questions, 0, questions.len());
    match timeout(settings.timeout, asking).await {
        Ok(Ok(answers)) => Ok(answers),
        Ok(Err(error)) => Err(unreachable(reason_of(&error))),
        Err(_) => Err(unreachable("no answer in time".to_owned())),
    }
}

/// Why a server cannot be connected to.
pub(crate) fn refusal(address: &NodeAddress, error: &RedisError) -> ConnectError {
    let code = error.code().unwrap_or_default();
    if error.kind() == ErrorKind::AuthenticationFailed || matches!(code, "NOAUTH" | "WRONGPASS" | "NOPERM") {
        return login(address, reason_of(error));
    }
    if error.kind() == ErrorKind::RESP3NotSupported {
        return ConnectError::Version {
            address: address.clone(),
            version: "older than 6".to_owned(),
        };
    }
    ConnectError::Unreachable {
        address: address.to_string(),
        reason: reason_of(error),
    }
}

fn login(address: &NodeAddress, reason: String) -> ConnectError {
    ConnectError::Login {
        address: address.clone(),
        reason,
    }
}

fn check_version(address: &NodeAddress, info: &str) -> Result<(), ConnectError> {
    let version = field_of(info, "redis_version").unwrap_or("unknown");
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= OLDEST_MAJOR) {
        return Ok(());
    }
    Err(ConnectError::Version {
        address: address.clone(),
        version: version.to_owned(),
    })
}

fn check_mode(address: &NodeAddress, mode: Mode, info: &str) -> Result<(), ConnectError> {
    let is_sentinel = field_of(info, "redis_mode") == Some("sentinel");
    let is_cluster = field_of(info, "cluster_enabled") == Some("1");
    let is_master = field_of(info, "role") == Some("master");
    let (mode, problem) = match mode {
        Mode::Single | Mode::Sentinel if is_cluster => {
            (mode, "it is a node of a cluster; set redis.mode to \"cluster\"")
        }
        Mode::Single if is_sentinel => (
            mode,
            "it is a sentinel; set redis.mode to \"sentinel\" and redis.master",
        ),
        Mode::Single if !is_master => (mode, "it is a replica; name its master in redis.nodes"),
        Mode::Sentinel if !is_master => (
            mode,
            "the sentinels name it, but it is a replica; try again after the failover",
        ),
        Mode::Cluster if !is_cluster => (
            mode,
            "it is no node of a cluster; set redis.mode to \"single\" or \"sentinel\"",
        ),
        _ => return Ok(()),
    };
    Err(ConnectError::Mode {
        address: address.clone(),
        mode: mode.name(),
        reason: problem.to_owned(),
    })
}

/// What the server said to a write, and what to do about it.
fn not_writable(said: &str) -> String {
    let advice = match said.split(' ').next().unwrap_or_default() {
        "OOM" => "raise its maxmemory, or remove what does not belong there",
        "READONLY" => "it is a replica; name its master in redis.nodes",
        "MISCONF" => "its disk refuses what it saves; make room or correct its configuration",
        "NOREPLICAS" => "it has too few replicas for min-replicas-to-write; start them",
        "LOADING" => "it is still loading its data; try again shortly",
        "NOPERM" => "the user may not do it; let it run scripts and use all keys and channels",
        _ => "look into its log",
    };
    format!("{said}; {advice}")
}

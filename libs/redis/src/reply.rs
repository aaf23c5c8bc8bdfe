//! What an error of the server means for the caller.

use redis::{FromRedisValue, ServerError, Value};

use crate::error::RedisFault;

/// First words of errors that concern the state of the server (or of our access to it), not the call.
const OF_THE_SERVER: [&str; 15] = [
    "LOADING",
    "READONLY",
    "OOM",
    "NOREPLICAS",
    "MASTERDOWN",
    "CLUSTERDOWN",
    "MISCONF",
    "NOAUTH",
    "WRONGPASS",
    "NOPERM",
    "BUSY",
    "UNKILLABLE",
    "TRYAGAIN",
    "MOVED",
    "ASK",
];

/// The error as a fault.
pub(crate) fn fault_of(error: &ServerError) -> RedisFault {
    let text = text_of(error);
    if OF_THE_SERVER.contains(&error.code()) {
        RedisFault::Unavailable(text)
    } else {
        RedisFault::Failed(text)
    }
}

/// What the server said, in its words.
pub(crate) fn text_of(error: &ServerError) -> String {
    match error.details() {
        Some(details) => format!("{} {details}", error.code()),
        None => error.code().to_owned(),
    }
}

/// The answer as what the caller expects.
pub(crate) fn parse<T: FromRedisValue>(value: Value) -> Result<T, RedisFault> {
    redis::from_redis_value(value).map_err(|error| RedisFault::Failed(format!("unexpected answer: {error}")))
}

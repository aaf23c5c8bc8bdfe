//! Several replicas of each service, any of which serves any call.

mod bounded;
mod corrupt_log;
mod deadline;
mod endings;
mod failover;
mod internal_calls;
mod lag;
mod races;
mod redis_away;
mod slow_watchers;
mod support;
mod watching;

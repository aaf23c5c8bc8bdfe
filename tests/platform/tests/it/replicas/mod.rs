//! Several replicas of each service, any of which serves any call.

mod endings;
mod internal_calls;
mod races;
mod support;
mod watching;

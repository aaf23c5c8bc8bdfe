//! The store in Postgres is a store of finished games, for many replicas at once.

mod analysis;
mod conformance;
mod debezium;
mod epochs;
mod outage;
mod plans;
mod questions;
mod races;
mod samples;
mod service;

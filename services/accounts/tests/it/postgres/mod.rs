//! The store in Postgres is a store of accounts, for many replicas at once.

mod conformance;
mod outage;
mod plans;
mod program;
mod replicas;
mod samples;
mod service;

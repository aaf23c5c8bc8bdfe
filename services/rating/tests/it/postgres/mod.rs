//! The store in Postgres is a store of ratings, for many replicas at once.

mod analysis;
mod conformance;
mod outage;
mod plans;
mod questions;
mod races;
mod samples;
mod tampering;

//! The store in Postgres is a store of ratings, for many replicas at once.

mod conformance;
mod samples;

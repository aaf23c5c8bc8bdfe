//! Real PostgreSQL servers for tests.
//!
//! Each is a process of its own on a free port of 127.0.0.1, with a temporary folder. It is killed when its handle is
//! dropped, and also when the process of the test dies however violently. Nothing has to be prepared but the programs of
//! Debian's package `postgresql`; a cluster that the machine may have is left alone.
//!
//! Most tests need just a database: [`database`] makes one on a server that all tests of the process share. A test that
//! kills, stops or configures the server [starts](Server) one of its own.

mod children;
mod database;
mod error;
mod options;
mod pages;
mod port;
mod process;
mod programs;
mod reads;
mod server;
mod shared;
mod template;
mod views;

pub use database::Database;
pub use error::TestPostgresError;
pub use options::{Durability, Options};
pub use pages::{Shown, statements};
pub use server::Server;
pub use shared::database;

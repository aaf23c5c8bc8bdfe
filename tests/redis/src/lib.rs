//! Real Redis servers for tests.
//!
//! Each is a process of its own on a free port, with a temporary folder. It is killed when its handle is dropped, and
//! also when the process of the test dies however violently. Nothing has to be prepared but the program `redis-server`.

mod clock;
mod cluster;
mod error;
mod options;
mod port;
mod process;
mod sentinel;
mod server;
mod wait;

pub use clock::Step;
pub use cluster::Cluster;
pub use error::TestRedisError;
pub use options::{Durability, Options};
pub use redis as driver;
pub use sentinel::Sentinel;
pub use server::Server;

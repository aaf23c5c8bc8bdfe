//! What benches of services with a Postgres store measure with: a server as an operator would run it, the ceiling of what it
//! does at most with the same rows, what it says of its plans, consumers of feeds that cost little, and figures.

mod ceiling;
mod consumers;
mod figures;
mod notices;
mod plans;
mod server;

use std::error::Error;

pub use ceiling::{Copied, copies_per_second};
pub use consumers::{Consumer, Message};
pub use figures::{Times, build, load, per_second, processor_us, say};
pub use notices::listen;
pub use plans::Plans;
pub use server::{DESCRIPTION, Operated};

/// Whatever goes wrong.
pub type Failure = Box<dyn Error + Send + Sync>;

//! The platform in a simulation: replicas of game-authority and the clock, players and spectators, on a simulated network
//! and on simulated time, with everything breaking that can break.
//!
//! The services, the servers around them and the clients are the real ones; what is simulated is the network (turmoil),
//! the way to the store, all clocks and all randomness. Everything follows from a seed and is exactly repeatable.
//! `docs/simulation.md` says what that covers and what it does not.

mod breaking;
mod caller;
mod clocks;
mod crowd;
mod faults;
mod hosts;
mod inline;
mod judge;
mod moves;
mod net;
mod person;
mod plan;
mod player;
mod record;
mod report;
mod run;
mod scenario;
mod tables;
mod time;
mod weather;

pub use faults::Fault;
pub use hosts::{AUTHORITIES, CLOCKS};
pub use plan::{GAMES, Plan};
pub use report::Summary;
pub use run::{Outcome, run};
pub use scenario::{Told, Watching, World, tell};
pub use weather::{Conditions, StoreState};

//! Seeded `kill -9` of the platform while games are on, and what it did to them.
//!
//! Fifty tables with a player on each seat, and a spectator for every five tables, all through the SDK. Each seed
//! decides how one process dies: at a named step, after a number of moves, or at a moment; and a new one goes on with
//! the same data. At the end every table has to go on, and all that anybody was told is compared with the logs.
//!
//! A [`Campaign`] kills `corners up`, a [`ReplicasCampaign`] any one of the services' processes, and Redis; a [`Deploy`]
//! tells them to stop, one after the other.

mod campaign;
mod course;
mod deploy;
mod entrance;
mod plan;
mod read_back;
mod replicas;
mod report;
mod shared;
mod spectator;
mod table;

pub use campaign::{Campaign, Outcome};
pub use deploy::Deploy;
pub use replicas::ReplicasCampaign;
pub use report::report;

//! The clock: the platform's game time, the arithmetic of clocks, and alarms.
//!
//! [Game time](corners_clockwork::Beat) runs while moves can be taken: every 200 ms a dry move is made at
//! game-authority, and a beat in the [store](store::ClockStore) shows that it worked. A reading most often costs no
//! call of the store. A punch is pure arithmetic on one reading and changes nothing. Each table has at most one alarm, which is
//! delivered to game-authority, at least once, until the table answers what it wants next.

mod alarm;
mod backoff;
mod beats;
mod clock;
mod config;
mod delivery;
mod estimate;
mod game_clock;
mod grpc;
mod parse;
pub mod store;
mod trouble;
mod wake;

use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_service::internal::InternalChannel;

pub use alarm::{Alarm, Claim, Ring, hidden_for};
pub use clock::Clock;
pub use config::{DEFAULTS, Options};

/// How the clock reaches game-authority.
pub type Authority = GameInternalServiceClient<InternalChannel>;

//! What game-authority promises.

mod codec;
mod fair_time;
mod rig;
mod seats;
mod store;
mod table;
mod watching;

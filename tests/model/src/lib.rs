//! A model of the protocol that keeps tables and their time, checked state by state.
//!
//! One table, the replicas of the authority, the clock and the store take turns in every order that is possible, things
//! go wrong in every way that a [setting](setting::Setting) allows, and after each step the [properties] are looked at.
//! The arithmetic of time is the platform's own; the rest follows it step by step, much simplified (docs/model.md).

pub mod action;
pub mod check;
pub mod ghost;
pub mod model;
pub mod properties;
pub mod runs;
pub mod setting;
pub mod state;
mod step;
pub mod store;
pub mod table;
pub mod time;
pub mod wrong;

pub use wrong::Wrong;

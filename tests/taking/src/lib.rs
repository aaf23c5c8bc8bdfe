//! Taking tickets, checked state by state.
//!
//! Players come, go and accept a challenge, two matchers pair and complete, and die at any step; calls that make tables arrive, are
//! refused, or get lost, in every order that is possible. What is decided are the service's own decisions. The lease of the pool
//! is left out: nothing may depend on it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a check fails by panicking")]

mod check;
mod kept;
pub mod properties;
mod state;
mod step;

pub use check::{Report, check};
pub use state::Setting;
pub use step::Action;

/// What is wrong on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A change is stored whatever has become of what it was decided on.
    RevisionsNotLookedAt,
    /// An attempt is not noted before it is made, and forgotten when nobody has answered it.
    AttemptsNotNoted,
    /// What is recorded is left to who has recorded it.
    NothingDue,
}

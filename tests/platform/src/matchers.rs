//! Seeded `kill -9` of matchers while many players queue, and what it did to them.
//!
//! In each round everybody queues in one pool, through both replicas; some take their tickets back. Each seed decides which replica
//! dies and how: at a named step of a wave or of the making of a table, or at a moment. At the end of a round every ticket must have
//! come to a game or to an end, and game-authority is asked at which new tables each player sits: at that of the ticket, or at none.

mod campaign;
mod plan;
mod players;
mod report;
mod round;

pub use campaign::{MatchersCampaign, MatchersOutcome};
pub use report::report;

//! A table as a log: pure, without clock, store or network.
//!
//! [`Table`] is the fold of a table's events. [`decide`] says whether a command may happen and what it means;
//! [`record`] turns that into events, given the clock's verdict; [`Table::apply`] folds an event in. Everything random
//! or timed comes in as a value, so that the same log always gives the same table.

mod agreement;
mod alarm;
mod apply;
mod by_side;
mod claim;
mod command;
mod decide;
mod event;
mod offers;
mod presence;
mod record;
mod rejection;
mod state;
mod timing;
mod verdict;

pub use agreement::{AccountKind, Agreement, BadRating, Seat, SeatRating, Takebacks};
pub use alarm::{GRACE, next_alarm, overdue};
pub use apply::{CorruptLog, fold};
pub use by_side::BySide;
pub use claim::{claim, claimable_at};
pub use command::{Action, Actor, Command, Intent};
pub use decide::decide;
pub use event::{CallMark, Event, EventId, EventKind, TurnPoint, Version};
pub use presence::{AWAY_AFTER, Presence, SeatPresence, gone_since};
pub use record::{By, Readings, Recorded, Stamp, record, tail_lost};
pub use rejection::Rejection;
pub use state::{PlyRecord, Status, Table};
pub use verdict::{Blame, EndReason, Verdict};

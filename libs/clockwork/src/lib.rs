//! Time controls and clock arithmetic of Corners, pure: no clock is read here, time comes in as a value.
//!
//! All tables live in one [`GameTime`], which stands still while the platform cannot take moves. It is kept by a pair
//! of times, a [`Beat`]. A [`TimeControl`] says what limits a [`Turn`], and [`punch`] is the arithmetic of a move: had
//! its time run out, and what is left on the mover's clock.
//!
//! Durations are whole milliseconds; finer parts are cut off. Nothing overflows and nothing is ever negative:
//! arithmetic saturates at both ends.
//!
//! ```
//! use std::time::Duration;
//! use corners_clockwork::{GameTime, RealTime, TimeControl, Turn, punch};
//!
//! let control = TimeControl::from(RealTime::new(Duration::from_secs(180), Duration::from_secs(2))?);
//! let turn = Turn {
//!     started: GameTime::from_millis(60_000),
//!     limit: control.turn_limit(Duration::from_secs(10), true, Duration::ZERO),
//! };
//! let verdict = punch(&turn, GameTime::from_millis(64_000), None, None);
//! assert!(!verdict.expired);
//! assert_eq!(verdict.remaining_after, Some(Duration::from_secs(8)));
//! # Ok::<(), corners_clockwork::TimeControlError>(())
//! ```

mod beat;
mod control;
mod game_time;
mod lag;
mod turn;

pub use beat::{BEAT_REACH, Beat, Reading, STALL_AFTER};
pub use control::{Correspondence, FIRST_MOVE_WINDOW, RealTime, TimeControl, TimeControlError};
pub use game_time::{GameTime, whole_millis};
pub use lag::{JITTER, LagQuota, SPENDABLE, Transit};
pub use turn::{AFTER_STALL, Punch, Turn, TurnLimit, due, punch, runs_out, time_left};

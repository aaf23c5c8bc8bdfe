//! The ratings of Corners: Glicko-2 with each game its own rating period, and a deviation that grows with idle time by
//! the fraction of a period. Pure: no clock, no store, no network; idle time comes in as milliseconds.
//!
//! A player is a [`Rating`]: the rating on the scale of Elo, its deviation and its volatility. A [`System`] is made of
//! [`Parameters`] and rates games.
//!
//! ```
//! use corners_glicko::{Outcome, Parameters, System, Weight};
//!
//! let system = System::new(Parameters::default())?;
//!
//! // Before a game the deviations are brought up to its time; then both are rated from what they were before it.
//! let white = system.grown(system.start(), 0);
//! let black = system.grown(system.start(), 86_400_000);
//! assert_eq!(system.expected_score(white, black), 0.5);
//! let (white, black) = system.play(white, black, Outcome::WhiteWins, [Weight::WHOLE; 2]);
//! assert_eq!(white.rating.round(), 1741.0);
//! assert_eq!(black.rating.round(), 1259.0);
//! assert_eq!(white.deviation.round(), 397.0);
//! # Ok::<(), corners_glicko::InvalidParameter>(())
//! ```
//!
//! # The same to the last bit
//!
//! All ratings can be computed anew from the games, and are then the same to the last bit, on every machine. Addition,
//! multiplication, division and the square root are exactly defined by IEEE 754, and the compiler neither reorders nor
//! fuses them; the exponential and the logarithm are not, and those of the standard library are the platform's. Here
//! they are those of the crate `libm`, which computes them by the operations named (but for the exponential on an x86
//! without SSE2, where nothing of this crate's would be exact). So nothing in this crate calls `f64::exp`, `ln`, `powi`
//! or `mul_add`, and the version of `libm` is part of what the ratings are: `tests/it/golden.rs` holds it to that.
//!
//! # Sources
//!
//! - *Glicko-2*: Mark Glickman, "Example of the Glicko-2 system", revision of March 22, 2022, whose steps are cited by
//!   number; <http://www.glicko.net/glicko/glicko2.pdf>.
//! - *Glicko*: Mark Glickman, "The Glicko system", for the prediction of a game;
//!   <http://www.glicko.net/glicko/glicko.pdf>.
//!
//! # Where things are
//!
//! | module | what it is about |
//! |---|---|
//! | `rating`, `outcome`, `weight` | the values |
//! | `parameters`, `system` | what a system is made of, in which ranges, and the bounds of its ratings |
//! | `expectation` | the two functions g and E, and what a game is expected to end with |
//! | `period` | the steps of the paper, for any number of games |
//! | `volatility` | step 5, the iteration |
//! | `play` | one game: both players, the first-move advantage, weights |
//! | `idle` | growth of the deviation, and how long until it reaches a given one |

mod expectation;
mod idle;
mod outcome;
mod parameters;
mod period;
mod play;
mod rating;
mod system;
mod volatility;
mod weight;

pub use outcome::Outcome;
pub use parameters::{InvalidParameter, Parameters};
pub use rating::Rating;
pub use system::System;
pub use weight::{InvalidWeight, Weight};

//! Who plays whom: pairs the players who wait in a pool. Pure: no clock, no store, no network; how long somebody has waited
//! comes in as milliseconds.
//!
//! A player who waits is a [`Seeker`]; what two of them have had to do with each other is a [`Relation`]. A [`Policy`] is
//! made of [`Parameters`] and says who may meet whom by now; [`wave`] makes those pairs that together are worth most.
//!
//! ```
//! use corners_pairing::{Pair, Policy, Relation, Seeker, wave};
//!
//! let waited = |rating, waited_ms| Seeker { waited_ms, ..Seeker::new(rating, 45.0) };
//! let waiting = [waited(1500.0, 2_000), waited(1510.0, 0), waited(1600.0, 1_000), waited(1590.0, 500)];
//! let strangers = |_, _| Relation::Strangers;
//!
//! let pairs = wave(&waiting, strangers, &Policy::default(), 1);
//! let mut players: Vec<_> = pairs.iter().map(|pair| (pair.white.min(pair.black), pair.white.max(pair.black))).collect();
//! players.sort();
//! assert_eq!(players, [(0, 1), (2, 3)]);
//!
//! // Who has had White more than the other has Black.
//! let due_black = Seeker { colour_balance: 2, ..waiting[0] };
//! let pairs = wave(&[due_black, waiting[1]], strangers, &Policy::default(), 1);
//! assert_eq!(pairs, [Pair { white: 1, black: 0 }]);
//! ```
//!
//! # Where things are
//!
//! | module | what it is about |
//! |---|---|
//! | `seeker`, `relation` | who waits, and what two of them are to each other |
//! | `parameters`, `policy` | what a policy is made of, in which ranges; windows |
//! | `uncertainty` | g of Glicko: how much a difference of ratings tells |
//! | `quality` | whether two accept each other, and what it is worth |
//! | `field`, `mates` | the seekers of a wave by rating, and who is paired with whom |
//! | `exact` | maximum-weight matching of a few |
//! | `crowd` | the scheme for many |
//! | `wave` | the wave, and colours |
//! | `estimate` | how long it will take |

mod crowd;
mod estimate;
mod exact;
mod field;
mod mates;
mod mix;
mod parameters;
mod policy;
mod quality;
mod relation;
mod seeker;
mod uncertainty;
mod wave;

pub use estimate::{Estimate, WaitEnd};
pub use parameters::{InvalidParameter, Parameters};
pub use policy::Policy;
pub use relation::Relation;
pub use seeker::Seeker;
pub use wave::{EXACT_UP_TO, Pair, wave};

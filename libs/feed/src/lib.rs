//! A feed of events: everybody who follows it gets every event once and in order.
//!
//! A service that has events with positions from 1, without gaps, says as [`FeedSource`] how they are read and what its
//! stream sends; [`Feed`] is the rest. One reader in each replica, [`Feed::follow`], reads what is new in the store for all
//! who follow the feed there, and keeps the last events, each encoded once. A consumer is a [`FeedStream`] with a place in
//! them; one that is further behind reads pages of the store until it has caught up. It does no work while its client does
//! not read.
//!
//! A restored backup starts another epoch. What was read counts only if the epoch is still the same afterwards: so no event
//! is ever given a place in an epoch that it is not of. A cursor is an epoch and a position.
//!
//! The server of the stream has to be generated with [`Encoded`](corners_proto::encoded::Encoded) in place of its message.

mod cursor;
mod encode;
mod epoch;
mod error;
mod feed;
mod follow;
mod head;
mod meters;
mod options;
mod page;
mod place;
mod recent;
mod source;
mod start;
mod stream;

pub use cursor::NotACursor;
pub use epoch::{CannotStartEpoch, epoch_text, parse_epoch};
pub use error::CannotStart;
pub use feed::Feed;
pub use meters::FeedMeters;
pub use options::FeedOptions;
pub use place::{FeedHead, FeedPoint};
pub use source::{FeedSource, Restarted};
pub use start::Start;
pub use stream::FeedStream;

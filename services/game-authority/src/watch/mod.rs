//! Watching tables: every watcher sees every version once and in order.
//!
//! A wake-up says only *look*: the log is what is read, so a wake-up that is lost, doubled or late leaves no hole. Each
//! table that somebody watches here has one [`Feed`], which reads the log once for all watchers and keeps the last
//! events, encoded once per audience. A watcher is a [`WatchStream`] with a place in each log; it does no work while its
//! client does not read.

mod feed;
mod hub;
mod pulse;
mod recent;
mod rendered;
mod round_trip;
mod stream;
mod subscription;

use corners_proto::encoded::Encoded;
use corners_proto::game::v1::WatchTablesResponse;

pub use feed::{Feed, Next};
pub use hub::Hub;
pub use rendered::Rendered;
pub use stream::{WatchOptions, WatchStream, Watched};
pub use subscription::Subscription;

/// A message of a watch stream, encoded once for all who get it.
pub(crate) type WatchMessage = Encoded<WatchTablesResponse>;

/// How many tables one stream can watch: a bit each.
pub const MOST_TABLES: usize = 64;

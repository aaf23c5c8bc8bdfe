//! The Rust SDK of the Corners platform.
//!
//! [`Corners`] is a connection, [`Session`] is somebody on it: an account with its token, and a method for every call
//! of the public contract. The SDK does what every client would otherwise have to get right itself:
//!
//! - a call that did not get through is sent again **with the same request id**, so that it is done once however often
//!   it was sent ([`Options`] bounds the tries and the time);
//! - a [`Watch`] yields snapshots and events of tables in order and without gaps, over breaks of the connection,
//!   restarts and draining servers; [`Results`] does so for the result feed, [`RatingEvents`] for what becomes of
//!   ratings, [`Export`] for many games at once;
//! - a [`FindMatch`] waits for an opponent over breaks of the connection, [`AccountNews`] and [`LobbyNews`] tell what comes
//!   and goes;
//! - [`Session::find`] finds a table whether it is live or its game is in the archive;
//! - a [`Session`] keeps itself alive: it gets its next access token in time, once for all its clones;
//! - HTTP/2 keepalive notices a connection that died silently;
//! - [`GameClock`] tells game time, to draw clocks with;
//! - an [`Error`] carries the platform's reason and metadata to switch on.
//!
//! ```no_run
//! # async fn play() -> Result<(), corners_client::Error> {
//! use corners_client::{Corners, Options, Update};
//! use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats};
//!
//! let guest = Corners::connect("http://127.0.0.1:8080", Options::default()).await?.guest().await?;
//! let table = guest
//!     .create_table(CreateTableRequest {
//!         variant: "classic-3x3".to_owned(),
//!         seats: CreatorSeats::Both.into(),
//!         ..Default::default()
//!     })
//!     .await?;
//! let mut watch = guest.watch([&table.id]);
//! guest.play(&table.id, "c3-d3", None).await?;
//! while let Some(update) = watch.next().await {
//!     if let Update::Event(event) = update? {
//!         assert_eq!(event.table, table.id);
//!         break;
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod access;
mod account;
mod admin;
mod archive;
mod backoff;
mod corners;
mod error;
mod export;
mod feed;
mod follow;
mod game_clock;
mod matchmaking;
mod movetext;
mod options;
mod rating;
mod retry;
mod seat;
mod session;
mod sign_in;
mod tokens;
mod trust;
mod watch;

pub use admin::Admin;
pub use archive::Found;
pub use backoff::Backoff;
pub use corners::{Addresses, Corners};
pub use corners_proto as proto;
pub use error::{Error, FieldViolation, Refused};
pub use export::Export;
pub use feed::{FeedFrom, FeedUpdate, RatingEvents, RatingUpdate, Results};
pub use game_clock::GameClock;
pub use matchmaking::{AccountNews, FindMatch, Finding, LobbyNews, Marked};
pub use options::Options;
pub use seat::SeatHandle;
pub use session::Session;
pub use sign_in::Registered;
pub use tokens::NewTokens;
pub use trust::CaBundle;
pub use watch::{Link, Update, Watch};

//! The streams of matchmaking. Each does work only while its client reads: nothing is queued for one that does not.

mod account;
mod apart;
mod find;
mod lobby;
mod mark;
mod pace;
mod spoken;

pub(crate) use account::{AccountStream, MOST_RECEIVED, Snapshots};
pub(crate) use find::{FindStream, Finding, SAYS_EVERY};
pub(crate) use lobby::{Lobby, LobbyStream};
pub(crate) use mark::parse_mark;
pub(crate) use pace::{Pace, Passed};

//! News, and waking up those who wait for it.

use async_trait::async_trait;
use corners_proto::ids::AccountId;

use super::PoolName;

/// How much news is kept for each audience.
pub const MOST_NEWS: usize = 500;

/// How long news is kept after the last one, in milliseconds: a week.
pub const NEWS_KEPT_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A place in the news of an audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the last news, from 1 and without gaps.
    pub number: u64,
    /// Its random id: news that was lost in a failover is told by it from what took its number.
    pub id: u64,
}

/// News that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its place.
    pub mark: Mark,
    /// What it says.
    pub body: Vec<u8>,
}

/// Some news of an audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsPage {
    /// The last news there is; none where nothing was told, or nothing is kept any more.
    pub head: Option<Mark>,
    /// News in order, without gaps. The first has the number that was asked for, unless it is not kept any more.
    pub told: Vec<Told>,
}

/// What a listener hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The record of the account was written, or it was told something.
    Account(AccountId),
    /// The lobby was told something.
    Lobby,
    /// A ticket was put into the pool.
    Pool(PoolName),
    /// Anything may have happened.
    Gap,
}

/// Hears what happens, in this process and in others. It is a wake-up, never the data.
#[async_trait]
pub trait Listener: Send {
    /// The next thing; the first one is a [gap](Heard::Gap). Cancelling it loses nothing.
    async fn next(&mut self) -> Heard;
}

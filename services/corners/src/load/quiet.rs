//! Tables at which nothing happens, and streams that watch them.

use corners_client::proto::game::v1::{Correspondence, time_control};
use corners_client::{Error, Session, Update};
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::connect::Platform;
use super::hall::{NotThereYet, OPENED_AT_ONCE, until_all_are_there};
use super::machine;
use super::measured::Measured;
use super::place::seated;
use super::reason;

/// Tables that are being made at once.
const MADE_AT_ONCE: usize = 32;

/// Nobody has to move for so long, in days.
const DAYS_PER_MOVE: u32 = 14;

/// Makes so many tables, live and with both seats taken, and answers their ids. Their clocks run for days.
pub(crate) async fn tables(players: &[Session], count: usize) -> Result<Vec<String>, Error> {
    let time = time_control::Kind::Correspondence(Correspondence {
        days_per_move: DAYS_PER_MOVE,
    });
    let pairs: Vec<_> = players.iter().zip(players.iter().cycle().skip(1)).collect();
    let made = stream::iter((0..count).zip(pairs.iter().cycle()))
        .map(|(_, (white, black))| seated(white, black, time))
        .buffer_unordered(MADE_AT_ONCE);
    made.try_collect().await
}

/// Streams that wait, and what each costs.
#[derive(Debug)]
pub(crate) struct Streams {
    /// How many are open.
    pub(crate) open: usize,
    /// What the servers' memory grew by, in bytes; nothing without processes to look at.
    pub(crate) grown_by: Option<u64>,
    /// They end with this.
    _watching: JoinSet<()>,
}

impl Streams {
    /// Opens so many streams, each to one of the tables, and waits until each has its snapshot.
    pub(crate) async fn open(
        platform: &Platform,
        count: usize,
        tables: &[String],
        pids: &[u32],
        measured: &Measured,
    ) -> Result<Self, Error> {
        let watchers = platform.watchers(count).await?;
        let before = machine::memory_of(pids);
        let mut watching = JoinSet::new();
        let table = tables.iter().cycle();
        let streams: Vec<_> = watchers.iter().cycle().zip(table).take(count).collect();
        for at_once in streams.chunks(OPENED_AT_ONCE) {
            let (not_there, all_there) = mpsc::channel(1);
            for (watcher, table) in at_once {
                let waiting = wait(
                    (*watcher).clone(),
                    (*table).clone(),
                    not_there.clone(),
                    measured.clone(),
                );
                watching.spawn(waiting);
            }
            drop(not_there);
            until_all_are_there(all_there).await;
        }
        let after = machine::memory_of(pids);
        Ok(Self {
            open: streams.len(),
            grown_by: before.zip(after).map(|(before, after)| after.saturating_sub(before)),
            _watching: watching,
        })
    }
}

async fn wait(watcher: Session, table: String, not_there: NotThereYet, measured: Measured) {
    let mut not_there = Some(not_there);
    let mut watch = watcher.watch([table]);
    loop {
        match watch.next().await {
            Some(Ok(Update::Snapshot(_))) => drop(not_there.take()),
            Some(Ok(Update::Event(_) | Update::Presence(_) | Update::Heartbeat(_))) => {}
            Some(Ok(Update::Failed(_))) | None => return measured.failed("a quiet table cannot be watched".to_owned()),
            Some(Err(error)) => return measured.failed(reason(&error)),
        }
    }
}

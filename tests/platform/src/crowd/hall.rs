//! Players in groups, and what their streams tell them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use corners_client::{Error, Session, Update};
use futures::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::game::Game;
use super::reading::patient;
use super::seen::Seen;
use crate::Stage;

/// How many calls are under way at once while games are made.
pub(crate) const AT_ONCE: usize = 64;

/// Everybody who plays.
#[derive(Debug)]
pub(crate) struct Hall {
    /// The two players of each group, on one connection.
    groups: Vec<[Session; 2]>,
    games_in_group: usize,
    began: Instant,
}

impl Hall {
    /// Players for so many games, in groups that share a stream for each of their two players: at most 64 games.
    pub(crate) async fn open(stage: &Stage, games: usize, games_in_group: usize) -> Self {
        let groups = stream::iter(0..games.div_ceil(games_in_group)).map(|_| async {
            let corners = stage.connect(patient()).await;
            let [white, black] = [stage.player().await, stage.player().await];
            [white.over(&corners), black.over(&corners)]
        });
        Self {
            groups: groups.buffered(8).collect().await,
            games_in_group,
            began: Instant::now(),
        }
    }

    /// The moment from which all times are counted.
    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    /// New games with these reserves, in this order.
    pub(crate) async fn seat(&self, reserves: impl IntoIterator<Item = Duration>) -> Result<Vec<Game>, Error> {
        let games = stream::iter(reserves.into_iter().enumerate()).map(|(number, reserve)| {
            let [white, black] = &self.groups[number / self.games_in_group];
            Game::begin(white, black, reserve)
        });
        games.buffered(AT_ONCE).try_collect().await
    }

    /// Opens the streams of both players of each group over the games that [`Hall::seat`] made, and waits until each has
    /// its snapshots.
    pub(crate) async fn watch(&self, games: &[Game]) -> Sights {
        let mut sights = Sights {
            seen: Arc::default(),
            streams: JoinSet::new(),
        };
        let (not_there, mut all_there) = tokio::sync::mpsc::channel::<()>(1);
        for (players, games) in self.groups.iter().zip(games.chunks(self.games_in_group)) {
            for (side, player) in players.iter().enumerate() {
                let tables: Vec<_> = games.iter().map(|game| game.table.clone()).collect();
                let follow = follow(
                    player.clone(),
                    tables,
                    // Both see the same; one of them writes it down.
                    (side == 0).then(|| Arc::clone(&sights.seen)),
                    self.began,
                    not_there.clone(),
                );
                sights.streams.spawn(follow);
            }
        }
        drop(not_there);
        // Nothing is ever sent: it ends when everybody is there.
        let _ = all_there.recv().await;
        sights
    }
}

type ByTable = BTreeMap<String, Vec<Seen>>;

/// What streams have told so far.
#[derive(Debug)]
pub(crate) struct Sights {
    seen: Arc<Mutex<ByTable>>,
    streams: JoinSet<Result<(), String>>,
}

impl Sights {
    /// Waits until all games have ended for all who watch them, and answers what was seen of each; or else, what went
    /// wrong with the streams or that it took too long, with what was seen until then.
    pub(crate) async fn until_all_ended(mut self, patience: Duration) -> (ByTable, Result<(), String>) {
        let all = async {
            while let Some(ended) = self.streams.join_next().await {
                ended.map_err(|error| error.to_string())??;
            }
            Ok(())
        };
        let ended = timeout(patience, all).await;
        let ended = ended.unwrap_or_else(|_| Err(format!("some game did not end within {patience:?}")));
        self.streams.shutdown().await;
        let seen = std::mem::take(&mut *self.seen.lock().unwrap());
        (seen, ended)
    }
}

async fn follow(
    player: Session,
    tables: Vec<String>,
    seen: Option<Arc<Mutex<ByTable>>>,
    began: Instant,
    not_there: tokio::sync::mpsc::Sender<()>,
) -> Result<(), String> {
    let mut not_there = Some(not_there);
    let mut snapshots_due = tables.len();
    let mut watch = player.watch(tables);
    while let Some(update) = watch.next_in_log().await {
        match update.map_err(|error| format!("a stream: {error}"))? {
            Update::Event(event) => {
                let sight = Seen::of(&event, began.elapsed()).ok_or("an event that is not whole")?;
                if let Some(seen) = &seen {
                    seen.lock().unwrap().entry(event.table).or_default().push(sight);
                }
            }
            _ if snapshots_due == 0 => {
                return Err("a second snapshot: the log is no longer the one that was seen".to_owned());
            }
            _ => {
                snapshots_due -= 1;
                if snapshots_due == 0 {
                    not_there = None;
                }
            }
        }
    }
    drop(not_there);
    Ok(())
}

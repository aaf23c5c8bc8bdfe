//! The course: games are made, all second moves are spread over some seconds, and so are the flags that follow.

use std::time::Duration;

use corners_client::Error;
use futures::future::join_all;
use futures::{StreamExt, TryStreamExt, stream};
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep_until};

use super::judge::{Facts, TableFacts, Verdict, judge};
use crate::Stage;
use crate::crowd::{AT_ONCE, Clock, Game, Hall};

/// Games that share a stream for each of their two players.
const GAMES_IN_GROUP: usize = 50;

/// From the last second move to the first flag, at least.
const PAUSE: Duration = Duration::from_secs(1);

/// No flag is so late.
const PATIENCE: Duration = Duration::from_secs(60);

/// Flags that fall while a clock replica is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// How many flags fall.
    pub tables: usize,
    /// In how long a time.
    pub within: Duration,
}

impl Campaign {
    /// Runs it on a stage with several clocks. Needs a runtime with several threads.
    pub async fn run(self, stage: &mut Stage) -> Verdict {
        let hall = Hall::open(stage, self.tables, GAMES_IN_GROUP).await;
        let clock = Clock::of(stage, hall.began()).await;
        // White's clock runs from Black's first move on: all have the same time, and it is up in the order of these moves.
        let reserve = self.within + self.within / 2 + PAUSE;
        let games = hall.seat((0..self.tables).map(|_| reserve)).await.unwrap();
        first_moves(&games).await.unwrap();
        let sights = hall.watch(&games).await;
        let start = Instant::now();
        let second_moves = games.iter().zip(0..).map(|(game, number)| {
            let due = start + self.share(number);
            let game = game.clone();
            tokio::spawn(async move {
                sleep_until(due).await;
                game.play(2, None).await.map(drop).map_err(|error| error.to_string())
            })
        });
        let second_moves = join_all(second_moves).await;
        let before = clock.read_soon().await;
        sleep_until(start + reserve + self.within / 2).await;
        block_in_place(|| stage.clocks[0].kill());
        let killed = clock.read_soon().await;
        let (mut seen, watched) = sights.until_all_ended(PATIENCE + reserve).await;
        let stored = stored_ends(&games).await;
        let after = clock.read_soon().await;
        let tables = games.iter().zip(second_moves).zip(stored);
        let tables = tables.map(|((game, moved), stored)| TableFacts {
            table: game.table.clone(),
            failure: moved
                .unwrap()
                .and(stored.as_ref().map(drop).map_err(Clone::clone))
                .err(),
            events: seen.remove(&game.table).unwrap_or_default(),
            stored_end_ms: stored.ok().flatten(),
        });
        judge(&Facts {
            tables: tables.collect(),
            before,
            killed_ms: killed.game_ms,
            after,
            failure: watched.err(),
            within: self.within,
        })
    }

    /// The part of the time that belongs to the tables before this one.
    fn share(self, number: u32) -> Duration {
        self.within * number / u32::try_from(self.tables).unwrap()
    }
}

async fn first_moves(games: &[Game]) -> Result<(), Error> {
    let moves = stream::iter(games).map(|game| game.play(1, None));
    moves.buffer_unordered(AT_ONCE).try_for_each(async |_| Ok(())).await
}

/// What each log ends with, as GetTable reads it: the game time of the end, if there is one.
async fn stored_ends(games: &[Game]) -> Vec<Result<Option<u64>, String>> {
    let ends = stream::iter(games).map(async |game| game.stored_end_ms().await.map_err(|error| error.to_string()));
    ends.buffered(AT_ONCE).collect().await
}

//! How soon calls are answered over a full database.

use std::path::Path;
use std::time::{Duration, Instant};

use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::archive::v1::{GameFilter, GetGameRequest, ListGamesRequest};
use corners_proto::ids::TableId;
use corners_proto::time::timestamp;
use corners_service::internal::InternalChannel;
use corners_test_bench::{Failure, Operated, Times, load, per_second, say};
use futures::future::try_join_all;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::authority::Authority;
use crate::filling::{Filled, fill};
use crate::questions::{Question, questions};
use crate::replica::Replica;
use crate::{plans, store};

type Client = ArchiveServiceClient<InternalChannel>;

/// Calls of GetGame.
const CALLS: usize = 4000;
/// Callers that call again as soon as they are answered.
const CALLERS: usize = 16;
/// Calls a second that do not wait for each other.
const RATE: u64 = 500;

/// Pages of each kind that are timed for each question.
const PAGES: usize = 200;
const PAGE: usize = 50;

/// Pages that are turned at most to find as many games as a page can have.
const TURNED: usize = 1500;

pub async fn section(operated: &Operated, games: u32, plans: Option<&Path>) -> Result<(), Failure> {
    say(&format!("reads, {games} games, {}", load()));
    let filled = fill(operated, games).await?;
    let replica = Replica::start(store(operated).await?, &Authority::default())?;
    let client = replica.client();
    say(&format!("  p50 / p99 / max in ms, {}", load()));
    for callers in [1, CALLERS] {
        let (mut times, rate) = get_games(&client, &filled.tables, callers).await?;
        say(&format!("  GetGame, {callers} at once: {}, {rate:.0}/s", times.told()));
    }
    let mut times = get_games_at(&client, &filled.tables).await?;
    say(&format!(
        "  GetGame, {RATE}/s, from when each was due: {}",
        times.told()
    ));
    say(
        "  A page of 50 of ListGames: | first pages | the pages behind, by token | from any moment on | pages until 50 games or the end",
    );
    let questions = questions(&filled);
    let mut random = StdRng::seed_from_u64(1);
    for question in &questions {
        let mut timed = Timed::of(&client, &filled, question, &mut random).await?;
        say(&format!("  {}: {}", question.name, timed.told()));
    }
    say(&format!("  {}", load()));
    replica.stop().await?;
    match plans {
        Some(file) => plans::write(operated, &filled, &questions, file).await,
        None => Ok(()),
    }
}

async fn get_games(client: &Client, tables: &[TableId], callers: usize) -> Result<(Times, f64), Failure> {
    let begun = Instant::now();
    let calling = (0..callers).map(|caller| async move {
        let (mut times, mut client) = (Times::default(), client.clone());
        let mut random = StdRng::seed_from_u64(caller as u64);
        for _ in 0..CALLS / callers {
            let table = tables.choose(&mut random).ok_or("there are no games")?.to_string();
            let asked = Instant::now();
            client.get_game(GetGameRequest { table }).await?;
            times.note(asked.elapsed());
        }
        Ok::<_, Failure>(times)
    });
    let mut all = Times::default();
    for times in try_join_all(calling).await? {
        all.take(times);
    }
    Ok((all, per_second(CALLS, begun)))
}

/// Calls at a rate, each timed from the moment at which it was due.
async fn get_games_at(client: &Client, tables: &[TableId]) -> Result<Times, Failure> {
    let mut random = StdRng::seed_from_u64(7);
    let mut ticks = interval(Duration::from_secs(1) / RATE as u32);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut calls = JoinSet::new();
    for _ in 0..CALLS {
        let due = ticks.tick().await;
        let table = tables.choose(&mut random).ok_or("there are no games")?.to_string();
        let mut client = client.clone();
        calls.spawn(async move {
            let answer = client.get_game(GetGameRequest { table }).await;
            answer.map(|_| due.elapsed())
        });
    }
    let mut times = Times::default();
    while let Some(answered) = calls.join_next().await {
        times.note(answered??);
    }
    Ok(times)
}

/// A page that was asked for.
struct Page {
    games: usize,
    next: String,
}

async fn page(client: &Client, filter: &GameFilter, token: &str, times: &mut Times) -> Result<Page, Failure> {
    let request = ListGamesRequest {
        page_size: PAGE as i32,
        page_token: token.to_owned(),
        filter: Some(filter.clone()),
    };
    let mut client = client.clone();
    let asked = Instant::now();
    let answer = client.list_games(request).await?.into_inner();
    times.note(asked.elapsed());
    Ok(Page {
        games: answer.games.len(),
        next: answer.next_page_token,
    })
}

/// How long the pages of a question took.
struct Timed {
    first: Times,
    behind: Times,
    anywhere: Times,
    /// How many pages it took to find as many games as a page can have, or all there are.
    turned: usize,
    is_whole: bool,
}

impl Timed {
    async fn of(client: &Client, filled: &Filled, question: &Question, random: &mut StdRng) -> Result<Self, Failure> {
        let filter = &question.filter;
        let mut timed = Self {
            first: Times::default(),
            behind: Times::default(),
            anywhere: Times::default(),
            turned: 0,
            is_whole: true,
        };
        for _ in 0..PAGES {
            page(client, filter, "", &mut timed.first).await?;
        }
        timed.turn(client, filter).await?;
        for _ in 0..PAGES {
            let until_ms = filled.plan.from_ms + random.random_range(1..=filled.plan.span_ms);
            let from = filter
                .finished_from
                .filter(|from| from.seconds < timestamp(until_ms).seconds);
            let filter = GameFilter {
                finished_from: from,
                finished_until: Some(timestamp(until_ms)),
                ..filter.clone()
            };
            page(client, &filter, "", &mut timed.anywhere).await?;
        }
        Ok(timed)
    }

    /// Turns pages: until a page's worth of games is found, and at least as many as are timed.
    async fn turn(&mut self, client: &Client, filter: &GameFilter) -> Result<(), Failure> {
        let (mut token, mut found, mut pages) = (String::new(), 0, 0);
        while pages < TURNED && (found < PAGE || pages < PAGES) {
            let answer = page(client, filter, &token, &mut self.behind).await?;
            pages += 1;
            if found < PAGE {
                self.turned = pages;
            }
            found += answer.games;
            if answer.next.is_empty() {
                return Ok(());
            }
            token = answer.next;
        }
        self.is_whole = found >= PAGE;
        Ok(())
    }

    fn told(&mut self) -> String {
        let more = if self.is_whole { "" } else { " and more" };
        format!(
            "| {} | {} | {} | {}{more}",
            self.first.told(),
            self.behind.told(),
            self.anywhere.told(),
            self.turned
        )
    }
}

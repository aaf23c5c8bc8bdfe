//! What the archive can take and how quickly it answers, on a Postgres of its own that syncs every commit.
//!
//! `cargo bench -p corners-archive --bench archive -- [--games N] [--section recording|feed|reads]... [--plans FILE]`
//!
//! - *recording*: finished games that wait at a game-authority are archived by one and by two replicas, as fast as they can;
//!   beside it the same rows by COPY into tables without indexes, committed as often over as many connections.
//! - *feed*: from the answer to the commit until a consumer has the event, while games are recorded at a rate and as fast as
//!   they can, with 1, 100 and 2,000 consumers; and what that asks of the database.
//! - *reads*: the database is filled with N games (1,000,000), then GetGame and pages of ListGames are timed, and with
//!   `--plans` what Postgres did for them is written down.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    dead_code,
    reason = "a bench fails by panicking, with helpers of the tests"
)]

#[path = "../../tests/it/generator/mod.rs"]
mod generator;

mod authority;
mod feed;
mod filling;
mod plans;
mod questions;
mod reads;
mod recording;
mod replica;
mod watched;

use std::path::PathBuf;
use std::sync::Arc;

use corners_archive::store::PostgresArchiveStore;
use corners_test_bench::{DESCRIPTION, Failure, Operated, build, listen, say};

/// What is to be measured.
struct Wanted {
    games: u32,
    sections: Vec<String>,
    plans: Option<PathBuf>,
}

impl Wanted {
    fn of(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut wanted = Self {
            games: 1_000_000,
            sections: Vec::new(),
            plans: None,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match &*word {
                // `cargo bench` adds this one.
                "--bench" => {}
                "--games" => wanted.games = value()?.parse()?,
                "--section" => wanted.sections.push(value()?),
                "--plans" => wanted.plans = Some(value()?.into()),
                other => return Err(format!("{other} is no argument of this bench").into()),
            }
        }
        Ok(wanted)
    }

    fn has(&self, section: &str) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|wanted| wanted == section)
    }
}

/// A store as a replica has it.
pub async fn store(operated: &Operated) -> Result<Arc<PostgresArchiveStore>, Failure> {
    Ok(Arc::new(PostgresArchiveStore::open(&operated.config()).await?))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wanted = Wanted::of(std::env::args().skip(1))?;
    listen()?;
    say(&format!("{}; {DESCRIPTION}", build()));
    if wanted.has("recording") {
        recording::section(&Operated::start().await?).await?;
    }
    if wanted.has("feed") {
        feed::section(&Operated::start().await?).await?;
    }
    if wanted.has("reads") {
        let operated = Operated::start().await?;
        reads::section(&operated, wanted.games, wanted.plans.as_deref()).await?;
    }
    Ok(())
}

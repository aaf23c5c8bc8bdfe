//! What the rating service can take and how quickly it answers, on a Postgres of its own that syncs every commit.
//!
//! `cargo bench -p corners-rating --bench rating -- [--players N] [--section taking|reads|feed]... [--plans FILE]`
//!
//! - *taking*: results become ratings as fast as they can: by the store alone, then by the whole service from an archive that
//!   has them; beside it the same rows by COPY into tables without indexes, committed as often.
//! - *reads*: the database is filled with N players (1,000,000), then leaderboards, ranks, ratings and histories are asked for,
//!   also while results are taken; with `--plans` what Postgres did for them is written down.
//! - *feed*: from the answer of the store until a consumer has the event, with 1 and 100 consumers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    dead_code,
    reason = "a bench fails by panicking, with helpers of the tests"
)]

#[path = "../../tests/it/rig/archive.rs"]
mod archive;

mod calls;
mod crowd;
mod feed;
mod filling;
mod plans;
mod reads;
mod replica;
mod taking;
mod watched;

use std::path::PathBuf;
use std::sync::Arc;

use corners_rating::store::PostgresRatingStore;
use corners_test_bench::{DESCRIPTION, Failure, Operated, build, listen, say};

/// What is to be measured.
struct Wanted {
    players: u32,
    sections: Vec<String>,
    plans: Option<PathBuf>,
}

impl Wanted {
    fn of(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut wanted = Self {
            players: 1_000_000,
            sections: Vec::new(),
            plans: None,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match &*word {
                // `cargo bench` adds this one.
                "--bench" => {}
                "--players" => wanted.players = value()?.parse()?,
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
pub async fn store(operated: &Operated) -> Result<Arc<PostgresRatingStore>, Failure> {
    Ok(Arc::new(PostgresRatingStore::open(&operated.config()).await?))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wanted = Wanted::of(std::env::args().skip(1))?;
    listen()?;
    say(&format!("{}; {DESCRIPTION}", build()));
    if wanted.has("taking") {
        taking::section(&Operated::start().await?).await?;
    }
    if wanted.has("reads") {
        let operated = Operated::start().await?;
        reads::section(&operated, wanted.players, wanted.plans.as_deref()).await?;
    }
    if wanted.has("feed") {
        feed::section(&Operated::start().await?).await?;
    }
    Ok(())
}

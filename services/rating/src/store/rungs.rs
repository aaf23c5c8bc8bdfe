//! Places on leaderboards: how they are asked for, and what is made of the answers, whatever the store.

use corners_proto::ids::AccountId;
use corners_proto::stored::Unknown;

use super::stored::StoredStanding;
use super::{Leaders, Ranked, Rung};
use crate::domain::{Standing, points};

/// A place on a board, as values; before the first place there is an infinite rating.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) rating: f64,
    pub(super) player: String,
}

/// How many players there are on a board, and how many of them are at a place or before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) players: u64,
    pub(super) reached: u64,
}

impl Spot {
    /// The place behind which a page begins.
    pub(super) fn of(rung: Option<&Rung>) -> Self {
        Self {
            rating: rung.map_or(f64::INFINITY, |rung| rung.rating),
            player: rung.map(|rung| rung.player.to_string()).unwrap_or_default(),
        }
    }

    pub(super) fn at(row: &StoredStanding) -> Self {
        Self {
            rating: row.rating,
            player: row.player.clone(),
        }
    }

    /// The whole points there. Those with more are counted by steps, those with the same one by one.
    pub(super) fn points(&self) -> i32 {
        points(self.rating)
    }

    /// The rating where the next step begins.
    pub(super) fn next_step(&self) -> f64 {
        f64::from(self.points()) + 1.0
    }
}

/// A page of those behind a place.
pub(super) fn leaders(counts: Counts, behind: &[StoredStanding]) -> Result<Leaders, Unknown> {
    Ok(Leaders {
        players: counts.players,
        first_rank: counts.reached + 1,
        leaders: players(behind)?,
    })
}

/// Where a player is, with those before, the nearest first, and those behind.
pub(super) fn ranked(
    counts: Counts,
    before: Vec<StoredStanding>,
    own: StoredStanding,
    behind: Vec<StoredStanding>,
) -> Result<Ranked, Unknown> {
    let mut rows = before;
    let before = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    rows.reverse();
    rows.push(own);
    rows.extend(behind);
    Ok(Ranked {
        players: counts.players,
        rank: counts.reached,
        before,
        neighbours: players(&rows)?,
    })
}

fn players(rows: &[StoredStanding]) -> Result<Vec<(AccountId, Standing)>, Unknown> {
    let player = |row: &StoredStanding| Ok((row.player_in()?.player, row.standing()?));
    rows.iter().map(player).collect()
}

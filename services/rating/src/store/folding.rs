//! What is written when results become ratings, made of what was read: the same for every store.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use corners_proto::stored::{Unknown, of_kind, to_sql};

use super::stored::{StoredChange, StoredEvent, StoredStanding, pair_columns};
use super::words;
use crate::domain::{
    FinishedGame, Happened, Known, PairDay, Placement, PlayerIn, RatingEvent, Rulebook, Standing, Told, fold,
};

/// What was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    known: Known,
    spots: HashMap<PlayerIn, Spot>,
}

/// Where a standing counts among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    bots: bool,
    points: i32,
    is_listed: bool,
}

/// The end of the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The position of the last event.
    pub(super) last: i64,
    /// When it was recorded.
    pub(super) recorded_at_ms: i64,
}

/// What is to be written.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    pub(super) events: Vec<NewEvent>,
    pub(super) changes: Vec<StoredChange>,
    /// In the order of players and variants.
    pub(super) standings: Vec<StoredStanding>,
    /// In the order of boards and points.
    pub(super) steps: Vec<StepMove>,
    pub(super) end: End,
}

/// An event, and the players with the day if it is that a game was rated.
#[derive(Clone, Debug)]
pub(super) struct NewEvent {
    pub(super) event: StoredEvent,
    pub(super) pair: Option<(String, String, i64)>,
}

/// By how many more, or fewer, there are on a step of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepMove {
    pub(super) variant: String,
    pub(super) bots: bool,
    pub(super) points: i32,
    pub(super) listed: i64,
    pub(super) players: i64,
}

impl Found {
    pub(super) fn add_standing(&mut self, row: &StoredStanding) -> Result<(), Unknown> {
        let player_in = row.player_in()?;
        let spot = Spot {
            bots: row.bots,
            points: row.points,
            is_listed: row.is_listed,
        };
        self.known.standings.insert(player_in.clone(), row.standing()?);
        self.spots.insert(player_in, spot);
        Ok(())
    }

    /// Adds what has become of games, in order.
    pub(super) fn add_events(&mut self, events: Vec<RatingEvent>) {
        for event in events {
            self.known.games.entry(event.table).or_default().push(event.happened);
        }
    }

    pub(super) fn add_pair(&mut self, pair: PairDay, games: i64) {
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        self.known.pair_games.insert(pair, games);
    }

    /// Makes ratings of results.
    pub(super) fn fold(mut self, told: &[Told], rulebook: &Rulebook, end: End, now_ms: u64) -> Folded {
        let happened = fold(told, &mut self.known, rulebook);
        let recorded_at_ms = end.recorded_at_ms.max(to_sql(now_ms));
        let mut folded = Folded {
            events: Vec::with_capacity(happened.len()),
            changes: Vec::with_capacity(2 * happened.len()),
            standings: Vec::new(),
            steps: Vec::new(),
            end,
        };
        let mut changed = BTreeSet::new();
        for (game, happened) in &happened {
            folded.end = End {
                last: folded.end.last + 1,
                recorded_at_ms,
            };
            let changes = happened.changes();
            changed.extend(changes.iter().map(|change| change.player_in()));
            let stored = changes.iter().map(|change| StoredChange::of(change, folded.end.last));
            folded.changes.extend(stored);
            folded.events.push(new_event(game, happened, folded.end));
        }
        let mut steps = BTreeMap::new();
        for player_in in &changed {
            if let Some(standing) = self.known.standings.get(player_in) {
                let stored = stored_standing(player_in, standing, rulebook, now_ms);
                let spot = Spot {
                    bots: stored.bots,
                    points: stored.points,
                    is_listed: stored.is_listed,
                };
                if let Some(was) = self.spots.get(player_in) {
                    count(&mut steps, &player_in.variant, *was, -1);
                }
                count(&mut steps, &player_in.variant, spot, 1);
                folded.standings.push(stored);
            }
        }
        folded.steps = moves(steps);
        folded
    }
}

fn new_event(game: &FinishedGame, happened: &Happened, end: End) -> NewEvent {
    let (unrated_reason, pair) = match happened {
        Happened::Rated(_) => (None, PairDay::of(game)),
        Happened::Unrated(reason) => (Some(words::of_reason(*reason).to_owned()), None),
        Happened::Annulled(_) => (None, None),
    };
    NewEvent {
        event: StoredEvent {
            position: end.last,
            table_id: game.table.to_string(),
            variant: game.variant.clone(),
            outcome: words::of_outcome(happened).to_owned(),
            unrated_reason,
            recorded_at_ms: end.recorded_at_ms,
        },
        pair: pair.as_ref().map(pair_columns),
    }
}

fn stored_standing(player_in: &PlayerIn, standing: &Standing, rulebook: &Rulebook, now_ms: u64) -> StoredStanding {
    let system = rulebook.system(&player_in.variant);
    // A variant without a system has no standings.
    let placement = system.map(|system| Placement::of(standing, system, rulebook.policy()));
    let listed_until_ms = placement.map_or(0, |placement| placement.listed_until_ms);
    StoredStanding {
        player: player_in.player.to_string(),
        variant: player_in.variant.clone(),
        kind: of_kind(standing.kind),
        rating: standing.rating.rating,
        deviation: standing.rating.deviation,
        volatility: standing.rating.volatility,
        changes: to_sql(standing.changes),
        games: standing.games.into(),
        last_game_ms: to_sql(standing.last_game_ms),
        bots: standing.is_bots(),
        points: placement.map_or(0, |placement| placement.points),
        listed_until_ms: to_sql(listed_until_ms),
        is_listed: placement.is_some_and(|placement| placement.is_listed(now_ms)),
    }
}

type Steps<'a> = BTreeMap<(&'a str, bool, i32), (i64, i64)>;

fn count<'a>(steps: &mut Steps<'a>, variant: &'a str, spot: Spot, players: i64) {
    let (listed, all) = steps.entry((variant, spot.bots, spot.points)).or_default();
    *listed += if spot.is_listed { players } else { 0 };
    *all += players;
}

fn moves(steps: Steps<'_>) -> Vec<StepMove> {
    let moved = steps.into_iter().filter(|(_, moved)| *moved != (0, 0));
    moved
        .map(|((variant, bots, points), (listed, players))| StepMove {
            variant: variant.to_owned(),
            bots,
            points,
            listed,
            players,
        })
        .collect()
}

/// Results cannot be taken before a policy is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no policy is in force; put one in force before results are taken")]
pub(super) struct NoPolicy;

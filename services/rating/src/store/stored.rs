//! How standings, changes and events stand in tables: the values of their columns, the same in SQLite and in Postgres.

use std::collections::HashMap;
use std::error::Error;

use corners_glicko::Rating;
use corners_proto::stored::{Unknown, from_sql, id, kind, of_kind, to_sql, unknown};

use super::StoreError;
use super::words::{self, Outcome};
use crate::domain::{Change, Happened, PairDay, PlayerIn, Policy, RatingEvent, Rulebook, Standing};

/// A row of the table `standing`.
#[derive(Clone, Debug)]
pub(super) struct StoredStanding {
    pub(super) player: String,
    pub(super) variant: String,
    pub(super) kind: String,
    pub(super) rating: f64,
    pub(super) deviation: f64,
    pub(super) volatility: f64,
    pub(super) changes: i64,
    pub(super) games: i64,
    pub(super) last_game_ms: i64,
    pub(super) bots: bool,
    pub(super) points: i32,
    pub(super) listed_until_ms: i64,
    pub(super) is_listed: bool,
}

/// A row of the table `rating_change`.
#[derive(Clone, Debug)]
pub(super) struct StoredChange {
    pub(super) player: String,
    pub(super) variant: String,
    pub(super) number: i64,
    pub(super) position: i64,
    pub(super) cause: String,
    pub(super) table_id: String,
    pub(super) at_ms: i64,
    pub(super) kind: String,
    pub(super) before_rating: f64,
    pub(super) before_deviation: f64,
    pub(super) before_volatility: f64,
    pub(super) live_deviation: f64,
    pub(super) after_rating: f64,
    pub(super) after_deviation: f64,
    pub(super) after_volatility: f64,
    pub(super) side: String,
    pub(super) score: f64,
    pub(super) opponent: String,
    pub(super) opponent_kind: String,
    pub(super) opponent_rating: f64,
    pub(super) opponent_deviation: f64,
    pub(super) opponent_volatility: f64,
    pub(super) weight: f64,
}

/// A row of the table `rating_event`, but for the players of a rated game, who are there to be counted.
#[derive(Clone, Debug)]
pub(super) struct StoredEvent {
    pub(super) position: i64,
    pub(super) table_id: String,
    pub(super) variant: String,
    pub(super) outcome: String,
    pub(super) unrated_reason: Option<String>,
    pub(super) recorded_at_ms: i64,
}

impl StoredStanding {
    pub(super) fn player_in(&self) -> Result<PlayerIn, Unknown> {
        Ok(PlayerIn {
            player: id(&self.player)?,
            variant: self.variant.clone(),
        })
    }

    pub(super) fn standing(&self) -> Result<Standing, Unknown> {
        Ok(Standing {
            rating: rating(self.rating, self.deviation, self.volatility),
            changes: from_sql(self.changes),
            games: u32::try_from(self.games).unwrap_or(u32::MAX),
            last_game_ms: from_sql(self.last_game_ms),
            kind: kind(&self.kind)?,
        })
    }
}

impl StoredChange {
    /// A change, told by the event at this position.
    pub(super) fn of(change: &Change, position: i64) -> Self {
        Self {
            player: change.player.to_string(),
            variant: change.variant.clone(),
            number: to_sql(change.number),
            position,
            cause: words::of_cause(change.cause).to_owned(),
            table_id: change.table.to_string(),
            at_ms: to_sql(change.at_ms),
            kind: of_kind(change.kind),
            before_rating: change.before.rating,
            before_deviation: change.before.deviation,
            before_volatility: change.before.volatility,
            live_deviation: change.live_deviation,
            after_rating: change.after.rating,
            after_deviation: change.after.deviation,
            after_volatility: change.after.volatility,
            side: change.side.to_string(),
            score: change.score,
            opponent: change.opponent.to_string(),
            opponent_kind: of_kind(change.opponent_kind),
            opponent_rating: change.opponent_rating.rating,
            opponent_deviation: change.opponent_rating.deviation,
            opponent_volatility: change.opponent_rating.volatility,
            weight: change.weight,
        }
    }
}

impl TryFrom<StoredChange> for Change {
    type Error = Unknown;

    fn try_from(row: StoredChange) -> Result<Self, Unknown> {
        Ok(Self {
            player: id(&row.player)?,
            kind: kind(&row.kind)?,
            number: from_sql(row.number),
            cause: words::cause(&row.cause)?,
            table: id(&row.table_id)?,
            at_ms: from_sql(row.at_ms),
            before: rating(row.before_rating, row.before_deviation, row.before_volatility),
            live_deviation: row.live_deviation,
            after: rating(row.after_rating, row.after_deviation, row.after_volatility),
            side: words::side(&row.side)?,
            score: row.score,
            opponent: id(&row.opponent)?,
            opponent_kind: kind(&row.opponent_kind)?,
            opponent_rating: rating(row.opponent_rating, row.opponent_deviation, row.opponent_volatility),
            weight: row.weight,
            variant: row.variant,
        })
    }
}

/// Events with the changes that they tell, which are given in any order.
pub(super) fn events(rows: Vec<StoredEvent>, changes: Vec<StoredChange>) -> Result<Vec<RatingEvent>, Unknown> {
    let mut told: HashMap<i64, Vec<Change>> = HashMap::new();
    for change in changes {
        told.entry(change.position).or_default().push(change.try_into()?);
    }
    let event = |row: StoredEvent| event(row, &mut told);
    rows.into_iter().map(event).collect()
}

fn event(row: StoredEvent, told: &mut HashMap<i64, Vec<Change>>) -> Result<RatingEvent, Unknown> {
    let mut changes = || {
        let mut changes = told.remove(&row.position).unwrap_or_default();
        changes.sort_unstable_by_key(|change| change.side);
        let both = <[Change; 2]>::try_from(changes);
        both.map(Box::new)
            .map_err(|_| unknown("event without two changes", row.table_id.clone()))
    };
    let happened = match words::outcome(&row.outcome)? {
        Outcome::Rated => Happened::Rated(changes()?),
        Outcome::Annulled => Happened::Annulled(changes()?),
        Outcome::Unrated => Happened::Unrated(words::reason(row.unrated_reason.as_deref().unwrap_or_default())?),
    };
    Ok(RatingEvent {
        position: from_sql(row.position),
        table: id(&row.table_id)?,
        recorded_at_ms: from_sql(row.recorded_at_ms),
        happened,
        variant: row.variant,
    })
}

/// Two players in a variant on a day, as columns.
pub(super) fn pair_columns(pair: &PairDay) -> (String, String, i64) {
    (pair.low.to_string(), pair.high.to_string(), to_sql(pair.day))
}

/// The text of a policy that can be used. One policy has one text.
pub(super) fn policy_text(policy: &Policy) -> Result<String, StoreError> {
    let refused = |error: Box<dyn Error + Send + Sync>| StoreError::refused("adopt a policy", error);
    Rulebook::new(policy.clone()).map_err(|error| refused(error.into()))?;
    serde_json::to_string(policy).map_err(|error| refused(error.into()))
}

pub(super) fn policy(text: &str) -> Result<Policy, Unknown> {
    serde_json::from_str(text).map_err(|_| unknown("policy", text))
}

pub(super) fn rulebook(text: &str) -> Result<Rulebook, Unknown> {
    Rulebook::new(policy(text)?).map_err(|_| unknown("policy", text))
}

fn rating(rating: f64, deviation: f64, volatility: f64) -> Rating {
    Rating {
        rating,
        deviation,
        volatility,
    }
}

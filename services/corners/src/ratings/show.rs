//! What lists say of ratings.

use std::time::SystemTime;

use corners_client::proto::game::v1::Result as Outcome;
use corners_client::proto::rating::v1::{
    ChangeCause, DistributionStep, GetExpectedScoreResponse, Leader, PlayerRating, Rating, RatingChange,
};
use serde_json::{Value, json};

use crate::moment;
use crate::names::Names;
use crate::play::describe::score;
use crate::rows::Row;

/// What a player is rated in a variant.
pub(super) struct Rated {
    pub(super) account: String,
    pub(super) rating: PlayerRating,
}

/// A row that is about an account, whose name has a column.
pub(super) trait OfAccount: Row {
    fn account(&self) -> &str;
}

/// A row, and what its account is called.
pub(super) struct Named<R> {
    row: R,
    name: String,
}

impl<R: OfAccount> Named<R> {
    pub(super) fn new(row: R, names: &Names) -> Self {
        let name = names.name(row.account());
        Self { row, name }
    }
}

impl<R: OfAccount> Row for Named<R> {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;

    fn cells(&self, now: SystemTime) -> Vec<String> {
        let account = self.row.account();
        let cells = self.row.cells(now).into_iter();
        cells
            .map(|cell| if cell == account { self.name.clone() } else { cell })
            .collect()
    }

    fn object(&self) -> Value {
        self.row.object()
    }
}

impl OfAccount for Rated {
    fn account(&self) -> &str {
        &self.account
    }
}

impl Row for Rated {
    const COLUMNS: &'static [&'static str] = &["PLAYER", "VARIANT", "RATING", "DEVIATION", "GAMES", "LAST GAME"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let PlayerRating {
            variant,
            games,
            last_game_time,
            ..
        } = &self.rating;
        vec![
            self.account.clone(),
            variant.clone(),
            shown(&self.rating),
            format!("{:.1}", self.rating.rating.unwrap_or_default().deviation),
            games.to_string(),
            moment::show(*last_game_time),
        ]
    }

    fn object(&self) -> Value {
        rated(&self.account, &self.rating)
    }
}

impl OfAccount for Leader {
    fn account(&self) -> &str {
        &self.player
    }
}

impl Row for Leader {
    const COLUMNS: &'static [&'static str] = &["RANK", "PLAYER", "RATING", "DEVIATION", "GAMES"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let rating = self.rating.clone().unwrap_or_default();
        vec![
            self.rank.to_string(),
            self.player.clone(),
            shown(&rating),
            format!("{:.1}", rating.rating.unwrap_or_default().deviation),
            rating.games.to_string(),
        ]
    }

    fn object(&self) -> Value {
        let mut object = rated(&self.player, &self.rating.clone().unwrap_or_default());
        object["rank"] = self.rank.into();
        object
    }
}

impl OfAccount for RatingChange {
    fn account(&self) -> &str {
        &self.opponent
    }
}

impl Row for RatingChange {
    const COLUMNS: &'static [&'static str] = &["NUMBER", "TIME", "TABLE", "OPPONENT", "SCORE", "RATING", "CHANGE"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let (before, after) = (self.before.unwrap_or_default(), self.after.unwrap_or_default());
        let score = match self.cause() {
            ChangeCause::Annulment => "annulled".to_owned(),
            ChangeCause::Game | ChangeCause::Unspecified => self.score.to_string(),
        };
        vec![
            self.number.to_string(),
            moment::show(self.time),
            self.table.clone(),
            self.opponent.clone(),
            score,
            format!("{:.1}", after.rating),
            format!("{:+.1}", after.rating - before.rating),
        ]
    }

    fn object(&self) -> Value {
        change(self)
    }
}

impl Row for DistributionStep {
    const COLUMNS: &'static [&'static str] = &["FROM", "PLAYERS", "ALL PLAYERS"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        vec![
            self.from.to_string(),
            self.players.to_string(),
            self.all_players.to_string(),
        ]
    }

    fn object(&self) -> Value {
        json!({ "from": self.from, "players": self.players, "all_players": self.all_players })
    }
}

/// What a result would do.
pub(super) struct Prospect {
    result: Outcome,
    before: [Rating; 2],
    after: [Rating; 2],
    expected_score: f64,
}

/// What each result of a pairing would do.
pub(super) fn prospects(answer: &GetExpectedScoreResponse) -> Vec<Prospect> {
    let rating = |player: &Option<PlayerRating>| player.as_ref().and_then(|player| player.rating).unwrap_or_default();
    let before = [rating(&answer.white), rating(&answer.black)];
    let prospect = |prospect: &corners_client::proto::rating::v1::Prospect| Prospect {
        result: prospect.result(),
        before,
        after: [
            prospect.white_after.unwrap_or_default(),
            prospect.black_after.unwrap_or_default(),
        ],
        expected_score: answer.expected_score,
    };
    answer.prospects.iter().map(prospect).collect()
}

impl Row for Prospect {
    const COLUMNS: &'static [&'static str] = &["RESULT", "WHITE", "CHANGE", "BLACK", "CHANGE"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let mut cells = vec![score(self.result).to_owned()];
        for (before, after) in self.before.iter().zip(&self.after) {
            cells.push(format!("{:.1}", after.rating));
            cells.push(format!("{:+.1}", after.rating - before.rating));
        }
        cells
    }

    fn object(&self) -> Value {
        json!({
            "result": score(self.result),
            "expected_score": self.expected_score,
            "white_before": numbers(&self.before[0]),
            "white_after": numbers(&self.after[0]),
            "black_before": numbers(&self.before[1]),
            "black_after": numbers(&self.after[1]),
        })
    }
}

/// A rating as players are shown it: with a question mark while it is provisional.
fn shown(rating: &PlayerRating) -> String {
    let mark = if rating.provisional { "?" } else { "" };
    format!("{:.0}{mark}", rating.rating.unwrap_or_default().rating)
}

fn rated(account: &str, rating: &PlayerRating) -> Value {
    let mut object = numbers(&rating.rating.unwrap_or_default());
    object["player"] = account.into();
    object["variant"] = rating.variant.as_str().into();
    object["provisional"] = rating.provisional.into();
    object["games"] = rating.games.into();
    object["last_game"] = moment::show(rating.last_game_time).into();
    object
}

fn numbers(rating: &Rating) -> Value {
    json!({ "rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility })
}

/// A change as an object.
pub(super) fn change(change: &RatingChange) -> Value {
    json!({
        "player": change.player,
        "variant": change.variant,
        "number": change.number,
        "cause": match change.cause() {
            ChangeCause::Annulment => "annulment",
            ChangeCause::Game | ChangeCause::Unspecified => "game",
        },
        "table": change.table,
        "time": moment::show(change.time),
        "score": change.score,
        "opponent": change.opponent,
        "before": numbers(&change.before.unwrap_or_default()),
        "live_deviation": change.live_deviation,
        "after": numbers(&change.after.unwrap_or_default()),
        "weight": change.weight,
    })
}

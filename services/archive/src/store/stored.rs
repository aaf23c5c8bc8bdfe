//! How a game stands in tables: the values of its columns, the same in SQLite and in Postgres.

use corners_proto::stored::{Unknown, from_sql, id, kind, of_kind, to_sql, unknown};
use corners_rules::Variant;

use super::words;
use crate::domain::{Annulment, ArchivedGame, Blame, Ending, Game, Player, Ply, Rating, TimeControl};

/// A row of the table `game`.
#[derive(Clone, Debug)]
pub(super) struct StoredGame {
    pub(super) table_id: String,
    pub(super) variant: String,
    pub(super) time_kind: String,
    pub(super) reserve_ms: Option<i64>,
    pub(super) increment_ms: Option<i64>,
    pub(super) days_per_move: Option<i64>,
    pub(super) takebacks: String,
    pub(super) rated: bool,
    pub(super) creator: String,
    pub(super) white: Option<String>,
    pub(super) white_kind: Option<String>,
    pub(super) white_rating: Option<f64>,
    pub(super) white_deviation: Option<f64>,
    pub(super) black: Option<String>,
    pub(super) black_kind: Option<String>,
    pub(super) black_rating: Option<f64>,
    pub(super) black_deviation: Option<f64>,
    pub(super) created_at_ms: i64,
    pub(super) started_at_ms: Option<i64>,
    pub(super) finished_at_ms: i64,
    pub(super) start_position: String,
    pub(super) final_position: String,
    pub(super) plies: i64,
    pub(super) white_ms: Option<i64>,
    pub(super) black_ms: Option<i64>,
    pub(super) reason: String,
    pub(super) result: String,
    pub(super) annulled_at_ms: Option<i64>,
    pub(super) annulled_by: Option<String>,
    pub(super) annul_note: Option<String>,
    pub(super) aborted_by: Option<String>,
    pub(super) no_show: bool,
}

impl From<&Game> for StoredGame {
    fn from(game: &Game) -> Self {
        let (time_kind, reserve_ms, increment_ms, days_per_move) = time_columns(game.time_control);
        let rating = |player: &Option<Player>| player.as_ref().and_then(|player| player.rating);
        let (white, black) = (rating(&game.white), rating(&game.black));
        Self {
            table_id: game.table.to_string(),
            variant: game.variant.id().to_owned(),
            time_kind: time_kind.to_owned(),
            reserve_ms,
            increment_ms,
            days_per_move,
            takebacks: words::of_takebacks(game.takebacks),
            rated: game.rated,
            creator: game.creator.to_string(),
            white: game.white.map(|player| player.account.to_string()),
            white_kind: game.white.map(|player| of_kind(player.kind)),
            white_rating: white.map(|rating| rating.rating),
            white_deviation: white.map(|rating| rating.deviation),
            black: game.black.map(|player| player.account.to_string()),
            black_kind: game.black.map(|player| of_kind(player.kind)),
            black_rating: black.map(|rating| rating.rating),
            black_deviation: black.map(|rating| rating.deviation),
            created_at_ms: to_sql(game.created_at_ms),
            started_at_ms: game.started_at_ms.map(to_sql),
            finished_at_ms: to_sql(game.finished_at_ms),
            start_position: game.start_position.clone(),
            final_position: game.final_position.clone(),
            plies: i64::try_from(game.moves.len()).unwrap_or(i64::MAX),
            white_ms: game.clocks_ms.map(|(white, _)| to_sql(white)),
            black_ms: game.clocks_ms.map(|(_, black)| to_sql(black)),
            reason: words::of_reason(game.ending.reason),
            result: words::of_result(game.ending.result).to_owned(),
            annulled_at_ms: None,
            annulled_by: None,
            annul_note: None,
            aborted_by: game.ending.blame.map(|blame| words::of_side(blame.side)),
            no_show: game.ending.blame.is_some_and(|blame| blame.no_show),
        }
    }
}

fn time_columns(control: TimeControl) -> (&'static str, Option<i64>, Option<i64>, Option<i64>) {
    match control {
        TimeControl::Untimed => ("untimed", None, None, None),
        TimeControl::RealTime {
            reserve_ms,
            increment_ms,
        } => ("real-time", Some(to_sql(reserve_ms)), Some(to_sql(increment_ms)), None),
        TimeControl::Correspondence { days_per_move } => ("correspondence", None, None, Some(days_per_move.into())),
    }
}

impl StoredGame {
    /// The game with these moves.
    pub(super) fn with_moves(self, moves: Vec<Ply>) -> Result<ArchivedGame, Unknown> {
        let annulment = self.annulment()?;
        let blame = self.blame()?;
        let clocks_ms = self.white_ms.map(from_sql).zip(self.black_ms.map(from_sql));
        let time_control = self.time_control()?;
        let white = player(self.white, self.white_kind, self.white_rating, self.white_deviation)?;
        let black = player(self.black, self.black_kind, self.black_rating, self.black_deviation)?;
        let game = Game {
            table: id(&self.table_id)?,
            variant: Variant::find(&self.variant).ok_or_else(|| unknown("variant", &self.variant))?,
            time_control,
            takebacks: words::takebacks(&self.takebacks)?,
            rated: self.rated,
            creator: id(&self.creator)?,
            white,
            black,
            created_at_ms: from_sql(self.created_at_ms),
            started_at_ms: self.started_at_ms.map(from_sql),
            finished_at_ms: from_sql(self.finished_at_ms),
            start_position: self.start_position,
            final_position: self.final_position,
            moves,
            clocks_ms,
            ending: Ending {
                reason: words::reason(&self.reason)?,
                result: words::result(&self.result)?,
                blame,
            },
        };
        Ok(ArchivedGame {
            game,
            plies: u32::try_from(self.plies).unwrap_or(u32::MAX),
            annulment,
        })
    }

    fn blame(&self) -> Result<Option<Blame>, Unknown> {
        let Some(side) = &self.aborted_by else {
            return Ok(None);
        };
        Ok(Some(Blame {
            side: words::side(side)?,
            no_show: self.no_show,
        }))
    }

    fn annulment(&self) -> Result<Option<Annulment>, Unknown> {
        let (Some(at_ms), Some(by)) = (self.annulled_at_ms, &self.annulled_by) else {
            return Ok(None);
        };
        Ok(Some(Annulment {
            at_ms: from_sql(at_ms),
            by: id(by)?,
            note: self.annul_note.clone().unwrap_or_default(),
        }))
    }

    fn time_control(&self) -> Result<TimeControl, Unknown> {
        match (&*self.time_kind, self.reserve_ms, self.increment_ms, self.days_per_move) {
            ("untimed", ..) => Ok(TimeControl::Untimed),
            ("real-time", Some(reserve_ms), Some(increment_ms), _) => Ok(TimeControl::RealTime {
                reserve_ms: from_sql(reserve_ms),
                increment_ms: from_sql(increment_ms),
            }),
            ("correspondence", _, _, Some(days)) => Ok(TimeControl::Correspondence {
                days_per_move: u32::try_from(days).unwrap_or(0),
            }),
            (kind, ..) => Err(unknown("time control", kind)),
        }
    }
}

fn player(
    account: Option<String>,
    word: Option<String>,
    rating: Option<f64>,
    deviation: Option<f64>,
) -> Result<Option<Player>, Unknown> {
    let (Some(account), Some(word)) = (account, word) else {
        return Ok(None);
    };
    Ok(Some(Player {
        account: id(&account)?,
        kind: kind(&word)?,
        rating: rating
            .zip(deviation)
            .map(|(rating, deviation)| Rating { rating, deviation }),
    }))
}

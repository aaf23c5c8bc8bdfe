//! What a list says of a game.

use std::sync::Arc;
use std::time::SystemTime;

use corners_client::Session;
use corners_client::proto::archive::v1::Game;
use corners_client::proto::game::v1::Side;
use serde_json::{Value, json};

use crate::moment;
use crate::names::Names;
use crate::play::describe::{end_reason, score};
use crate::rows::Row;

/// A game, and what accounts are called.
pub(super) struct NamedGame {
    game: Game,
    names: Arc<Names>,
}

/// Games with the names of their players.
pub(super) async fn named(session: &Session, games: Vec<Game>) -> Vec<NamedGame> {
    let seats = games.iter().flat_map(|game| &game.seats);
    let names = Names::of(session, seats.map(|seat| seat.account.as_str())).await;
    let names = Arc::new(names);
    let with_names = |game| NamedGame {
        game,
        names: Arc::clone(&names),
    };
    games.into_iter().map(with_names).collect()
}

impl NamedGame {
    fn account(&self, side: Side) -> Option<&str> {
        let mut seats = self.game.seats.iter();
        seats.find(|seat| seat.side() == side).map(|seat| seat.account.as_str())
    }

    fn player(&self, side: Side) -> String {
        self.names.name(self.account(side).unwrap_or("?"))
    }
}

impl Row for NamedGame {
    const COLUMNS: &'static [&'static str] = &[
        "TABLE", "ENDED", "VARIANT", "WHITE", "BLACK", "RESULT", "REASON", "PLIES",
    ];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let ending = self.game.ending.unwrap_or_default();
        let annulled = if self.game.annulment.is_some() {
            " (annulled)"
        } else {
            ""
        };
        vec![
            self.game.table.clone(),
            moment::show(self.game.finish_time),
            self.game.variant.clone(),
            self.player(Side::White),
            self.player(Side::Black),
            format!("{}{annulled}", score(ending.result())),
            end_reason(ending.reason()).to_owned(),
            self.game.plies.to_string(),
        ]
    }

    fn object(&self) -> Value {
        let ending = self.game.ending.unwrap_or_default();
        json!({
            "table": self.game.table,
            "ended": moment::show(self.game.finish_time),
            "variant": self.game.variant,
            "rated": self.game.rated,
            "white": self.account(Side::White),
            "black": self.account(Side::Black),
            "result": score(ending.result()),
            "reason": end_reason(ending.reason()),
            "plies": self.game.plies,
            "annulled": self.game.annulment.is_some(),
        })
    }
}

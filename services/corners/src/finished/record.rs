//! A finished game as a line of JSON.

use corners_client::proto::game::v1::{EndReason, Result as Outcome, Side, Table};
use serde::Serialize;

/// A finished game.
#[derive(Debug, Serialize)]
pub(super) struct GameRecord<'a> {
    table: &'a str,
    variant: &'a str,
    start: &'a str,
    white: Option<&'a str>,
    black: Option<&'a str>,
    moves: Vec<&'a str>,
    /// The mover's time left after each move, in milliseconds; empty in an untimed game.
    remaining_ms: Vec<u64>,
    result: &'static str,
    reason: String,
    created_at_ms: i64,
}

impl<'a> GameRecord<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        let state = table.state.as_ref();
        let ending = state.and_then(|state| state.ending).unwrap_or_default();
        let account = |side: Side| {
            let mut seats = state?.seats.iter();
            seats.find(|seat| seat.side() == side).map(|seat| seat.account.as_str())
        };
        Self {
            table: &table.id,
            variant: table
                .variant
                .as_ref()
                .map(|variant| variant.id.as_str())
                .unwrap_or_default(),
            start: &table.start_position,
            white: account(Side::White),
            black: account(Side::Black),
            moves: table.moves.iter().map(|played| played.path.as_str()).collect(),
            remaining_ms: table.moves.iter().filter_map(|played| played.remaining_ms).collect(),
            result: result(ending.result()),
            reason: reason(ending.reason()),
            created_at_ms: table
                .create_time
                .map_or(0, |time| time.seconds * 1000 + i64::from(time.nanos) / 1_000_000),
        }
    }
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "1-0",
        Outcome::BlackWins => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Unspecified => "*",
    }
}

/// The reason's name in the rules, such as `move-limit`.
fn reason(reason: EndReason) -> String {
    let name = reason.as_str_name().trim_start_matches("END_REASON_");
    name.to_ascii_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use corners_client::proto::game::v1::{Ending, PlayedMove, Seat, TableState};

    use super::*;

    #[test]
    fn a_game_is_one_line_with_everything_that_was_played() {
        let played = |path: &str, remaining_ms| PlayedMove {
            path: path.to_owned(),
            remaining_ms: Some(remaining_ms),
            ..PlayedMove::default()
        };
        let state = TableState {
            seats: vec![Seat {
                side: Side::Black.into(),
                account: "b".to_owned(),
                kind: 0,
                rating: None,
            }],
            ending: Some(Ending {
                reason: EndReason::DrawAgreement.into(),
                result: Outcome::Draw.into(),
            }),
            ..TableState::default()
        };
        let table = Table {
            id: "t".to_owned(),
            moves: vec![played("c3-d3", 1), played("f6-e6", 2)],
            state: Some(state),
            ..Table::default()
        };
        let line = serde_json::to_string(&GameRecord::of(&table)).unwrap();
        assert_eq!(
            line,
            r#"{"table":"t","variant":"","start":"","white":null,"black":"b","moves":["c3-d3","f6-e6"],"remaining_ms":[1,2],"result":"1/2-1/2","reason":"draw-agreement","created_at_ms":0}"#
        );
    }
}

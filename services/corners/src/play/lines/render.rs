//! The table as plain text.

use corners_client::proto::game::v1::{Side, TableStatus};

use crate::play::describe;
use crate::play::model::{Model, Offer, Rematch};

/// What is printed first.
pub(crate) fn banner(model: &Model) -> String {
    let table = format!("table: {}\n", model.table.id);
    if model.state().status() == TableStatus::Open && model.side() != Side::Unspecified {
        format!("{table}join: {}\n", model.join)
    } else {
        table
    }
}

/// The board and how the game stands.
pub(crate) fn page(model: &Model) -> String {
    let mut text = String::new();
    let rows = model.board.rows(model.bottom());
    for row in &rows {
        let number = row.first().map_or(0, |square| square.rank() + 1);
        text.push_str(&format!("{number:>2}"));
        for square in row {
            text.push_str(match model.board.at(*square) {
                Side::White => " w",
                Side::Black => " b",
                Side::Unspecified => " .",
            });
        }
        text.push('\n');
    }
    text.push_str("  ");
    for square in rows.first().map(Vec::as_slice).unwrap_or_default() {
        text.push_str(&format!(" {}", char::from(b'a' + square.file())));
    }
    text.push('\n');
    standing(model)
        .iter()
        .for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

/// How playing again stands.
pub(crate) const fn rematch(rematch: Rematch) -> &'static str {
    match rematch {
        Rematch::Nobody => "",
        Rematch::Own => "rematch: you offer it\n",
        Rematch::Rival => "rematch: the other player offers it; write rematch or decline\n",
        Rematch::Ended => "rematch: there will be none\n",
    }
}

fn standing(model: &Model) -> Vec<String> {
    let state = model.state();
    let mut lines = vec![format!("position: {}", state.position)];
    if let Some(last) = &state.last_move {
        lines.push(format!("last: {}", last.path));
    }
    if let Some(clocks) = &state.clocks {
        let reading = |side| describe::clock(model.clock.remaining_ms(clocks, side, model.clock_moment()));
        lines.push(format!(
            "clocks: White {}, Black {}",
            reading(Side::White),
            reading(Side::Black)
        ));
    }
    if let Some((by, offer)) = model.open_offer() {
        let what = match offer {
            Offer::Draw => "a draw",
            Offer::Takeback => "a takeback",
        };
        lines.push(format!(
            "offer: {} offers {what}; write accept or decline",
            describe::side(by)
        ));
    }
    lines.push(match (&state.ending, state.status()) {
        (Some(ending), _) => format!("result: {}", describe::ending(ending)),
        (None, TableStatus::Open) => "waiting for the other player".to_owned(),
        (None, _) if model.is_my_turn() => format!("your move ({})", describe::side(model.side())),
        (None, _) => format!("{} to move", describe::side(state.side_to_move())),
    });
    lines
}

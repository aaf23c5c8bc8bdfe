//! The board: squares, pieces and what is marked on them.

use corners_client::proto::game::v1::{Side, Variant};
use corners_rules::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::play::board::squares;
use crate::play::model::Model;

/// Columns left of the board, for the rank numbers.
const MARGIN: u16 = 3;

/// How large a square is drawn, in columns and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    columns: u16,
    lines: u16,
}

const SCALES: [Scale; 3] = [
    Scale { columns: 7, lines: 3 },
    Scale { columns: 5, lines: 2 },
    Scale { columns: 3, lines: 1 },
];

impl Scale {
    /// The largest scale at which the board fits.
    pub(super) fn fitting(size: u8, room: Rect) -> Option<Scale> {
        SCALES.into_iter().find(|scale| {
            let (width, height) = scale.extent(size);
            width <= room.width && height <= room.height
        })
    }

    /// The least room that a board needs, in columns and lines.
    pub(super) fn least(size: u8) -> (u16, u16) {
        SCALES[SCALES.len() - 1].extent(size)
    }

    /// The room that a board takes, with its letters and numbers.
    pub(super) fn extent(self, size: u8) -> (u16, u16) {
        (
            MARGIN + u16::from(size) * self.columns,
            u16::from(size) * self.lines + 1,
        )
    }
}

/// What is marked on a square, beside the piece that may stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// The chosen piece can step here.
    Step,
    /// A chain of jumps of the chosen piece can end here.
    ChainEnd,
    /// The last move left from here, or landed here on its way.
    LastWay,
    /// The last move ended here.
    LastEnd,
    /// The chosen piece.
    Chosen,
    None,
}

pub(super) fn draw(buffer: &mut Buffer, area: Rect, scale: Scale, model: &Model) {
    let rows = model.board.rows(model.bottom());
    for (row, line) in (0_u16..).zip(&rows) {
        let top = area.y + row * scale.lines;
        if let Some(first) = line.first() {
            let number = format!("{:>2}", first.rank() + 1);
            buffer.set_string(area.x, top + (scale.lines - 1) / 2, number, Style::new().dim());
        }
        for (column, square) in (0_u16..).zip(line) {
            let place = Rect {
                x: area.x + MARGIN + column * scale.columns,
                y: top,
                width: scale.columns,
                height: scale.lines,
            };
            draw_square(buffer, place, *square, model);
        }
    }
    let letters = rows.first().map(Vec::as_slice).unwrap_or_default();
    for (column, square) in (0_u16..).zip(letters) {
        let x = area.x + MARGIN + column * scale.columns + scale.columns / 2;
        let letter = char::from(b'a' + square.file()).to_string();
        buffer.set_string(x, area.y + area.height - 1, letter, Style::new().dim());
    }
}

fn draw_square(buffer: &mut Buffer, place: Rect, square: Square, model: &Model) {
    let mark = mark(square, model);
    let side = model.board.at(square);
    let style = Style::new().bg(background(square, mark, model));
    buffer.set_style(place, style);
    let (symbol, style) = match (side, mark) {
        (Side::White, _) => ("○", style.fg(Color::Indexed(231)).add_modifier(Modifier::BOLD)),
        (Side::Black, _) => ("●", style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD)),
        (Side::Unspecified, Mark::Step) => ("·", style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD)),
        (Side::Unspecified, Mark::ChainEnd) => ("◇", style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD)),
        (Side::Unspecified, Mark::LastWay) => ("+", style.fg(Color::Indexed(16))),
        _ => (" ", style),
    };
    let (x, y) = (place.x + place.width / 2, place.y + (place.height - 1) / 2);
    buffer.set_string(x, y, symbol, style);
    let has_cursor = square == model.cursor && model.side() != Side::Unspecified;
    let around = if has_cursor {
        ("[", "]")
    } else if mark == Mark::Chosen {
        ("(", ")")
    } else if mark == Mark::LastEnd {
        ("'", "'")
    } else {
        return;
    };
    let style = style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD);
    buffer.set_string(x - 1, y, around.0, style);
    buffer.set_string(x + 1, y, around.1, style);
}

fn mark(square: Square, model: &Model) -> Mark {
    if let Some(chosen) = model.selected {
        if square == chosen {
            return Mark::Chosen;
        }
        if let Some(legal) = model.move_between(chosen, square) {
            let is_step = legal
                .path
                .parse::<corners_rules::Path>()
                .is_ok_and(|path| path.is_step());
            return if is_step { Mark::Step } else { Mark::ChainEnd };
        }
    }
    let last = model
        .state()
        .last_move
        .as_ref()
        .map(|last| squares(&last.path))
        .unwrap_or_default();
    match last.split_last() {
        Some((end, _)) if *end == square => Mark::LastEnd,
        Some((_, way)) if way.contains(&square) => Mark::LastWay,
        _ => Mark::None,
    }
}

/// Corner squares are tinted by whose goal they are; the marks of the last move and of the choice stand out.
fn background(square: Square, mark: Mark, model: &Model) -> Color {
    match mark {
        Mark::Chosen => return Color::Indexed(179),
        Mark::LastWay | Mark::LastEnd => return Color::Indexed(143),
        Mark::Step | Mark::ChainEnd | Mark::None => {}
    }
    let is_dark = (square.file() + square.rank()).is_multiple_of(2);
    let name = square.to_string();
    let is_home = |home: fn(&Variant) -> &Vec<String>| {
        model
            .table
            .variant
            .as_ref()
            .is_some_and(|variant| home(variant).contains(&name))
    };
    let (dark, light) = if is_home(|variant| &variant.white_home) {
        (67, 110)
    } else if is_home(|variant| &variant.black_home) {
        (96, 139)
    } else {
        (137, 180)
    };
    Color::Indexed(if is_dark { dark } else { light })
}

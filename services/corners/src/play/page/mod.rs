//! The page of the terminal: a pure function of the model.

mod board;
mod panel;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::act::Action;
use super::model::{Model, Question};

/// The least width of the panel beside the board.
const PANEL_WIDTH: u16 = 27;

/// Lines below the board: what is being typed or said, and the keys.
const FOOT: u16 = 3;

const KEYS: &str = "arrows Tab Enter: move  c3-d3: type a move  Esc: back
D draw  T takeback  R resign  A abort  W claim win  Q quit";

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame<'_>, model: &Model) {
    let area = frame.area();
    let room = Rect {
        height: area.height.saturating_sub(FOOT),
        width: area.width.saturating_sub(PANEL_WIDTH + 2),
        ..area
    };
    let Some(scale) = board::Scale::fitting(model.board.size(), room) else {
        let (width, height) = board::Scale::least(model.board.size());
        let text = format!(
            "The terminal is too small for the board: it needs {} columns and {} lines.",
            width + PANEL_WIDTH + 2,
            height + FOOT
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    };
    let (width, height) = scale.extent(model.board.size());
    let [top, foot] = Layout::vertical([Constraint::Length(height), Constraint::Length(FOOT)]).areas(area);
    let [left, _, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(2), Constraint::Fill(1)]).areas(top);
    board::draw(frame.buffer_mut(), left, scale, model);
    frame.render_widget(panel::panel(model).wrap(Wrap { trim: false }), right);
    frame.render_widget(Paragraph::new(foot_lines(model)), foot);
}

fn foot_lines(model: &Model) -> Vec<Line<'static>> {
    let first = if let Some(question) = &model.question {
        Line::from(vec![
            Span::from(ask(question)).bold().fg(Color::Yellow),
            Span::from("  y yes  n no").bold(),
        ])
    } else if !model.typed.is_empty() {
        Line::from(format!("> {}_", model.typed)).bold()
    } else if let Some(notice) = &model.notice {
        let style = if notice.is_bad {
            Style::new().fg(Color::LightRed)
        } else {
            Style::new().fg(Color::Yellow)
        };
        Line::styled(notice.text.clone(), style)
    } else if model.acting {
        Line::from("...").dim()
    } else {
        Line::default()
    };
    let mut lines = vec![first];
    lines.extend(KEYS.lines().map(|keys| Line::from(keys).dim()));
    lines
}

fn ask(question: &Question) -> &'static str {
    match question {
        Question::Leave => "Leave the table? Your clock runs on.",
        Question::Sure(Action::Play(_)) => "This returns home after the deadline and loses at once. Play it?",
        Question::Sure(Action::Resign) => "Resign?",
        Question::Sure(Action::OfferDraw) => "Offer a draw?",
        Question::Sure(Action::OfferTakeback) => "Ask to take your last move back?",
        Question::Sure(Action::Claim) => "Claim the game, because the other player has gone?",
        Question::Sure(Action::Abort) => "Abort the game without a result?",
        Question::Sure(_) => "Sure?",
    }
}

#[cfg(test)]
mod tests;

//! What stands beside the board.

use corners_client::Link;
use corners_client::proto::game::v1::{AccountKind, Seat, Side, TableStatus};
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::names::PROGRAM;
use crate::play::describe;
use crate::play::model::{Model, Offer, Rematch};
use crate::play::time_control;

/// How much of a name is shown, in characters.
const NAME_WIDTH: usize = 12;

pub(super) fn panel(model: &Model) -> Paragraph<'static> {
    let (bottom, top) = match model.bottom() {
        Side::Black => (Side::Black, Side::White),
        _ => (Side::White, Side::Black),
    };
    let mut lines = vec![title(model), Line::from(format!("table {}", model.table.id)).dim()];
    lines.push(Line::default());
    lines.push(player(model, top));
    lines.push(player(model, bottom));
    lines.push(Line::default());
    lines.extend(progress(model));
    lines.push(Line::default());
    lines.extend(standing(model));
    lines.extend(still(model));
    lines.extend(link(model));
    Paragraph::new(lines)
}

fn title(model: &Model) -> Line<'static> {
    let variant = model
        .table
        .variant
        .as_ref()
        .map(|variant| variant.id.as_str())
        .unwrap_or_default();
    let time = time_control::show(model.table.time_control.as_ref());
    Line::from(format!("{variant}  {time}")).bold()
}

fn player(model: &Model, side: Side) -> Line<'static> {
    let state = model.state();
    let symbol = if side == Side::White { "○" } else { "●" };
    let who = match state.seats.iter().find(|seat| seat.side() == side) {
        None => "free".to_owned(),
        Some(_) if side == model.side() => "you".to_owned(),
        Some(seat) => named(seat, model.name(&seat.account)),
    };
    let to_move = if state.side_to_move() == side && state.status() == TableStatus::Playing {
        "▸"
    } else {
        " "
    };
    let name = format!("{to_move}{symbol} {:<5} {who:<NAME_WIDTH$}", describe::side(side));
    let Some(clocks) = &state.clocks else {
        return Line::from(name);
    };
    let remaining_ms = model.clock.remaining_ms(clocks, side, model.clock_moment());
    let reading = Span::from(describe::clock(remaining_ms)).bold();
    let is_short = clocks.running() == side && remaining_ms < clocks.low_time_ms;
    Line::from(vec![
        Span::from(name),
        if is_short { reading.fg(Color::LightRed) } else { reading },
    ])
}

/// Who sits there, in as much as fits; programs as such.
fn named(seat: &Seat, name: Option<&str>) -> String {
    let beginning = |text: &str, width: usize| text.chars().take(width).collect::<String>();
    let account = beginning(&seat.account, 5);
    match (name, seat.kind()) {
        (Some(name), AccountKind::Bot) => {
            let mark = format!(" ({PROGRAM})");
            beginning(name, NAME_WIDTH - mark.len()) + &mark
        }
        (Some(name), _) => beginning(name, NAME_WIDTH),
        (None, AccountKind::Bot) => format!("{PROGRAM} {account}"),
        (None, AccountKind::Player) => format!("player {account}"),
        (None, AccountKind::Guest | AccountKind::Unspecified) => format!("guest {account}"),
    }
}

fn progress(model: &Model) -> Vec<Line<'static>> {
    let state = model.state();
    let (deadline, limit) = model
        .table
        .variant
        .as_ref()
        .map_or((0, 0), |variant| (variant.home_deadline, variant.move_limit));
    let number = state.move_number;
    let mut lines = vec![Line::from(format!("Move {number} of {limit}"))];
    lines.push(match deadline.checked_sub(number) {
        Some(0) => Line::from("Leave home with this move!").fg(Color::Yellow),
        Some(left) => Line::from(format!("Leave home by move {deadline} (in {left})")),
        None => Line::from(format!("Home is closed since move {deadline}")),
    });
    if let Some(last) = &state.last_move {
        let dots = if last.side() == Side::Black { "..." } else { "." };
        lines.push(Line::from(format!("Last: {}{dots} {}", last.move_number, last.path)));
    }
    lines
}

fn standing(model: &Model) -> Vec<Line<'static>> {
    let state = model.state();
    if let Some(ending) = &state.ending {
        let verdict = describe::ending(ending);
        let mut lines = vec![Line::from(verdict).bold().fg(Color::LightGreen)];
        lines.extend(model.rating.clone().map(Line::from));
        lines.extend(rematch(model));
        lines.push(Line::from("Q leaves the table"));
        return lines;
    }
    if state.status() == TableStatus::Open {
        return vec![
            Line::from("Waiting for the other player."),
            Line::from("In another terminal:"),
            Line::from(model.join.clone()).bold(),
        ];
    }
    let mut lines = vec![if model.is_my_turn() {
        Line::from("Your move").bold()
    } else {
        Line::from(format!("{} to move", describe::side(state.side_to_move())))
    }];
    lines.extend(first_move_limit(model));
    lines.extend(away(model));
    if let Some((by, offer)) = model.open_offer() {
        let what = match offer {
            Offer::Draw => "offers a draw",
            Offer::Takeback => "asks for a takeback",
        };
        let text = format!("{} {what}: Y accept, N decline", describe::side(by));
        lines.push(Line::from(text).bold().fg(Color::Yellow));
    } else if state.draw_offer() != Side::Unspecified {
        lines.push(Line::from(format!(
            "{}'s draw offer is open",
            describe::side(state.draw_offer())
        )));
    } else if state.takeback_offer() != Side::Unspecified {
        let by = describe::side(state.takeback_offer());
        lines.push(Line::from(format!("{by}'s takeback is open")));
    }
    lines
}

/// Whether the game is played again.
fn rematch(model: &Model) -> Option<Line<'static>> {
    if !model.may_rematch() {
        return None;
    }
    Some(match model.rematch {
        Rematch::Nobody => Line::from("M offers a rematch"),
        Rematch::Own => Line::from("You offer a rematch"),
        Rematch::Rival => Line::from("A rematch? M accept, N decline").bold().fg(Color::Yellow),
        Rematch::Ended => Line::from("There will be no rematch"),
    })
}

/// The rival, when it has gone.
fn away(model: &Model) -> Option<Line<'static>> {
    let mut seats = model.presence.as_ref()?.seats.iter();
    let rival = seats.find(|seat| !seat.present && seat.side() != model.side())?;
    let name = describe::side(rival.side());
    let now_ms = model.clock.now_ms(model.clock_moment())?;
    let text = match rival.claimable_at_ms {
        None => format!("{name} is away"),
        Some(from_ms) if from_ms > now_ms => {
            let left = describe::clock(from_ms - now_ms);
            format!("{name} is away: you can claim the win in {left}")
        }
        Some(_) => format!("{name} has left: W claims the win"),
    };
    Some(Line::from(text).fg(Color::Yellow))
}

/// Before a side's first move its clock does not run, but the move is awaited.
fn first_move_limit(model: &Model) -> Option<Line<'static>> {
    let clocks = model.state().clocks.as_ref()?;
    let due_ms = clocks.due_ms.filter(|_| clocks.running() == Side::Unspecified)?;
    let left_ms = due_ms.saturating_sub(model.clock.now_ms(model.clock_moment())?);
    let text = format!(
        "First move within {}, or the table is aborted",
        describe::clock(left_ms)
    );
    Some(Line::from(text).fg(Color::Yellow))
}

/// Why no clock runs.
fn still(model: &Model) -> Option<Line<'static>> {
    let text = "Moves cannot be taken now: time stands still";
    (model.clock.stands_still() && !model.is_over()).then(|| Line::from(text).fg(Color::LightRed))
}

fn link(model: &Model) -> Option<Line<'static>> {
    let Link::Broken(refused) = &model.link else {
        return None;
    };
    let why = refused.reason.as_deref().unwrap_or("connection lost");
    Some(Line::from(format!("Reconnecting ({why})")).fg(Color::LightRed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_shown_as_such_in_as_much_room_as_others() {
        let shown = |kind: AccountKind, name: Option<&str>| {
            let seat = Seat {
                account: "0123456789".to_owned(),
                kind: kind.into(),
                ..Seat::default()
            };
            named(&seat, name)
        };
        assert_eq!(shown(AccountKind::Bot, Some("Engine1856")), "Engine (bot)");
        assert_eq!(shown(AccountKind::Bot, Some("Uli")), "Uli (bot)");
        assert_eq!(shown(AccountKind::Player, Some("Engine1856")), "Engine1856");
        assert_eq!(shown(AccountKind::Bot, None), "bot 01234");
        assert_eq!(shown(AccountKind::Player, None), "player 01234");
        assert_eq!(shown(AccountKind::Guest, None), "guest 01234");
    }
}

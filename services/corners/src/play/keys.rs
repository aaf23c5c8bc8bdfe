//! What keys do. Small letters type a move, capital ones command.

use corners_client::proto::game::v1::LegalMove;
use corners_rules::{Path, Square};

use super::act::Action;
use super::board::squares;
use super::model::{Model, Notice, Offer, Question, Rematch};
use super::update::{Effect, cannot_act, cannot_move};

/// The longest move that can be typed, in characters: the longest chain of any board fits.
const LONGEST_TYPED: usize = 255;

/// A key, whatever terminal it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Escape,
    Tab,
    BackTab,
    Backspace,
    Character(char),
    /// Ctrl-C.
    Interrupt,
}

/// Takes a key and answers what is to be done about it.
pub(crate) fn press(model: &mut Model, key: Key) -> Option<Effect> {
    if key == Key::Interrupt {
        return Some(Effect::Quit);
    }
    if let Some(question) = model.question.take() {
        return answer_question(model, question, key);
    }
    model.notice = None;
    match key {
        Key::Up => step(model, -1, 0),
        Key::Down => step(model, 1, 0),
        Key::Left => step(model, 0, -1),
        Key::Right => step(model, 0, 1),
        Key::Tab => cycle(model, true),
        Key::BackTab => cycle(model, false),
        Key::Enter => return enter(model),
        Key::Escape => {
            model.selected = None;
            model.typed.clear();
        }
        Key::Backspace => {
            model.typed.pop();
        }
        Key::Character(character) if character.is_ascii_uppercase() => return command(model, character),
        Key::Character(character) => type_on(model, character),
        Key::Interrupt => {}
    }
    None
}

fn answer_question(model: &mut Model, question: Question, key: Key) -> Option<Effect> {
    match key {
        Key::Character('y' | 'Y') => match question {
            Question::Leave => Some(Effect::Quit),
            Question::Sure(action) => act(model, action),
        },
        Key::Character('n' | 'N') | Key::Escape => None,
        _ => {
            model.question = Some(question);
            None
        }
    }
}

fn command(model: &mut Model, letter: char) -> Option<Effect> {
    let sure = |model: &mut Model, action| {
        match cannot_act(model) {
            Some(why) => tell(model, why),
            None => model.question = Some(Question::Sure(action)),
        }
        None
    };
    match letter {
        'D' => sure(model, Action::OfferDraw),
        'R' => sure(model, Action::Resign),
        'T' => sure(model, Action::OfferTakeback),
        'A' => sure(model, Action::Abort),
        'W' => sure(model, Action::Claim),
        'M' => rematch(model, Effect::OfferRematch),
        'N' if model.rematch == Rematch::Rival => rematch(model, Effect::DeclineRematch),
        'Y' => answer_offer(model, Action::AcceptDraw, Action::AcceptTakeback),
        'N' => answer_offer(model, Action::DeclineDraw, Action::DeclineTakeback),
        'Q' if model.is_over() || cannot_act(model).is_some() => Some(Effect::Quit),
        'Q' => {
            model.question = Some(Question::Leave);
            None
        }
        _ => None,
    }
}

fn rematch(model: &mut Model, effect: Effect) -> Option<Effect> {
    if model.may_rematch() && !model.acting {
        return Some(effect);
    }
    tell(model, "who has played a game to its end can play it again");
    None
}

fn answer_offer(model: &mut Model, draw: Action, takeback: Action) -> Option<Effect> {
    match model.open_offer() {
        Some((_, Offer::Draw)) => act(model, draw),
        Some((_, Offer::Takeback)) => act(model, takeback),
        None => {
            tell(model, "nothing is offered");
            None
        }
    }
}

fn act(model: &mut Model, action: Action) -> Option<Effect> {
    if let Some(why) = cannot_act(model) {
        tell(model, why);
        return None;
    }
    Some(Effect::Act(action))
}

fn tell(model: &mut Model, text: &str) {
    model.notice = Some(Notice {
        text: text.to_owned(),
        is_bad: true,
    });
}

fn type_on(model: &mut Model, character: char) {
    let belongs = character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    if belongs && model.typed.len() < LONGEST_TYPED {
        model.typed.push(character);
    }
}

/// Moves the cursor on the board as it is drawn.
fn step(model: &mut Model, down: i32, right: i32) {
    let rows = model.board.rows(model.bottom());
    let at = rows
        .iter()
        .enumerate()
        .find_map(|(row, line)| Some((row, line.iter().position(|square| *square == model.cursor)?)));
    let (row, column) = at.unwrap_or_default();
    let moved = |from: usize, by: i32| (from as i32 + by).clamp(0, rows.len() as i32 - 1) as usize;
    if let Some(square) = rows
        .get(moved(row, down))
        .and_then(|line| line.get(moved(column, right)))
    {
        model.cursor = *square;
    }
}

/// Goes on to the next piece that can move or, with a piece chosen, to the next of its destinations.
fn cycle(model: &mut Model, forward: bool) {
    let end = |legal: &LegalMove| squares(&legal.path).last().copied();
    let origin = |legal: &LegalMove| squares(&legal.path).first().copied();
    let mut stops: Vec<Square> = match model.selected {
        Some(selected) => model.moves_from(selected).filter_map(end).collect(),
        None if model.is_my_turn() => model.state().legal_moves.iter().filter_map(origin).collect(),
        None => Vec::new(),
    };
    stops.sort_unstable();
    stops.dedup();
    let next = if forward {
        stops.iter().find(|stop| **stop > model.cursor).or(stops.first())
    } else {
        stops.iter().rev().find(|stop| **stop < model.cursor).or(stops.last())
    };
    if let Some(stop) = next {
        model.cursor = *stop;
    }
}

fn enter(model: &mut Model) -> Option<Effect> {
    if let Some(why) = cannot_move(model) {
        tell(model, why);
        return None;
    }
    if !model.typed.is_empty() {
        return play_typed(model);
    }
    let cursor = model.cursor;
    if model.board.at(cursor) == model.side() {
        return choose(model, cursor);
    }
    let Some(from) = model.selected else {
        tell(model, "choose one of your pieces first: Tab goes from one to the next");
        return None;
    };
    match model.move_between(from, cursor).cloned() {
        Some(legal) => play_legal(model, &legal),
        None => {
            tell(
                model,
                &format!("{from} cannot go to {cursor}: Tab goes from one destination to the next"),
            );
            None
        }
    }
}

/// Chooses a piece, or puts it back.
fn choose(model: &mut Model, square: Square) -> Option<Effect> {
    if model.selected == Some(square) {
        model.selected = None;
    } else if model.moves_from(square).next().is_some() {
        model.selected = Some(square);
    } else {
        tell(model, &format!("the piece on {square} has no move"));
    }
    None
}

fn play_typed(model: &mut Model) -> Option<Effect> {
    let typed = std::mem::take(&mut model.typed);
    let path: Path = match typed.parse() {
        Ok(path) => path,
        Err(error) => {
            tell(model, &format!("{typed}: {error}"));
            return None;
        }
    };
    // What is not among the legal moves goes out all the same: the platform says why not.
    match model.move_between(path.origin(), path.destination()) {
        Some(LegalMove { returns_home: true, .. }) => ask_to_return_home(model, &path),
        _ => Some(Effect::Act(model.play(texts(&path), false))),
    }
}

fn play_legal(model: &mut Model, legal: &LegalMove) -> Option<Effect> {
    let path = squares(&legal.path);
    model.selected = None;
    if legal.returns_home {
        return ask_to_return_home(model, &path);
    }
    Some(Effect::Act(model.play(texts(&path), false)))
}

fn ask_to_return_home(model: &mut Model, path: &[Square]) -> Option<Effect> {
    model.question = Some(Question::Sure(model.play(texts(path), true)));
    None
}

fn texts(path: &[Square]) -> Vec<String> {
    path.iter().map(Square::to_string).collect()
}

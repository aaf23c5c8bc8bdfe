//! Playing in a terminal.

use std::io;

use corners_service::startup::MainError;
use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use futures::StreamExt;
use ratatui::DefaultTerminal;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Duration, Instant, MissedTickBehavior, interval};

use super::keys::Key;
use super::model::Model;
use super::page;
use super::update::{Effect, Input, update};
use super::wire::Wire;

/// How often clocks are drawn again.
const TICK: Duration = Duration::from_millis(100);

/// Plays until the player leaves, or goes on at another table: which. The terminal is as it was before, whatever happens.
pub(super) async fn run(model: &mut Model, wire: Wire) -> Result<Option<String>, MainError> {
    let mut terminal = ratatui::try_init()?;
    let outcome = play(&mut terminal, model, wire).await;
    ratatui::restore();
    Ok(outcome?)
}

async fn play(terminal: &mut DefaultTerminal, model: &mut Model, mut wire: Wire) -> io::Result<Option<String>> {
    // Not every terminal gives a program an empty page. (ratatui's own clearing asks where the cursor is, and fails
    // where nobody answers.)
    execute!(io::stdout(), Clear(ClearType::All))?;
    let mut events = EventStream::new();
    let mut terminated = signal(SignalKind::terminate())?;
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        terminal.draw(|frame| page::draw(frame, model))?;
        let input = tokio::select! {
            input = wire.next() => input,
            event = events.next() => match event {
                Some(event) => match key(&event?) {
                    Some(key) => Input::Key(key),
                    None => Input::Tick,
                },
                None => return Ok(None),
            },
            _ = tick.tick() => Input::Tick,
            _ = terminated.recv() => return Ok(None),
        };
        match update(model, input, Instant::now()) {
            Some(Effect::Act(action)) => wire.act(action),
            Some(Effect::ReadGameTime) => wire.read_game_time(),
            Some(Effect::AskNames(accounts)) => wire.ask_names(accounts),
            Some(Effect::OfferRematch) => wire.offer_rematch(),
            Some(Effect::DeclineRematch) => wire.decline_rematch(),
            Some(Effect::GoTo(table)) => return Ok(Some(table)),
            Some(Effect::Quit) => return Ok(None),
            None => {}
        }
        wire.settle(model);
    }
}

fn key(event: &Event) -> Option<Key> {
    let Event::Key(KeyEvent {
        code, modifiers, kind, ..
    }) = event
    else {
        return None;
    };
    if *kind == KeyEventKind::Release {
        return None;
    }
    Some(match code {
        KeyCode::Char('c') if modifiers.contains(KeyModifiers::CONTROL) => Key::Interrupt,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Char(character) => Key::Character(*character),
        _ => return None,
    })
}

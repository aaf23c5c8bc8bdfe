//! How a client's knowledge changes. Nothing is done here: what is to be done is answered.

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{Side, TableStatus};
use corners_client::proto::matchmaking::v1::offer_rematch_response::Outcome;
use corners_client::proto::matchmaking::v1::watch_account_response::Message as AccountMessage;
use corners_client::{Error, Link, Update};
use tokio::time::Instant;

use super::act::{Action, Answer};
use super::describe;
use super::keys::{self, Key};
use super::model::{Model, Notice, Question};

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Input {
    /// A key was pressed.
    Key(Key),
    /// The watch brought something.
    Watch(Update),
    /// The watch is over: every table has finished, or there was an error.
    WatchEnded(Option<Error>),
    /// The connection of the watch changed.
    Link(Link),
    /// An action was answered.
    Answer(Box<Answer>),
    /// What players are called: pairs of account and name.
    Names(Vec<(String, String)>),
    /// A reading of game time: when it was asked for, and what it says.
    GameTime(Instant, u64),
    /// What concerns the account.
    News(Box<AccountMessage>),
    /// An offer to play again was answered, or declined without an answer.
    Rematch(Result<Option<Outcome>, Error>),
    /// What the game has done to the account's rating.
    Rating(String),
    /// Time passed.
    Tick,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Call the platform.
    Act(Action),
    /// Read game time.
    ReadGameTime,
    /// Ask what these accounts are called.
    AskNames(Vec<String>),
    /// Offer to play again, or accept the rival's offer.
    OfferRematch,
    /// Decline to play again.
    DeclineRematch,
    /// Go on at this table.
    GoTo(String),
    /// Leave.
    Quit,
}

/// Takes an input at a moment and answers what is to be done about it.
pub(crate) fn update(model: &mut Model, input: Input, now: Instant) -> Option<Effect> {
    model.now = now;
    match input {
        Input::Key(key) => {
            let effect = keys::press(model, key);
            model.acting |= matches!(
                effect,
                Some(Effect::Act(_) | Effect::OfferRematch | Effect::DeclineRematch)
            );
            effect
        }
        Input::Watch(Update::Snapshot(table)) => {
            model.take_table(*table);
            ask_names(model)
        }
        Input::Watch(Update::Event(event)) => {
            model.take_event(*event);
            ask_names(model)
        }
        Input::Watch(Update::Presence(presence)) => {
            model.presence = Some(presence);
            None
        }
        Input::Watch(Update::Heartbeat(heartbeat)) => {
            let stood_still = model.clock.stands_still();
            model.clock.heard(now, &heartbeat);
            (stood_still && !model.clock.stands_still()).then_some(Effect::ReadGameTime)
        }
        // The only table of this watch: the error that ends the watch says it.
        Input::Watch(Update::Failed(_)) => None,
        Input::WatchEnded(None) | Input::Tick => None,
        Input::WatchEnded(Some(error)) => {
            let text = format!("the table cannot be followed any more: {}", describe::error(&error));
            model.notice = Some(Notice { text, is_bad: true });
            None
        }
        Input::Link(link) => {
            let is_back = matches!(model.link, Link::Broken(_)) && link == Link::Live;
            model.take_link(link);
            is_back.then_some(Effect::ReadGameTime)
        }
        Input::Answer(answer) => {
            take_answer(model, *answer);
            None
        }
        Input::Names(names) => {
            model.take_names(names);
            None
        }
        Input::News(news) => model.take_news(*news).map(Effect::GoTo),
        Input::Rematch(answer) => take_rematch(model, answer),
        Input::Rating(text) => {
            model.rating = Some(text);
            None
        }
        Input::GameTime(asked, game_time_ms) => {
            model.clock.record(asked, now, game_time_ms);
            None
        }
    }
}

fn ask_names(model: &mut Model) -> Option<Effect> {
    let nameless = model.nameless();
    (!nameless.is_empty()).then_some(Effect::AskNames(nameless))
}

fn take_answer(model: &mut Model, answer: Answer) {
    model.acting = false;
    match (answer.outcome, answer.action) {
        (Ok(state), _) => model.take_answer(&state),
        (Err(error), Action::Play(mut play)) if error.is(Reason::ConfirmReturnHome) => {
            play.confirmed = true;
            model.question = Some(Question::Sure(Action::Play(play)));
        }
        (Err(error), _) => {
            let text = describe::error(&error);
            model.notice = Some(Notice { text, is_bad: true });
        }
    }
}

fn take_rematch(model: &mut Model, answer: Result<Option<Outcome>, Error>) -> Option<Effect> {
    model.acting = false;
    match answer {
        Ok(Some(Outcome::Game(game))) => return Some(Effect::GoTo(game.table)),
        Ok(Some(Outcome::Offer(offer))) => model.take_rematch(&offer),
        Ok(None) => {}
        Err(error) => {
            let text = describe::error(&error);
            model.notice = Some(Notice { text, is_bad: true });
        }
    }
    None
}

/// Why a player cannot do anything at the moment, if so.
pub(crate) fn cannot_act(model: &Model) -> Option<&'static str> {
    if model.is_over() {
        Some("the game is over")
    } else if model.side() == Side::Unspecified {
        Some("you are looking on: only the players can do that")
    } else if model.acting {
        Some("wait for the answer to what you did last")
    } else {
        None
    }
}

/// Why a player cannot move at the moment, if so.
pub(crate) fn cannot_move(model: &Model) -> Option<&'static str> {
    cannot_act(model).or_else(|| {
        if model.is_my_turn() {
            None
        } else if model.state().status() == TableStatus::Open {
            Some("the other seat is still free")
        } else {
            Some("it is not your turn")
        }
    })
}

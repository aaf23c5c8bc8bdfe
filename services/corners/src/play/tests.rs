//! What keys, events and answers do.

use std::time::Duration;

use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::game::v1::{EndReason, Ending, Result as Outcome, Side};
use corners_client::{Error, Link, Refused, Update};
use tonic::Status;

use super::act::{Action, Answer};
use super::fixtures::{START, by, change, ended, finished, model, offered, open, played, playing, taken_back, timed};
use super::keys::Key;
use super::model::{Model, Question};
use super::update::{Effect, Input, update};

const LINE: &str = "8/8/8/8/8/8/8/wb1b3w w 3";

fn press(model: &mut Model, key: Key) -> Option<Effect> {
    let now = model.now;
    update(model, Input::Key(key), now)
}

fn press_all(model: &mut Model, keys: &[Key]) -> Option<Effect> {
    keys.iter().map(|key| press(model, *key)).last().flatten()
}

fn type_text(model: &mut Model, text: &str) -> Option<Effect> {
    text.chars()
        .map(|character| press(model, Key::Character(character)))
        .last()
        .flatten()
}

fn path_of(effect: &Option<Effect>) -> String {
    match effect {
        Some(Effect::Act(Action::Play(play))) => play.path.join("-"),
        effect => panic!("{effect:?}"),
    }
}

fn notice(model: &Model) -> &str {
    model
        .notice
        .as_ref()
        .map(|notice| notice.text.as_str())
        .unwrap_or_default()
}

fn refused(refusal: Refusal) -> Error {
    let refused = Refused::from(Status::from(refusal));
    Error::Refused {
        call: "PlayMove",
        refused: Box::new(refused),
    }
}

fn white(position: &str) -> Model {
    model(by("white", playing("classic-3x3", position)))
}

#[test]
fn a_piece_is_chosen_and_moved_with_tab_and_enter() {
    let mut model = white(LINE);
    press(&mut model, Key::Tab);
    assert_eq!(model.cursor.to_string(), "h1", "the next piece that can move");
    press(&mut model, Key::Tab);
    press(&mut model, Key::Enter);
    assert_eq!(model.selected.map(|square| square.to_string()).as_deref(), Some("a1"));
    let mut stops = Vec::new();
    for _ in 0..4 {
        press(&mut model, Key::Tab);
        stops.push(model.cursor.to_string());
    }
    assert_eq!(
        stops,
        ["a2", "c1", "e1", "a2"],
        "the destinations of the piece, round and round"
    );
    press(&mut model, Key::BackTab);
    let effect = press(&mut model, Key::Enter);
    assert_eq!(path_of(&effect), "a1-c1-e1");
}

#[test]
fn the_cursor_goes_where_the_arrow_points_on_both_sides_of_the_board() {
    let cursor_after = |account, keys: &[Key]| {
        let mut model = model(by(account, playing("classic-3x3", START)));
        press_all(&mut model, keys);
        model.cursor.to_string()
    };
    assert_eq!(cursor_after("white", &[]), "a1");
    assert_eq!(cursor_after("white", &[Key::Up, Key::Right, Key::Right]), "c2");
    assert_eq!(cursor_after("white", &[Key::Down, Key::Left]), "a1");
    assert_eq!(cursor_after("black", &[]), "h8");
    assert_eq!(cursor_after("black", &[Key::Up, Key::Right, Key::Right]), "f7");
}

#[test]
fn a_choice_can_be_changed_and_put_back() {
    let mut model = white(LINE);
    press(&mut model, Key::Enter);
    assert!(model.selected.is_some());
    press(&mut model, Key::Enter);
    assert!(model.selected.is_none(), "again: put back");
    press(&mut model, Key::Enter);
    press(&mut model, Key::Escape);
    assert!(model.selected.is_none());
    press_all(&mut model, &[Key::Enter, Key::Up, Key::Up]);
    assert_eq!(press(&mut model, Key::Enter), None);
    assert_eq!(
        notice(&model),
        "a1 cannot go to a3: Tab goes from one destination to the next"
    );
}

#[test]
fn a_move_can_be_typed() {
    let mut model = white(START);
    type_text(&mut model, "c3-d33");
    press(&mut model, Key::Backspace);
    assert_eq!(model.typed, "c3-d3");
    let effect = press(&mut model, Key::Enter);
    assert_eq!(path_of(&effect), "c3-d3");
    let Some(Effect::Act(Action::Play(play))) = effect else {
        unreachable!()
    };
    assert_eq!(play.turn, model.state().turn, "meant for the turn that the player saw");
    assert!(model.acting && model.typed.is_empty());
}

#[test]
fn a_typed_move_that_is_not_legal_is_the_platforms_to_explain() {
    let mut model = white(START);
    type_text(&mut model, "c3-d5");
    assert_eq!(path_of(&press(&mut model, Key::Enter)), "c3-d5");
    let why = refused(Refusal::new(Reason::IllegalMove, "there is no way").with("why", "BLOCKED_PATH"));
    let Action::Play(play) = model.play(vec![], false) else {
        unreachable!()
    };
    let (action, now) = (Action::Play(play), model.now);
    let outcome = Err(why);
    update(&mut model, Input::Answer(Box::new(Answer { action, outcome })), now);
    assert_eq!(notice(&model), "ILLEGAL_MOVE BLOCKED_PATH: there is no way");
    assert!(!model.acting);
    type_text(&mut model, "c3-");
    assert_eq!(press(&mut model, Key::Enter), None);
    assert!(notice(&model).starts_with("c3-: "), "{}", notice(&model));
}

#[test]
fn what_changes_the_game_is_asked_twice() {
    for (letter, action) in [
        ('D', Action::OfferDraw),
        ('R', Action::Resign),
        ('T', Action::OfferTakeback),
        ('A', Action::Abort),
        ('W', Action::Claim),
    ] {
        let mut model = white(START);
        assert_eq!(press(&mut model, Key::Character(letter)), None);
        assert_eq!(model.question, Some(Question::Sure(action.clone())));
        assert_eq!(press(&mut model, Key::Enter), None, "neither yes nor no");
        assert_eq!(press(&mut model, Key::Character('n')), None);
        assert_eq!(model.question, None);
        press(&mut model, Key::Character(letter));
        assert_eq!(press(&mut model, Key::Escape), None);
        press(&mut model, Key::Character(letter));
        assert_eq!(press(&mut model, Key::Character('y')), Some(Effect::Act(action)));
    }
}

#[test]
fn returning_home_is_asked_twice_and_then_confirmed() {
    // White's piece on d3 can go back to c3 when home is closed.
    let mut model = white("5b2/8/8/8/8/3w4/8/8 w 50");
    type_text(&mut model, "d3-c3");
    assert_eq!(press(&mut model, Key::Enter), None);
    assert!(matches!(&model.question, Some(Question::Sure(Action::Play(play))) if play.confirmed));
    let effect = press(&mut model, Key::Character('y'));
    assert!(
        matches!(&effect, Some(Effect::Act(Action::Play(play))) if play.confirmed),
        "{effect:?}"
    );
}

#[test]
fn returning_home_is_asked_twice_when_only_the_platform_knows() {
    let mut model = white(START);
    let (action, now) = (model.play(vec!["d3".to_owned(), "c3".to_owned()], false), model.now);
    let outcome = Err(refused(Refusal::new(Reason::ConfirmReturnHome, "it loses at once")));
    update(&mut model, Input::Answer(Box::new(Answer { action, outcome })), now);
    let effect = press(&mut model, Key::Character('y'));
    assert!(
        matches!(&effect, Some(Effect::Act(Action::Play(play))) if play.confirmed),
        "{effect:?}"
    );
}

#[test]
fn the_rivals_offer_is_answered_and_ones_own_is_not() {
    let mut black = model(by("black", playing("classic-3x3", START)));
    assert_eq!(press(&mut black, Key::Character('Y')), None);
    assert_eq!(notice(&black), "nothing is offered");
    let now = black.now;
    update(&mut black, offered(playing("classic-3x3", START)), now);
    assert_eq!(notice(&black), "White offers a draw");
    let mut declining = black.clone();
    assert_eq!(
        press(&mut black, Key::Character('Y')),
        Some(Effect::Act(Action::AcceptDraw))
    );
    assert_eq!(
        press(&mut declining, Key::Character('N')),
        Some(Effect::Act(Action::DeclineDraw))
    );

    let mut own = white(START);
    update(&mut own, offered(playing("classic-3x3", START)), now);
    assert_eq!(press(&mut own, Key::Character('Y')), None);

    let mut table = playing("classic-3x3", START);
    change(&mut table, |state| state.takeback_offer = Side::White.into());
    let mut asked = model(by("black", table));
    let mut declining = asked.clone();
    assert_eq!(
        press(&mut asked, Key::Character('Y')),
        Some(Effect::Act(Action::AcceptTakeback))
    );
    assert_eq!(
        press(&mut declining, Key::Character('N')),
        Some(Effect::Act(Action::DeclineTakeback))
    );
}

fn drawn() -> Ending {
    Ending {
        reason: EndReason::Repetition.into(),
        result: Outcome::Draw.into(),
        ..Ending::default()
    }
}

#[test]
fn who_cannot_move_is_told_why() {
    let on = || playing("classic-3x3", START);
    for (seen, why) in [
        (by("black", on()), "it is not your turn"),
        (
            by("spectator", on()),
            "you are looking on: only the players can do that",
        ),
        (by("white", open(on())), "the other seat is still free"),
        (by("white", finished(on(), drawn())), "the game is over"),
    ] {
        let mut model = model(seen);
        assert_eq!(press(&mut model, Key::Enter), None);
        assert_eq!(notice(&model), why);
    }
}

#[test]
fn one_thing_is_done_at_a_time_and_a_move_is_not_played_twice() {
    let mut model = white(START);
    type_text(&mut model, "c3-d3");
    press(&mut model, Key::Enter).unwrap();
    type_text(&mut model, "c3-d3");
    assert_eq!(press(&mut model, Key::Enter), None);
    assert_eq!(notice(&model), "wait for the answer to what you did last");

    // Answered, but the event has not come yet: it is known that the turn is over.
    let after = playing("classic-3x3", "5bbb/5bbb/5bbb/8/8/ww1w4/www5/www5 b 1");
    let (action, now) = (model.play(vec![], false), model.now);
    let outcome = Ok(after.state.unwrap());
    update(&mut model, Input::Answer(Box::new(Answer { action, outcome })), now);
    assert_eq!(press(&mut model, Key::Enter), None);
    assert_eq!(notice(&model), "it is not your turn");
}

#[test]
fn events_move_the_pieces_and_keep_the_list_of_moves() {
    let mut model = white(START);
    press(&mut model, Key::Enter);
    let now = model.now;
    let position = "5bbb/5bbb/5bbb/8/8/ww1w4/www5/www5 b 1";
    update(&mut model, played("c3-d3", playing("classic-3x3", position)), now);
    assert_eq!(model.board.at("d3".parse().unwrap()), Side::White);
    assert_eq!(model.table.moves.len(), 1);
    assert_eq!(model.selected, None, "the choice was for the turn before");
    update(&mut model, taken_back(1, playing("classic-3x3", START)), now);
    assert_eq!(model.board.at("c3".parse().unwrap()), Side::White);
    assert!(model.table.moves.is_empty());
    assert_eq!(notice(&model), "White took the last move back");
}

#[test]
fn the_end_closes_what_was_being_asked() {
    let mut model = white(START);
    press(&mut model, Key::Character('R'));
    let now = model.now;
    update(&mut model, ended(finished(playing("classic-3x3", START), drawn())), now);
    assert_eq!(model.question, None);
    assert_eq!(press(&mut model, Key::Character('Q')), Some(Effect::Quit));
}

#[test]
fn a_player_who_leaves_a_game_is_asked_and_ctrl_c_is_not() {
    let mut model = white(START);
    assert_eq!(press(&mut model, Key::Character('Q')), None);
    assert_eq!(model.question, Some(Question::Leave));
    assert_eq!(press(&mut model, Key::Character('y')), Some(Effect::Quit));
    assert_eq!(press(&mut model, Key::Interrupt), Some(Effect::Quit));
}

#[test]
fn clocks_stand_still_while_the_platform_is_away() {
    let mut model = model(by("white", timed(playing("classic-3x3", START), 60_000)));
    let begin = model.now;
    let at = |ms| begin + Duration::from_millis(ms);
    let left = |model: &Model| {
        let clocks = model.state().clocks.unwrap();
        model.clock.remaining_ms(&clocks, Side::White, model.clock_moment())
    };
    update(&mut model, Input::Link(Link::Live), at(0));
    update(&mut model, Input::Tick, at(1000));
    assert_eq!(left(&model), 59_000);
    let gone = Refused::from(Status::unavailable("gone"));
    update(&mut model, Input::Link(Link::Broken(gone.clone())), at(2000));
    update(&mut model, Input::Link(Link::Broken(gone)), at(5000));
    update(&mut model, Input::Tick, at(9000));
    assert_eq!(left(&model), 58_000);
    let effect = update(&mut model, Input::Link(Link::Live), at(10_000));
    assert_eq!(effect, Some(Effect::ReadGameTime));
    update(&mut model, Input::GameTime(at(10_000), 103_000), at(10_010));
    assert_eq!(left(&model), 56_995);
}

#[test]
fn the_platform_learns_how_long_the_player_thought() {
    let mut model = white(START);
    let later = model.now + Duration::from_secs(7);
    update(&mut model, Input::Tick, later);
    type_text(&mut model, "c3-d3");
    let effect = press(&mut model, Key::Enter);
    assert!(
        matches!(&effect, Some(Effect::Act(Action::Play(play))) if play.thought == Duration::from_secs(7)),
        "{effect:?}"
    );
}

#[test]
fn a_watch_that_cannot_be_healed_is_told() {
    let mut model = white(START);
    let now = model.now;
    let error = refused(Refusal::new(Reason::TokenExpired, "the token has expired"));
    update(&mut model, Input::WatchEnded(Some(error)), now);
    assert!(notice(&model).contains("TOKEN_EXPIRED"), "{}", notice(&model));
}

#[test]
fn players_are_asked_for_once_and_called_by_their_names() {
    let mut model = white(START);
    let now = model.now;
    let snapshot = || Input::Watch(Update::Snapshot(Box::new(playing("classic-3x3", START))));
    let asked = update(&mut model, snapshot(), now);
    assert_eq!(
        asked,
        Some(Effect::AskNames(vec!["white".to_owned(), "black".to_owned()]))
    );
    assert_eq!(update(&mut model, snapshot(), now), None, "they are asked for already");
    assert_eq!(model.name("black"), None);
    let names = [("black", "Boris"), ("stranger", "Zoe")].map(|(account, name)| (account.to_owned(), name.to_owned()));
    update(&mut model, Input::Names(names.into()), now);
    assert_eq!((model.name("black"), model.name("stranger")), (Some("Boris"), None));
}

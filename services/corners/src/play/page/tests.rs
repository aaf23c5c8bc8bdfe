//! What the page looks like.

use corners_client::proto::game::v1::{EndReason, Ending, PlayedMove, Result as Outcome, Side};
use corners_client::proto::matchmaking::v1::watch_account_response::Message as News;
use corners_client::proto::matchmaking::v1::{Origin, Rematch, StartedGame};
use corners_client::{Link, Refused};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tonic::Status;

use super::draw;
use crate::play::fixtures::{START, after, by, change, draw_offered, finished, model, open, playing, timed};
use crate::play::keys::Key;
use crate::play::model::Model;
use crate::play::update::{Effect, Input, update};

fn page(model: &Model, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, model)).unwrap();
    terminal.backend().clone()
}

fn press(model: &mut Model, keys: &[Key]) {
    for key in keys {
        let now = model.now;
        update(model, Input::Key(*key), now);
    }
}

#[test]
fn who_waits_sees_how_to_join() {
    let model = model(by("white", open(timed(playing("classic-3x3", START), 300_000))));
    insta::assert_snapshot!(page(&model, 80, 24));
}

#[test]
fn a_chosen_piece_shows_its_steps_and_the_ends_of_its_chains() {
    let position = after("diagonal-3x3", "c3-d4 f6-e5 c2-d3 e5-c5");
    let mut table = timed(playing("diagonal-3x3", &position), 9_400);
    change(&mut table, |state| {
        state.last_move = Some(PlayedMove {
            path: "e5-c5".to_owned(),
            side: Side::Black.into(),
            move_number: 2,
            ..Default::default()
        });
    });
    let mut model = model(by("white", table));
    press(&mut model, &[Key::Up, Key::Right, Key::Enter, Key::Tab]);
    insta::assert_snapshot!(page(&model, 100, 30));
}

#[test]
fn black_sees_its_own_side_nearest_and_the_offer() {
    let model = model(by("black", draw_offered(playing("classic-3x3", START))));
    insta::assert_snapshot!(page(&model, 80, 24));
}

#[test]
fn halma_fits_a_small_terminal() {
    let start = corners_rules::Position::start(corners_rules::Variant::find("halma-16x16").unwrap());
    let model = model(by("spectator", playing("halma-16x16", &start.to_string())));
    insta::assert_snapshot!(page(&model, 80, 24));
}

#[test]
fn the_verdict_is_shown_at_the_end() {
    let ending = Ending {
        reason: EndReason::Goal.into(),
        result: Outcome::BlackWins.into(),
        ..Ending::default()
    };
    let position = "5www/5www/5w1w/8/6w1/bbb5/bbb5/bbb5 w 52";
    let model = model(by("white", finished(playing("classic-3x3", position), ending)));
    insta::assert_snapshot!(page(&model, 80, 24));
}

#[test]
fn who_has_played_to_the_end_sees_how_playing_again_stands_and_goes_on() {
    let ending = Ending {
        reason: EndReason::Resignation.into(),
        result: Outcome::BlackWins.into(),
        ..Ending::default()
    };
    let mut model = model(by("white", finished(playing("classic-3x3", START), ending)));
    let now = model.now;
    update(&mut model, Input::Rating("rating: 1500 to 1338 (-162)".to_owned()), now);
    let effect = update(&mut model, Input::Key(Key::Character('M')), now);
    assert_eq!(effect, Some(Effect::OfferRematch));
    let offer = Rematch {
        table: model.table.id.clone(),
        offered_by: "black".to_owned(),
        expire_time: None,
    };
    model.acting = false;
    update(&mut model, news(News::RematchOffered(offer)), now);
    let shown = page(&model, 80, 24).to_string();
    for line in ["rating: 1500 to 1338", "A rematch? M accept, N decline"] {
        assert!(shown.contains(line), "{shown}");
    }
    let effect = update(&mut model, Input::Key(Key::Character('N')), now);
    assert_eq!(effect, Some(Effect::DeclineRematch));
    let again = |source: &str| {
        news(News::GameStarted(StartedGame {
            table: "next".to_owned(),
            origin: Origin::Rematch.into(),
            source: source.to_owned(),
            ..StartedGame::default()
        }))
    };
    assert_eq!(update(&mut model, again("elsewhere"), now), None);
    let own = model.table.id.clone();
    assert_eq!(
        update(&mut model, again(&own), now),
        Some(Effect::GoTo("next".to_owned()))
    );
}

fn news(news: News) -> Input {
    Input::News(Box::new(news))
}

#[test]
fn a_question_and_a_broken_connection_are_shown() {
    let mut model = model(by("white", playing("classic-3x3", START)));
    let now = model.now;
    update(
        &mut model,
        Input::Link(Link::Broken(Refused::from(Status::unavailable("gone")))),
        now,
    );
    press(&mut model, &[Key::Character('R')]);
    insta::assert_snapshot!(page(&model, 80, 24));
}

#[test]
fn a_typed_move_is_shown_as_it_is_typed() {
    let mut model = model(by("white", playing("classic-3x3", START)));
    press(&mut model, &"c3-d".chars().map(Key::Character).collect::<Vec<_>>());
    let shown = page(&model, 80, 24).to_string();
    assert!(shown.contains("> c3-d_"), "{shown}");
}

#[test]
fn a_terminal_that_is_too_small_is_told_what_it_takes() {
    let model = model(by("white", playing("classic-3x3", START)));
    let shown = page(&model, 40, 10).to_string();
    assert!(shown.contains("56 columns and 12"), "{shown}");
    for (width, height) in [(1, 1), (3, 40), (200, 2), (55, 12), (56, 11)] {
        page(&model, width, height);
    }
}

#[test]
fn the_last_move_stands_out_without_colours() {
    let position = after("classic-3x3", "b2-b4");
    let mut table = playing("classic-3x3", &position);
    change(&mut table, |state| {
        state.last_move = Some(PlayedMove {
            path: "b2-b4".to_owned(),
            side: Side::White.into(),
            move_number: 1,
            ..Default::default()
        });
    });
    let shown = page(&model(by("black", table)), 80, 24).to_string();
    assert!(shown.contains("'○'") && shown.contains('+'), "{shown}");
}

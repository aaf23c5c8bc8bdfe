//! A game is the same in every form, and what is no game is refused by name.

use corners_archive::convert::{Json, finished, game, game_of, game_text, without_moves};
use corners_archive::domain::{ArchivedGame, EventKind};
use corners_proto::archive::v1 as archive;
use corners_proto::game::v1 as proto;
use corners_rules::{GameText, Variant};
use proptest::prelude::*;
use prost::Message;

use crate::rig::{End, Finished, finished_table, longest_table};

fn archived(table: &proto::Table) -> ArchivedGame {
    let game = game_of(table).unwrap();
    let plies = u32::try_from(game.moves.len()).unwrap();
    ArchivedGame {
        game,
        plies,
        annulment: None,
    }
}

fn any_finished() -> impl Strategy<Value = Finished> {
    let variant = (0..Variant::all().len()).prop_map(|index| &Variant::all()[index]);
    let end = (0..End::ALL.len()).prop_map(|index| End::ALL[index]);
    (variant, end, any::<u64>(), any::<bool>()).prop_map(|(variant, end, seed, set_up)| Finished {
        variant,
        end,
        seed,
        set_up,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_game_says_what_its_table_said(wanted in any_finished()) {
        let table = finished_table(wanted);
        let game = game(&archived(&table));
        let state = table.state.unwrap();
        prop_assert_eq!(&game.table, &table.id);
        prop_assert_eq!(&game.variant, &table.variant.unwrap().id);
        prop_assert_eq!(game.time_control, table.time_control);
        prop_assert_eq!(game.takebacks, table.takebacks);
        prop_assert_eq!(game.rated, table.rated);
        prop_assert_eq!(&game.creator, &table.creator);
        prop_assert_eq!(&game.seats, &state.seats);
        prop_assert_eq!(game.create_time, table.create_time);
        prop_assert_eq!(game.start_time, table.start_time);
        prop_assert_eq!(game.finish_time, table.finish_time);
        prop_assert_eq!(&game.start_position, &table.start_position);
        prop_assert_eq!(&game.final_position, &state.position);
        prop_assert_eq!(game.plies as usize, table.moves.len());
        prop_assert_eq!(&game.moves, &table.moves);
        prop_assert_eq!(game.white_ms, state.clocks.map(|clocks| clocks.white_ms));
        prop_assert_eq!(game.black_ms, state.clocks.map(|clocks| clocks.black_ms));
        prop_assert_eq!(game.ending, state.ending);
    }

    #[test]
    fn game_text_plays_out_to_the_same_game(wanted in any_finished()) {
        let archived = archived(&finished_table(wanted));
        let written = game_text(&archived).unwrap();
        let text: GameText = written.parse().unwrap();
        let played = text.play_out().unwrap();
        prop_assert_eq!(&played.start_position().to_string(), &archived.game.start_position);
        prop_assert_eq!(&played.position().to_string(), &archived.game.final_position);
        let paths: Vec<_> = archived.game.moves.iter().map(|ply| ply.path.clone()).collect();
        prop_assert_eq!(played.plies().iter().map(ToString::to_string).collect::<Vec<_>>(), paths);
        let clocks: Vec<_> = text.plies.iter().map(|ply| ply.clock.map(|left| left.as_millis() as u64)).collect();
        prop_assert_eq!(clocks, archived.game.moves.iter().map(|ply| ply.remaining_ms).collect::<Vec<_>>());
        prop_assert_eq!(text.to_string(), written);
        let table = archived.game.table.to_string();
        prop_assert_eq!(text.tags.get("Table"), Some(table.as_str()));
        let white = archived.game.white.map_or("?".to_owned(), |player| player.account.to_string());
        prop_assert_eq!(text.tags.get("White"), Some(white.as_str()));
    }

    #[test]
    fn json_is_one_line_and_comes_back_as_the_same_message(wanted in any_finished()) {
        let json = Json::new().unwrap();
        let archived = archived(&finished_table(wanted));
        let line = json.of_game(&game(&archived)).unwrap();
        prop_assert!(!line.contains('\n'));
        let told = finished(&archived.game);
        let text = json.of_finished(&told).unwrap();
        prop_assert_eq!(&json.finished(&text).unwrap(), &told);
        let any = json.any(EventKind::Finished, &text).unwrap();
        prop_assert_eq!(any.type_url, "type.googleapis.com/corners.archive.v1.GameFinished");
        prop_assert_eq!(archive::GameFinished::decode(any.value.as_slice()).unwrap(), told);
    }
}

#[test]
fn game_text_has_the_tags_of_pgn_where_it_has_them() {
    let mut table = finished_table(Finished::short(3));
    table.rated = true;
    table.time_control = Some(proto::TimeControl {
        kind: Some(proto::time_control::Kind::RealTime(proto::RealTime {
            reserve: Some(prost_types::Duration { seconds: 300, nanos: 0 }),
            increment: Some(prost_types::Duration { seconds: 3, nanos: 0 }),
        })),
    });
    table.moves.truncate(2);
    for (played, path, left) in [(0, "c3-d3", 298_000), (1, "f6-e6", 299_900)] {
        table.moves[played].path = path.to_owned();
        table.moves[played].remaining_ms = Some(left);
    }
    let state = table.state.as_mut().unwrap();
    state.position = "5bbb/5bbb/4b1bb/8/8/ww1w4/www5/www5 w 2".to_owned();
    state.clocks = Some(proto::Clocks::default());
    state.ending.as_mut().unwrap().result = proto::Result::BlackWins.into();
    state.seats[0].rating = Some(proto::SeatRating {
        rating: 1624.6,
        deviation: 50.0,
    });
    let mut archived = archived(&table);
    archived.annulment = Some(corners_archive::domain::Annulment {
        at_ms: 1_700_100_000_000,
        by: archived.game.creator,
        note: "not seen in game text".to_owned(),
    });
    let white = archived.game.white.unwrap().account;
    let black = archived.game.black.unwrap().account;
    let black_elo = format!(
        "{:.0}",
        archived.game.black.unwrap().rating.map_or(0.0, |held| held.rating)
    );
    let text = game_text(&archived).unwrap();
    let expected = format!(
        "[Variant \"classic-3x3\"]\n[Date \"2023.11.14\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"0-1\"]\n\
         [Termination \"resignation\"]\n[TimeControl \"300+3\"]\n[Time \"22:13:23\"]\n[Table \"{}\"]\n\
         [WhiteKind \"player\"]\n[WhiteElo \"1625\"]\n[BlackKind \"player\"]\n[BlackElo \"{black_elo}\"]\n\
         [Rated \"yes\"]\n[Annulled \"2023.11.16\"]\n\n\
         1. c3-d3 {{[%clk 0:04:58]}} f6-e6 {{[%clk 0:04:59.9]}} 0-1\n",
        table.id
    );
    assert_eq!(text, expected);
}

#[test]
fn a_list_tells_everything_but_the_moves() {
    let archived = archived(&finished_table(Finished::short(3)));
    let listed = without_moves(&archived);
    assert!(listed.moves.is_empty() && listed.plies > 0);
    assert_eq!(
        archive::Game {
            moves: game(&archived).moves,
            ..listed
        },
        game(&archived)
    );
}

#[test]
fn the_longest_game_stays_small() {
    let variant = Variant::find("halma-16x16").unwrap();
    let archived = archived(&longest_table(variant, 1));
    let json = Json::new().unwrap().of_game(&game(&archived)).unwrap();
    assert_eq!(archived.plies, 320);
    assert!(json.len() < 128 * 1024, "{} bytes", json.len());
}

/// A way to break a table, and the field that is named.
type Break = (fn(&mut proto::Table), &'static str);

fn state(table: &mut proto::Table) -> &mut proto::TableState {
    table.state.as_mut().unwrap()
}

fn ending(table: &mut proto::Table) -> &mut proto::Ending {
    state(table).ending.as_mut().unwrap()
}

const BREAKS: [Break; 46] = [
    (|table| table.id.clear(), "id"),
    (|table| table.variant = None, "variant.id"),
    (
        |table| table.variant.as_mut().unwrap().id = "chess".into(),
        "variant.id",
    ),
    (
        |table| table.variant.as_mut().unwrap().id = "halma-16x16".into(),
        "start_position",
    ),
    (|table| table.time_control = None, "time_control"),
    (
        |table| table.time_control = Some(proto::TimeControl { kind: None }),
        "time_control",
    ),
    (|table| real_time(table, -1, 0), "time_control.real_time.reserve"),
    (|table| real_time(table, 1 << 60, 0), "time_control.real_time"),
    (|table| real_time(table, 300, 1), "time_control.real_time"),
    (
        |table| {
            let kind = proto::time_control::Kind::Correspondence(proto::Correspondence { days_per_move: 0 });
            table.time_control = Some(proto::TimeControl { kind: Some(kind) });
        },
        "time_control.correspondence",
    ),
    (
        |table| {
            let kind = proto::time_control::Kind::Untimed(proto::Untimed {});
            table.time_control = Some(proto::TimeControl { kind: Some(kind) });
        },
        "moves[0].remaining_ms",
    ),
    (|table| table.takebacks = 0, "takebacks"),
    (|table| table.takebacks = 77, "takebacks"),
    (|table| table.creator = "somebody".into(), "creator"),
    (|table| table.create_time = None, "create_time"),
    (|table| table.create_time.as_mut().unwrap().seconds = -1, "create_time"),
    (|table| table.create_time.as_mut().unwrap().nanos = -1, "create_time"),
    (
        |table| table.start_time.as_mut().unwrap().seconds = i64::MAX,
        "start_time",
    ),
    (|table| table.finish_time = None, "finish_time"),
    (|table| table.start_position.clear(), "start_position"),
    (
        |table| table.start_position = "8/8/8/8/8/8/8/8 w 1".into(),
        "start_position",
    ),
    (|table| table.moves[0].path = "a1-h8".into(), "moves[0].path"),
    (|table| table.moves[0].path = "i9".into(), "moves[0].path"),
    (
        |table| table.moves[1].path = table.moves[0].path.clone(),
        "moves[1].path",
    ),
    (|table| table.moves[0].side = 2, "moves[0]"),
    (|table| table.moves[1].move_number = 2, "moves[1]"),
    (|table| table.moves[1].remaining_ms = None, "moves[1].remaining_ms"),
    (
        |table| table.moves[1].remaining_ms = Some(u64::MAX),
        "moves[1].remaining_ms",
    ),
    (|table| table.moves[1].elapsed_ms = u64::MAX, "moves[1].elapsed_ms"),
    (
        |table| table.moves[1].lag_credit_ms = u64::MAX,
        "moves[1].lag_credit_ms",
    ),
    (
        |table| table.moves[1].think_time = Some(prost_types::Duration { seconds: -1, nanos: 0 }),
        "moves[1].think_time",
    ),
    (|table| table.state = None, "state"),
    (
        |table| state(table).status = proto::TableStatus::Playing.into(),
        "state.status",
    ),
    (
        |table| table.state.as_mut().unwrap().position = table.start_position.clone(),
        "state.position",
    ),
    (|table| drop(table.moves.pop()), "state.position"),
    (|table| state(table).clocks = None, "state.clocks"),
    (|table| state(table).ending = None, "state.ending"),
    (|table| ending(table).reason = 0, "state.ending.reason"),
    (|table| ending(table).reason = 99, "state.ending.reason"),
    (
        |table| ending(table).result = proto::Result::Draw.into(),
        "state.ending",
    ),
    (|table| ending(table).result = 99, "state.ending.result"),
    (
        |table| ending(table).reason = proto::EndReason::Goal.into(),
        "state.ending",
    ),
    (
        |table| {
            *ending(table) = proto::Ending {
                reason: proto::EndReason::Aborted.into(),
                ..proto::Ending::default()
            };
        },
        "state.ending",
    ),
    (|table| ending(table).by = 1, "state.ending.by"),
    (|table| ending(table).by = 7, "state.ending.by"),
    (|table| ending(table).no_show = true, "state.ending.by"),
];

const BREAKS_OF_SEATS: [Break; 7] = [
    (|table| state(table).seats[0].side = 0, "state.seats[0].side"),
    (|table| state(table).seats[1].side = 1, "state.seats[1].side"),
    (|table| state(table).seats[1].account.clear(), "state.seats[1].account"),
    (|table| state(table).seats[0].kind = 0, "state.seats[0].kind"),
    (|table| state(table).seats[0].kind = 9, "state.seats[0].kind"),
    (|table| rate(table, f64::NAN, 1.0), "state.seats[0].rating"),
    (|table| rate(table, 1500.0, -1.0), "state.seats[0].rating"),
];

fn real_time(table: &mut proto::Table, seconds: i64, nanos: i32) {
    let kind = proto::time_control::Kind::RealTime(proto::RealTime {
        reserve: Some(prost_types::Duration { seconds, nanos }),
        increment: None,
    });
    table.time_control = Some(proto::TimeControl { kind: Some(kind) });
}

fn rate(table: &mut proto::Table, rating: f64, deviation: f64) {
    state(table).seats[0].rating = Some(proto::SeatRating { rating, deviation });
}

#[test]
fn what_no_finished_game_has_is_named() {
    let timed = |seed| {
        let table = finished_table(Finished::short(seed));
        let is_real_time = matches!(
            table.time_control.and_then(|control| control.kind),
            Some(proto::time_control::Kind::RealTime(_))
        );
        is_real_time.then_some(table)
    };
    let sound = (0..).find_map(timed).unwrap();
    assert!(game_of(&sound).is_ok());
    for (number, (damage, field)) in BREAKS.into_iter().chain(BREAKS_OF_SEATS).enumerate() {
        let mut table = sound.clone();
        damage(&mut table);
        let refused = game_of(&table).map_err(|bad| bad.field);
        assert_eq!(refused.err().as_deref(), Some(field), "damage {number}");
    }
    let mut lonely = sound;
    state(&mut lonely).seats.truncate(1);
    assert_eq!(game_of(&lonely).unwrap_err().field, "state.seats");
}

#[test]
fn whose_doing_it_was_that_a_game_was_aborted_is_told_with_the_game_and_its_result() {
    let sound = finished_table(Finished {
        end: End::Aborted,
        ..Finished::short(1)
    });
    for (by, no_show) in [
        (proto::Side::Unspecified, false),
        (proto::Side::White, false),
        (proto::Side::Black, true),
    ] {
        let mut table = sound.clone();
        (ending(&mut table).by, ending(&mut table).no_show) = (by.into(), no_show);
        let archived = archived(&table);
        let told = [game(&archived).ending, finished(&archived.game).ending];
        for told in told.map(Option::unwrap) {
            assert_eq!((told.by(), told.no_show), (by, no_show));
        }
    }
    let mut nobody = sound;
    nobody.moves.clear();
    state(&mut nobody).position = nobody.start_position.clone();
    state(&mut nobody).seats.truncate(1);
    ending(&mut nobody).by = proto::Side::Black.into();
    assert_eq!(game_of(&nobody).unwrap_err().field, "state.ending.by");
}

#[test]
fn a_verdict_that_the_rules_do_not_give_is_refused() {
    let wanted = Finished {
        end: End::ByTheRules,
        ..Finished::short(5)
    };
    let mut table = finished_table(wanted);
    assert!(game_of(&table).is_ok());
    let reason = ending(&mut table).reason();
    *ending(&mut table) = match reason {
        proto::EndReason::MoveLimit => proto::Ending {
            reason: proto::EndReason::Repetition.into(),
            result: proto::Result::Draw.into(),
            ..proto::Ending::default()
        },
        _ => proto::Ending {
            reason: proto::EndReason::MoveLimit.into(),
            result: proto::Result::Draw.into(),
            ..proto::Ending::default()
        },
    };
    assert_eq!(game_of(&table).unwrap_err().field, "state.ending");
}

//! Texts by property: every one that is written is read back the same, and none makes a parser panic.

use std::time::Duration;

use corners_rules::{Game, GameText, Movetext, Path, Position, Side, Square, Tags, Variant};
use proptest::prelude::*;

use crate::games::{Dice, play_at_random};
use crate::notation::GAME;
use crate::strategies::{positions, set_ups, variants};

fn tags() -> impl Strategy<Value = Tags> {
    let pair = ("[A-Za-z_][A-Za-z0-9_]{0,12}", "[ -~äЖ棋]{0,20}");
    (prop::collection::vec(pair, 0..5), any::<bool>()).prop_map(|(pairs, is_named)| {
        let mut tags = Tags::default();
        for (name, value) in pairs {
            tags.set(&name, &value).unwrap();
        }
        if is_named {
            tags.set("White", "Anna").unwrap();
            tags.set("Date", "2026.07.01").unwrap();
        }
        tags
    })
}

/// The text of a game played at random, with clocks and tags.
fn game_texts() -> impl Strategy<Value = GameText> {
    let starts = prop_oneof![variants().prop_map(Position::start), set_ups()];
    let clocks = prop::collection::vec(prop::option::of(0..400_000_000_u64), 400);
    (starts, any::<u64>(), 0..400_usize, clocks, tags()).prop_map(|(start, seed, plies, clocks, tags)| {
        let mut game = Game::from_set_up(start).unwrap();
        play_at_random(&mut game, &mut Dice::new(seed), plies);
        let mut game_text = GameText::of(&game);
        for (ply, clock) in game_text.plies.iter_mut().zip(clocks) {
            ply.clock = clock.map(Duration::from_millis);
        }
        game_text.tags = tags;
        game_text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_position_is_read_as_it_is_written(position in positions()) {
        prop_assert_eq!(Position::parse(position.variant(), &position.to_string()), Ok(position));
    }

    #[test]
    fn every_game_is_read_as_it_is_written(game_text in game_texts()) {
        let text = game_text.to_string();
        let movetext = text.lines().skip_while(|line| !line.is_empty());
        prop_assert!(movetext.into_iter().all(|line| line.len() < 80 || !line.contains(' ')), "{}", text);
        let read: GameText = text.parse().unwrap();
        prop_assert_eq!(&read, &game_text);
        let played = read.play_out().unwrap();
        prop_assert_eq!(GameText::of(&played).plies.len(), game_text.plies.len());
        prop_assert_eq!(GameText::of(&played).result, game_text.result);
    }

    #[test]
    fn every_listing_is_read_as_it_is_written(
        game_text in game_texts(),
        first_number in 1..=200_u16,
        is_white in any::<bool>(),
        has_result in any::<bool>(),
    ) {
        prop_assume!(!game_text.plies.is_empty());
        let movetext = Movetext {
            first_number,
            first_side: if is_white { Side::White } else { Side::Black },
            plies: game_text.plies,
            result: has_result.then_some(game_text.result),
        };
        prop_assert_eq!(movetext.to_string().parse(), Ok(movetext));
    }
}

/// Reads a text with every parser; what one of them takes, it writes and reads back the same.
fn read_with_every_parser(text: &str) -> Result<(), TestCaseError> {
    if let Ok(square) = text.parse::<Square>() {
        prop_assert_eq!(square.to_string(), text);
    }
    if let Ok(path) = text.parse::<Path>() {
        prop_assert_eq!(path.to_string(), text);
    }
    for variant in Variant::all() {
        if let Ok(position) = Position::parse(variant, text) {
            prop_assert_eq!(position.to_string(), text, "position text is canonical");
            let _ = position.check_set_up();
        }
    }
    if let Ok(movetext) = text.parse::<Movetext>() {
        prop_assert_eq!(movetext.to_string().parse(), Ok(movetext));
    }
    if let Ok(game_text) = text.parse::<GameText>() {
        prop_assert_eq!(game_text.to_string().parse(), Ok(game_text.clone()));
        let _ = game_text.play_out();
    }
    Ok(())
}

/// A change to a text: at a place, remove so many characters and put others in.
type Change = (prop::sample::Index, usize, String);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let insertion = prop_oneof![
        3 => Just(String::new()),
        3 => r#"[-0-9a-pwb/. *{}\[\]"\\%:\n]{1,3}"#,
        1 => any::<String>(),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, insertion), 1..4)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, removed, inserted) in changes {
        let from = place.index(characters.len() + 1);
        let to = (from + removed).min(characters.len());
        characters.splice(from..to, inserted.chars());
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn arbitrary_text_never_makes_a_parser_panic(text in any::<String>()) {
        read_with_every_parser(&text)?;
    }

    #[test]
    fn arbitrary_bytes_never_make_a_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_with_every_parser(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn text_of_the_right_letters_never_makes_a_parser_panic(text in r#"[-0-9a-pwb/. *{}\[\]"\\%:\n]{0,60}"#) {
        read_with_every_parser(&text)?;
    }

    #[test]
    fn a_changed_position_is_refused_or_read_as_it_stands(position in positions(), changes in changes()) {
        read_with_every_parser(&changed(&position.to_string(), &changes))?;
    }

    #[test]
    fn a_changed_game_is_refused_or_read_as_it_stands(changes in changes()) {
        read_with_every_parser(&changed(GAME, &changes))?;
    }
}

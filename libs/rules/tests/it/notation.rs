//! Texts by example: how they are written, what is read, and what is refused with which reason (hazard 3).

use std::time::Duration;

use corners_rules::{
    GameResult, GameText, GameTextError, Movetext, MovetextError, Path, Position, PositionError, RecordedPly, Side,
    Square, Tags, Variant,
};

#[test]
fn squares_are_never_confused() {
    for file in 0..16 {
        for rank in 0..16 {
            let square = Square::new(file, rank).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }
    assert_eq!(Square::new(16, 0), None);
    for text in [
        "", "a", "1", "a0", "a01", "a17", "a1 ", " a1", "A1", "q1", "aa1", "a111", "a1a", "é1", "a٣", "a+1",
    ] {
        assert!(text.parse::<Square>().is_err(), "{text:?}");
    }
    let [one, eleven, sixteen] = ["a1", "a11", "a16"].map(|text| text.parse::<Square>().unwrap().rank());
    assert_eq!((one, eleven, sixteen), (0, 10, 15));
}

#[test]
fn positions_that_are_not_canonical_are_refused_with_the_reason() {
    let parse = |text: &str| Position::parse(Variant::find("classic-3x3").unwrap(), text).unwrap_err();
    use PositionError::*;
    let cases = [
        ("", Parts),
        ("8/8/8/8/8/8/8/8", Parts),
        ("8/8/8/8/8/8/8/8 w", Parts),
        ("8/8/8/8/8/8/8/8  w 1", Parts),
        ("8/8/8/8/8/8/8/8 w 1 ", Parts),
        ("8/8/8/8/8/8/8 w 1", RowCount { found: 7, expected: 8 }),
        ("8/8/8/8/8/8/8/8/ w 1", RowCount { found: 9, expected: 8 }),
        (
            "8/8/8/8/8/8/8/7 w 1",
            RowLength {
                rank: 1,
                found: 7,
                expected: 8,
            },
        ),
        (
            "9/8/8/8/8/8/8/8 w 1",
            RowLength {
                rank: 8,
                found: 9,
                expected: 8,
            },
        ),
        (
            "8/8w/8/8/8/8/8/8 w 1",
            RowLength {
                rank: 7,
                found: 9,
                expected: 8,
            },
        ),
        (
            "8/8//8/8/8/8/8 w 1",
            RowLength {
                rank: 6,
                found: 0,
                expected: 8,
            },
        ),
        (
            "44/8/8/8/8/8/8/8 w 1",
            RowLength {
                rank: 8,
                found: 44,
                expected: 8,
            },
        ),
        ("08/8/8/8/8/8/8/8 w 1", Zero { rank: 8 }),
        ("w0w6/8/8/8/8/8/8/8 w 1", Zero { rank: 8 }),
        (
            "W7/8/8/8/8/8/8/8 w 1",
            Character {
                rank: 8,
                character: 'W',
            },
        ),
        (
            "8/8/8/8/8/8/8/é7 w 1",
            Character {
                rank: 1,
                character: 'é',
            },
        ),
        ("8/8/8/8/8/8/8/8 W 1", SideToMove),
        ("8/8/8/8/8/8/8/8 w 0", MoveNumber),
        ("8/8/8/8/8/8/8/8 w 01", MoveNumber),
        ("8/8/8/8/8/8/8/8 w +1", MoveNumber),
        ("8/8/8/8/8/8/8/8 w ", MoveNumber),
        ("8/8/8/8/8/8/8/8 w 65536", MoveNumber),
    ];
    for (text, reason) in cases {
        assert_eq!(parse(text), reason, "{text}");
    }
}

#[test]
fn movetext_lists_plies_in_pairs() {
    let plies = |texts: &[&str]| texts.iter().map(|text| text.parse::<Path>().unwrap().into()).collect();
    let mut movetext = Movetext {
        first_number: 12,
        first_side: Side::White,
        plies: plies(&["c3-e3-e5", "f6-e6"]),
        result: None,
    };
    assert_eq!(movetext.to_string(), "12. c3-e3-e5 f6-e6");
    movetext = Movetext {
        first_number: 12,
        first_side: Side::Black,
        plies: plies(&["f6-e6", "c3-d3"]),
        result: Some(GameResult::Draw),
    };
    assert_eq!(movetext.to_string(), "12... f6-e6 13. c3-d3 1/2-1/2");
    movetext.plies[0].clock = Some(Duration::from_secs(298));
    movetext.plies[1].clock = Some(Duration::from_millis(3_600_050));
    assert_eq!(
        movetext.to_string(),
        "12... f6-e6 {[%clk 0:04:58]} 13. c3-d3 {[%clk 1:00:00.05]} 1/2-1/2"
    );
}

#[test]
fn movetext_is_read_with_any_white_space_and_comments() {
    let read = |text: &str| text.parse::<Movetext>().map(|movetext| movetext.to_string());
    let plain = Ok("1. a1-a2 h8-h7 2. a2-a3 *".to_owned());
    for text in [
        "1. a1-a2 h8-h7 2. a2-a3 *",
        "1.a1-a2 h8-h7\r\n2.\ta2-a3\n*\n",
        "1. a1-a2 1... h8-h7 2. a2-a3 *",
        "1. a1-a2 {a good step} h8-h7{}2. a2-a3 * {so far}",
        "{a comment first} 1. a1-a2 h8-h7 a2-a3 *",
    ] {
        assert_eq!(read(text), plain, "{text:?}");
    }
    assert_eq!(
        read("1. a1-a2 {slow [%clk 0:04:58] [%eval 1]} *"),
        Ok("1. a1-a2 {[%clk 0:04:58]} *".to_owned())
    );
}

#[test]
fn movetext_that_cannot_be_read_says_where() {
    let refusal = |text: &str| text.parse::<Movetext>().unwrap_err();
    let wrong = |at, expected: &str| MovetextError::WrongNumber {
        at,
        expected: expected.to_owned(),
    };
    assert_eq!(refusal("a1-a2"), MovetextError::NoFirstNumber);
    assert_eq!(refusal("0. a1-a2"), wrong(0, "1."));
    assert_eq!(refusal("1. a1-a2 2. h8-h7"), wrong(9, "1..."));
    assert_eq!(refusal("1. a1-a2 h8-h7 3. a2-a3"), wrong(15, "2."));
    assert_eq!(refusal("1. 1. a1-a2"), wrong(3, "1."));
    assert_eq!(refusal("1. a1-a2 1..."), MovetextError::NumberWithoutPly { at: 9 });
    assert_eq!(refusal("1. a1-a2 {open"), MovetextError::OpenComment { at: 9 });
    assert_eq!(refusal("1. a1-a2 {[%clk 4:58]}"), MovetextError::Clock { at: 9 });
    assert_eq!(refusal("1. a1-a2 {[%clk 0:61:00]}"), MovetextError::Clock { at: 9 });
    assert_eq!(refusal("1. a1-a2 * h8-h7"), MovetextError::AfterResult { at: 11 });
    assert!(matches!(refusal("1. a1-a2 h8xh7"), MovetextError::Path { at: 9, .. }));
    assert!(matches!(refusal("1. a1"), MovetextError::Path { at: 3, .. }));
}

pub(crate) const GAME: &str = "\
[Variant \"classic-3x3\"]
[Date \"2026.07.01\"]
[White \"Anna \\\"the \\\\ hop\\\"\"]
[Black \"Борис\"]
[Result \"1-0\"]
[Termination \"resignation\"]
[TimeControl \"300+3\"]
[Position \"5bbb/5bbb/5bbb/8/8/www5/www5/www5 b 3\"]
[Event \"club evening\"]

3... g6-g5 {[%clk 0:04:58]} 4. c3-c4 {[%clk 0:04:59.5]} 1-0
";

#[test]
fn game_text_is_read_and_written_the_same() {
    let game_text: GameText = GAME.parse().unwrap();
    assert_eq!(game_text.tags.get("White"), Some("Anna \"the \\ hop\""));
    assert_eq!(game_text.plies[1].clock, Some(Duration::from_millis(299_500)));
    assert_eq!(
        game_text.to_string(),
        GAME.replace("[Event \"club evening\"]\n", "")
            .replace("[Position", "[Event \"club evening\"]\n[Position")
    );
    assert_eq!(game_text.to_string().parse(), Ok(game_text.clone()));
    let game = game_text.play_out().unwrap();
    assert_eq!(game.position().to_string(), "5bbb/5bbb/5b1b/6b1/2w5/ww6/www5/www5 b 4");
}

#[test]
fn game_text_whose_parts_disagree_is_refused() {
    let refusal = |from: &str, to: &str| GAME.replace(from, to).parse::<GameText>().unwrap_err();
    assert_eq!(refusal("[Variant \"classic-3x3\"]\n", ""), GameTextError::NoVariant);
    assert!(matches!(refusal("classic-3x3", "chess"), GameTextError::UnknownVariant { id } if id == "chess"));
    assert!(matches!(refusal("Date", "White"), GameTextError::Tag { line: 3, .. }));
    assert!(matches!(
        refusal("[Date \"", "[Date "),
        GameTextError::TagLine { line: 2 }
    ));
    assert!(matches!(
        refusal("resignation", "boredom"),
        GameTextError::Termination(_)
    ));
    assert!(matches!(
        refusal("resignation", "draw-agreement"),
        GameTextError::Disagree { .. }
    ));
    assert!(matches!(
        refusal("[Result \"1-0\"]", "[Result \"0-1\"]"),
        GameTextError::ResultTag { .. }
    ));
    assert!(matches!(
        refusal("5bbb/5bbb/5bbb", "5bbb/5bbb/5bb"),
        GameTextError::Position(_)
    ));
    assert!(matches!(
        refusal("3... g6-g5 {[%clk 0:04:58]} 4.", "2... g6-g5 3."),
        GameTextError::FirstPly {
            number: 2,
            side: Side::Black
        }
    ));
    assert_eq!(refusal("} 1-0", "}"), GameTextError::NoResult);
    let unplayable = |from: &str, to: &str| {
        GAME.replace(from, to)
            .parse::<GameText>()
            .unwrap()
            .play_out()
            .unwrap_err()
    };
    assert!(matches!(
        unplayable("c3-c4", "c3-c5"),
        GameTextError::IllegalPly { ply: 2, .. }
    ));
    assert!(matches!(
        unplayable("resignation", "goal"),
        GameTextError::Verdict { ending: None }
    ));
    let beyond_the_limit = GAME
        .replace(" b 3\"]", " b 99\"]")
        .replace("3...", "99...")
        .replace("4. ", "100. ");
    let refused = beyond_the_limit.parse::<GameText>().unwrap().play_out().unwrap_err();
    assert!(matches!(refused, GameTextError::SetUp(_)), "{refused}");
}

#[test]
fn a_clock_reading_beyond_all_clocks_is_written_as_the_longest() {
    let ply = RecordedPly {
        path: "a1-a2".parse().unwrap(),
        clock: Some(Duration::MAX),
    };
    let movetext = Movetext {
        first_number: 1,
        first_side: Side::White,
        plies: vec![ply],
        result: None,
    };
    assert_eq!(movetext.to_string(), "1. a1-a2 {[%clk 99999:59:59.999]}");
    assert!(movetext.to_string().parse::<Movetext>().is_ok());
}

#[test]
fn tags_that_cannot_be_written_are_refused() {
    let mut tags = Tags::default();
    for (name, value) in [
        ("", "x"),
        ("Two words", "x"),
        ("White", "line\nbreak"),
        ("White", &"x".repeat(256)),
        ("Result", "1-0"),
    ] {
        assert!(tags.set(name, value).is_err(), "{name:?} {value:?}");
    }
    assert_eq!(tags, Tags::default());
}

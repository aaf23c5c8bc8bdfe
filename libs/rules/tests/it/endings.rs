//! The endings and the rulings about them, a smallest position each.

use corners_rules::{EndReason, Ending, Game, Position, SetUpError, Side, Variant};

use Side::{Black, White};

fn set_up(variant: &str, position: &str) -> Game {
    let variant = Variant::find(variant).unwrap();
    Game::from_set_up(Position::parse(variant, position).unwrap()).unwrap()
}

/// Plays paths, none of which but the last may end the game, and answers how it ended.
fn play(game: &mut Game, paths: &[&str]) -> Option<Ending> {
    for path in paths {
        assert_eq!(game.ending(), None, "the game ended before {path}");
        let squares: Vec<_> = path.split('-').map(|square| square.parse().unwrap()).collect();
        game.play(&squares)
            .unwrap_or_else(|refused| panic!("{path}: {refused}"));
    }
    game.ending()
}

fn won(winner: Side, reason: EndReason) -> Option<Ending> {
    Some(Ending {
        reason,
        winner: Some(winner),
    })
}

fn drawn(reason: EndReason) -> Option<Ending> {
    Some(Ending { reason, winner: None })
}

/// White is one step from filling its goal (g5-g6), Black too (c4-c3).
fn one_step_away(number: u16) -> String {
    format!("5www/5www/5w1w/6w1/2b5/bb6/bbb5/bbb5 w {number}")
}

#[test]
fn white_filling_its_goal_waits_for_blacks_reply() {
    let mut game = set_up("classic-3x3", &one_step_away(50));
    assert_eq!(play(&mut game, &["g5-g6"]), None);
    assert_eq!(play(&mut game, &["c4-d4"]), won(White, EndReason::Goal));
}

#[test]
fn black_filling_with_the_same_number_draws() {
    let mut game = set_up("classic-3x3", &one_step_away(50));
    assert_eq!(play(&mut game, &["g5-g6", "c4-c3"]), drawn(EndReason::BothGoals));
}

#[test]
fn black_filling_alone_wins_at_once() {
    let mut game = set_up("classic-3x3", &one_step_away(50));
    assert_eq!(play(&mut game, &["g5-h5", "c4-c3"]), won(Black, EndReason::Goal));
}

#[test]
fn a_goal_goes_before_the_limit_and_the_limit_counts_arrived_pieces() {
    let mut game = set_up("classic-3x3", &one_step_away(80));
    assert_eq!(play(&mut game, &["g5-g6", "c4-c3"]), drawn(EndReason::BothGoals));
    let mut game = set_up("classic-3x3", &one_step_away(80));
    assert_eq!(play(&mut game, &["g5-g6", "c4-d4"]), won(White, EndReason::Goal));
    let mut game = set_up("classic-3x3", &one_step_away(80));
    assert_eq!(play(&mut game, &["g5-h5", "c4-d4"]), drawn(EndReason::MoveLimit));
    let mut game = set_up("classic-3x3", "8/8/5w2/8/8/2b5/1b6/7w w 80");
    assert_eq!(play(&mut game, &["h1-h2", "c3-d3"]), drawn(EndReason::MoveLimit));
    let mut game = set_up("classic-3x3", "8/8/5w2/8/8/2b5/1b6/7w w 80");
    assert_eq!(play(&mut game, &["h1-h2", "b2-b1"]), won(Black, EndReason::MoveLimit));
}

#[test]
fn a_side_with_pieces_missing_never_fills_its_goal() {
    let mut game = set_up("classic-3x3", "5www/5www/5w2/7w/8/8/8/b7 b 50");
    assert_eq!(play(&mut game, &["a1-b1"]), None);
    let mut game = set_up("classic-3x3", "5www/5www/5w2/7w/8/8/8/b7 w 50");
    assert_eq!(play(&mut game, &["h5-h6", "a1-b1"]), None);
}

#[test]
fn late_pieces_lose_after_blacks_ply_of_the_deadline_and_only_then() {
    let mut game = set_up("classic-3x3", "8/8/8/7b/8/8/8/w7 w 39");
    assert_eq!(play(&mut game, &["a1-a2", "h5-h4", "a2-a3"]), None);
    assert_eq!(play(&mut game, &["h4-h5"]), won(Black, EndReason::HomeDeadline));
    let mut game = set_up("classic-3x3", "7b/8/8/8/8/8/8/w7 w 40");
    assert_eq!(play(&mut game, &["a1-a2", "h8-h7"]), drawn(EndReason::HomeDeadline));
    let mut game = set_up("classic-3x3", "7b/8/8/8/8/8/8/w7 w 41");
    assert_eq!(
        play(&mut game, &["a1-a2", "h8-h7"]),
        None,
        "a set-up past the deadline is not judged for it"
    );
}

#[test]
fn an_enclosed_piece_is_exempt_where_enclosing_is_allowed_and_the_rival_takes_part() {
    let exempt = "w7/8/8/8/8/b1b5/bb6/wbb4b b 30";
    let mut game = set_up("diagonal-3x3", exempt);
    assert_eq!(play(&mut game, &["h1-h2"]), None);
    let mut game = set_up("diagonal-3x3", "w7/8/8/8/8/b7/bb6/wbb4b b 30");
    assert_eq!(
        play(&mut game, &["h1-h2"]),
        won(Black, EndReason::HomeDeadline),
        "a jump over b2 is open"
    );
    let mut game = set_up("classic-3x3", "w7/8/8/8/8/b1b5/b7/wbb4b b 40");
    assert_eq!(
        play(&mut game, &["h1-h2"]),
        won(Black, EndReason::HomeDeadline),
        "no exemption where forbidden"
    );
}

#[test]
fn returning_home_loses_from_the_ply_after_the_deadline_on() {
    let mut game = set_up("classic-3x3", "8/8/8/7b/w7/8/8/8 w 40");
    assert_eq!(
        play(&mut game, &["a4-a3", "h5-h4"]),
        won(Black, EndReason::HomeDeadline),
        "that is lateness"
    );
    let mut game = set_up("classic-3x3", "8/8/8/7b/w7/8/8/8 w 41");
    assert_eq!(play(&mut game, &["a4-a3"]), won(Black, EndReason::ReturnedHome));
    let mut game = set_up("classic-3x3", "8/8/7b/8/8/8/8/w7 w 41");
    assert_eq!(
        play(&mut game, &["a1-a2", "h6-g6"]),
        None,
        "within the home is no return"
    );
    let mut game = set_up("classic-3x3", "8/8/8/5b2/8/8/8/w7 b 41");
    assert_eq!(play(&mut game, &["f5-f6"]), won(White, EndReason::ReturnedHome));
}

#[test]
fn jumping_through_the_own_home_after_the_deadline_is_no_return() {
    let mut game = set_up("classic-3x3", "8/8/8/7b/1w6/1b6/2b5/8 w 41");
    assert_eq!(play(&mut game, &["b4-b2-d2"]), None);
}

#[test]
fn the_third_stand_of_a_placement_with_the_same_side_to_move_draws_from_the_start_position_on() {
    let shuffle = ["e4-e5", "h4-h5", "e5-e4", "h5-h4"];
    let mut game = set_up("classic-3x3", "8/8/8/8/4w2b/8/8/8 w 10");
    assert_eq!(play(&mut game, &shuffle), None);
    assert_eq!(play(&mut game, &shuffle), drawn(EndReason::Repetition));
    game.take_back();
    assert_eq!(
        play(&mut game, &["h5-h4"]),
        drawn(EndReason::Repetition),
        "taking back forgets one stand only"
    );
}

#[test]
fn the_same_placement_with_the_other_side_to_move_is_another_position() {
    let mut game = set_up("diagonal-3x3", "8/8/8/1w6/6b1/8/8/8 w 10");
    // White takes three plies round a triangle while Black goes there and back: the placement returns with Black to move.
    let round = ["b5-c6", "g4-h5", "c6-c5", "h5-g4", "c5-b5"];
    assert_eq!(play(&mut game, &round), None);
    let back = ["g4-h5", "b5-c6", "h5-g4", "c6-c5", "g4-h5", "c5-b5", "h5-g4"];
    assert_eq!(
        play(&mut game, &back),
        None,
        "it has stood twice with White to move and once with Black"
    );
}

#[test]
fn a_side_without_a_legal_move_draws() {
    // Black's only piece on a1 is shut in by a step to a place where enclosing is allowed.
    let mut game = set_up("diagonal-3x3", "8/8/8/8/w1w5/2w5/ww6/bwwww3 w 10");
    let ending = play(&mut game, &["a4-a3"]);
    assert_eq!(ending, drawn(EndReason::NoMove));
}

#[test]
fn set_ups_are_refused_with_the_reason() {
    let check = |variant: &str, position: &str| {
        Position::parse(Variant::find(variant).unwrap(), position)
            .unwrap()
            .check_set_up()
    };
    let cases = [
        ("8/8/8/8/8/8/8/w7 w 1", SetUpError::NoPieces { side: Black }),
        ("8/8/8/8/8/8/8/b7 w 1", SetUpError::NoPieces { side: White }),
        (
            "8/8/8/8/8/8/wwwwwwww/wwb5 w 1",
            SetUpError::TooManyPieces {
                side: White,
                count: 10,
                most: 9,
            },
        ),
        (
            "w7/8/8/8/8/8/8/b7 w 81",
            SetUpError::MoveNumber { number: 81, limit: 80 },
        ),
        ("5www/5www/5www/8/8/8/8/b7 w 1", SetUpError::GoalFilled { side: White }),
        ("w7/8/8/8/8/bbb5/bbb5/bbb5 w 1", SetUpError::GoalFilled { side: Black }),
        ("8/8/8/8/8/w7/w7/bww5 b 1", SetUpError::NoLegalMove { side: Black }),
    ];
    for (position, reason) in cases {
        assert_eq!(check("classic-3x3", position), Err(reason.clone()), "{position}");
        assert!(
            reason
                .code()
                .chars()
                .all(|letter| letter.is_ascii_uppercase() || letter == '_')
        );
    }
    assert_eq!(check("classic-3x3", "8/8/8/8/8/8/8/w6b b 80"), Ok(()));
    for variant in Variant::all() {
        assert_eq!(Position::start(variant).check_set_up(), Ok(()), "{variant}");
    }
}

#[test]
fn the_final_position_may_carry_the_number_after_the_limit() {
    let mut game = set_up("classic-3x3", "8/8/5w2/8/8/2b5/8/8 b 80");
    play(&mut game, &["c3-c2"]);
    let text = game.position().to_string();
    assert!(text.ends_with(" w 81"));
    assert_eq!(
        Position::parse(game.position().variant(), &text).as_ref(),
        Ok(game.position())
    );
}

//! Moves and seats.

use super::*;

#[test]
fn moves_alternate_between_the_seats_and_each_makes_a_turn() {
    let mut played = Played::untimed();
    assert_eq!(played.play(BLACK, "f6-e6"), Err(Rejection::NotYourTurn));
    assert_eq!(played.play(STRANGER, "c3-d3"), Err(Rejection::NotSeated));
    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!((played.table.turn().number, played.table.version().number), (1, 2));
    assert_eq!(played.table.turn().event, played.table.version().event);
    assert_eq!(played.play(WHITE, "d3-e3"), Err(Rejection::NotYourTurn));
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(played.position(), "5bbb/5bbb/4b1bb/8/8/ww1w4/www5/www5 w 2");
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut played = Played::untimed();
    let before = played.table.clone();
    let refused = [
        ("c3-c3", "RETURNS_TO_ORIGIN"),
        ("c3-d4", "BLOCKED_PATH"),
        ("c2-c3", "OCCUPIED"),
        ("c3-e3", "BLOCKED_PATH"),
        ("d4-d5", "NO_PIECE"),
        ("f6-e6", "NOT_YOUR_PIECE"),
    ];
    for (path, code) in refused {
        match played.play(WHITE, path) {
            Err(Rejection::IllegalMove(illegal)) => assert_eq!(illegal.code(), code, "{path}"),
            other => panic!("{path}: {other:?}"),
        }
    }
    assert_eq!(played.table, before);
}

#[test]
fn a_stale_turn_is_told_the_current_one() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let by = Actor {
        account: BLACK,
        kind: AccountKind::Guest,
    };
    let current = played.table.turn();
    let stale = [
        TurnPoint {
            number: 0,
            event: EventId(1),
        },
        TurnPoint {
            number: current.number,
            event: EventId(77),
        },
        TurnPoint {
            number: 2,
            event: current.event,
        },
    ];
    for expected in stale {
        let command = Command {
            by,
            expected_turn: Some(expected),
            action: play("f6-e6"),
        };
        assert_eq!(decide(&played.table, &command), Err(Rejection::StaleTurn { current }));
    }
    let command = Command {
        by,
        expected_turn: Some(current),
        action: play("f6-e6"),
    };
    assert!(decide(&played.table, &command).is_ok());
}

#[test]
fn nobody_plays_before_both_seats_are_taken() {
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Agreed, None, None);
    assert_eq!(played.play(WHITE, "c3-d3"), Err(Rejection::WaitingForPlayers));
    assert_eq!(
        played.act(WHITE, Action::Resign { side: None }),
        Err(Rejection::WaitingForPlayers)
    );
    assert_eq!(
        played.act(WHITE, Action::Join { side: None }),
        Err(Rejection::AlreadySeated)
    );
    assert_eq!(
        played.act(
            BLACK,
            Action::Join {
                side: Some(Side::White)
            }
        ),
        Err(Rejection::SeatTaken)
    );
    played.act(BLACK, Action::Join { side: None }).unwrap();
    assert_eq!(played.table.status(), Status::Playing);
    assert_eq!(
        played.act(STRANGER, Action::Join { side: None }),
        Err(Rejection::SeatTaken)
    );
    played.play(WHITE, "c3-d3").unwrap();
}

#[test]
fn a_return_home_is_played_only_when_confirmed_and_loses() {
    let set_up = "2bbb3/2b1b3/1w2b3/ww4bb/w6b/3ww3/4ww2/3w4 b 41";
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Agreed, Some(BLACK), Some(set_up));
    played.play(BLACK, "h5-f5").unwrap();
    assert_eq!(played.play(WHITE, "e3-e1-c1"), Err(Rejection::ConfirmReturnHome));
    let squares = ["e3", "e1", "c1"].map(|square| square.parse().unwrap()).to_vec();
    played
        .act(
            WHITE,
            Action::Play {
                squares,
                confirm_return_home: true,
                think_time: None,
            },
        )
        .unwrap();
    let verdict = played.table.verdict().unwrap();
    assert_eq!(verdict.winner, Some(Side::Black));
    assert_eq!(verdict.reason, EndReason::Rules(corners_rules::EndReason::ReturnedHome));
}

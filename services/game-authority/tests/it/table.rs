//! The pure table: what may happen when, and what it changes.

use std::time::Duration;

use corners_clockwork::{GameTime, Punch, RealTime, TimeControl, punch};
use corners_game_authority::table::{
    AccountKind, Action, Actor, Agreement, BySide, Command, EndReason, Event, EventId, EventKind, Readings, Recorded,
    Rejection, Seat, Stamp, Status, Table, Takebacks, TurnPoint, Verdict, decide, fold, next_alarm, overdue, record,
};
use corners_proto::ids::AccountId;
use corners_rules::{Position, Side, Square, Variant};

const WHITE: AccountId = AccountId::from_bytes([1; 16]);
const BLACK: AccountId = AccountId::from_bytes([2; 16]);
const STRANGER: AccountId = AccountId::from_bytes([3; 16]);

/// A table and the log it is the fold of.
struct Played {
    table: Table,
    log: Vec<Event>,
    now: GameTime,
    next_id: u64,
}

impl Played {
    fn new(time_control: TimeControl, takebacks: Takebacks, black: Option<AccountId>, set_up: Option<&str>) -> Self {
        let variant = Variant::find("classic-3x3").unwrap();
        let seat = |account| Seat {
            account,
            kind: AccountKind::Guest,
        };
        let agreement = Agreement {
            variant,
            set_up: set_up.map(|text| Position::parse(variant, text).unwrap()),
            time_control,
            takebacks,
            creator: WHITE,
            seats: BySide {
                white: Some(seat(WHITE)),
                black: black.map(seat),
            },
            request_digest: [0; 32],
        };
        let created = Event {
            id: EventId(1),
            recorded_at_ms: 0,
            at: GameTime::ZERO,
            outage_credit: Duration::ZERO,
            kind: EventKind::TableCreated(Box::new(agreement)),
        };
        Self {
            table: Table::created(&created).unwrap(),
            log: vec![created],
            now: GameTime::ZERO,
            next_id: 2,
        }
    }

    fn untimed() -> Self {
        Self::new(TimeControl::Untimed, Takebacks::Agreed, Some(BLACK), None)
    }

    fn blitz() -> Self {
        let real_time = RealTime::new(Duration::from_secs(60), Duration::from_secs(2)).unwrap();
        Self::new(real_time.into(), Takebacks::Agreed, Some(BLACK), None)
    }

    fn punch(&self, stall_end: Option<GameTime>) -> Punch {
        punch(&self.table.clock_turn(), self.now, stall_end)
    }

    fn act_after_stall(
        &mut self,
        by: AccountId,
        action: Action,
        stall_end: Option<GameTime>,
    ) -> Result<Recorded, Rejection> {
        let by = Actor {
            account: by,
            kind: AccountKind::Guest,
        };
        let intent = decide(
            &self.table,
            &Command {
                by,
                expected_turn: None,
                action,
            },
        )?;
        let readings = Readings {
            punch: self.punch(stall_end),
            next_turn: self.now,
        };
        let next_id = &mut self.next_id;
        let mut draw_id = || {
            *next_id += 1;
            EventId(*next_id)
        };
        let recorded = record(
            &self.table,
            &intent,
            &readings,
            &mut Stamp {
                recorded_at_ms: 0,
                draw_id: &mut draw_id,
            },
        );
        let (Recorded::Happened(events) | Recorded::TimeWasUp(events)) = &recorded;
        for event in events {
            self.table.apply(event).unwrap();
            self.log.push(event.clone());
        }
        if self.log.len() < 200 {
            assert_eq!(
                fold(&self.log).as_ref(),
                Ok(&self.table),
                "the table is the fold of its log"
            );
        }
        Ok(recorded)
    }

    fn act(&mut self, by: AccountId, action: Action) -> Result<(), Rejection> {
        self.act_after_stall(by, action, None).map(|_| ())
    }

    fn play(&mut self, by: AccountId, path: &str) -> Result<(), Rejection> {
        self.act(by, play(path))
    }

    fn wait(&mut self, millis: u64) {
        self.now = self.now + Duration::from_millis(millis);
    }

    fn position(&self) -> String {
        self.table.game().position().to_string()
    }
}

fn play(path: &str) -> Action {
    let squares: Vec<Square> = path.split('-').map(|square| square.parse().unwrap()).collect();
    Action::Play {
        squares,
        confirm_return_home: false,
        think_time: None,
    }
}

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

#[test]
fn a_draw_offer_lives_no_longer_than_its_turn() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    assert_eq!(
        played.act(WHITE, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "one's own offer"
    );
    assert_eq!(
        played.act(BLACK, Action::OfferDraw { side: None }),
        Err(Rejection::OfferPending)
    );
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the move"
    );

    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::DeclineDraw { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the decline"
    );
    assert_eq!(
        played.act(WHITE, Action::OfferDraw { side: None }),
        Err(Rejection::AlreadyOffered)
    );

    played.act(BLACK, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::OfferTakeback { side: None }).unwrap();
    played.act(WHITE, Action::AcceptTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(WHITE, Action::AcceptDraw { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the takeback"
    );

    played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
    played.act(BLACK, Action::AcceptDraw { side: None }).unwrap();
    assert_eq!(
        played.table.verdict(),
        Some(Verdict {
            reason: EndReason::DrawAgreement,
            winner: None
        })
    );
}

#[test]
fn a_takeback_makes_a_new_turn_and_takes_the_reply_along() {
    let mut played = Played::untimed();
    assert_eq!(
        played.act(WHITE, Action::OfferTakeback { side: None }),
        Err(Rejection::NothingToTakeBack)
    );
    let start = played.position();
    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(
        played.act(BLACK, Action::OfferTakeback { side: None }),
        Err(Rejection::NothingToTakeBack)
    );
    let after_white = played.position();
    played.play(BLACK, "f6-e6").unwrap();

    played.act(BLACK, Action::OfferTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptTakeback { side: None }),
        Err(Rejection::NoOffer)
    );
    played.act(WHITE, Action::DeclineTakeback { side: None }).unwrap();
    assert_eq!(
        played.act(BLACK, Action::OfferTakeback { side: None }),
        Err(Rejection::AlreadyOffered)
    );
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.act(BLACK, Action::AcceptTakeback { side: None }).unwrap();
    assert_eq!(
        (played.position(), played.table.turn().number),
        (start, 3),
        "turns never repeat"
    );

    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(played.position(), after_white);
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        played.act(BLACK, Action::AcceptTakeback { side: None }),
        Err(Rejection::NoOffer),
        "cleared by the move"
    );
}

#[test]
fn free_takebacks_happen_at_once_and_are_bounded() {
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Free, Some(WHITE), None);
    for _ in 0..1_000 {
        played.play(WHITE, "c3-d3").unwrap();
        played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    }
    played.play(WHITE, "c3-d3").unwrap();
    assert_eq!(
        played.act(WHITE, Action::OfferTakeback { side: None }),
        Err(Rejection::TakebackLimit)
    );
}

#[test]
fn resignation_abort_and_their_limits() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let mut aborted = Played::untimed();
    aborted.play(WHITE, "c3-d3").unwrap();
    assert_eq!(aborted.act(STRANGER, Action::Abort), Err(Rejection::NotSeated));
    aborted.act(BLACK, Action::Abort).unwrap();
    assert_eq!(aborted.table.verdict(), Some(Verdict::ABORTED));

    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(played.act(WHITE, Action::Abort), Err(Rejection::TooLateToAbort));
    assert_eq!(
        played.act(
            WHITE,
            Action::Resign {
                side: Some(Side::Black)
            }
        ),
        Err(Rejection::NotSeated)
    );
    played.act(WHITE, Action::Resign { side: None }).unwrap();
    assert_eq!(
        played.table.verdict(),
        Some(Verdict::lost_by(Side::White, EndReason::Resignation))
    );
}

#[test]
fn after_the_end_every_action_answers_game_over_and_changes_nothing() {
    let mut played = Played::untimed();
    played.act(WHITE, Action::Resign { side: None }).unwrap();
    let before = played.table.clone();
    let side = None;
    let actions = [
        Action::Join { side },
        play("c3-d3"),
        Action::Resign { side },
        Action::OfferDraw { side },
        Action::AcceptDraw { side },
        Action::DeclineDraw { side },
        Action::OfferTakeback { side },
        Action::AcceptTakeback { side },
        Action::DeclineTakeback { side },
        Action::Abort,
    ];
    for action in actions {
        for account in [WHITE, BLACK, STRANGER] {
            assert_eq!(
                played.act(account, action.clone()),
                Err(Rejection::GameOver),
                "{action:?}"
            );
        }
    }
    assert_eq!(played.table, before);
    assert_eq!(next_alarm(&played.table), None);
}

#[test]
fn one_account_on_both_seats_names_its_side() {
    let mut played = Played::new(TimeControl::Untimed, Takebacks::Agreed, Some(WHITE), None);
    played.play(WHITE, "c3-d3").unwrap();
    played.play(WHITE, "f6-e6").unwrap();
    assert_eq!(
        played.act(WHITE, Action::OfferDraw { side: None }),
        Err(Rejection::SideRequired)
    );
    played
        .act(
            WHITE,
            Action::OfferDraw {
                side: Some(Side::White),
            },
        )
        .unwrap();
    assert_eq!(
        played.act(
            WHITE,
            Action::AcceptDraw {
                side: Some(Side::White)
            }
        ),
        Err(Rejection::NoOffer)
    );
    played
        .act(
            WHITE,
            Action::AcceptDraw {
                side: Some(Side::Black),
            },
        )
        .unwrap();
}

#[test]
fn a_side_s_clock_runs_only_after_its_first_move() {
    let mut played = Played::blitz();
    let left = |played: &Played| {
        played
            .table
            .clocks_at_last_reading()
            .map(|clocks| (clocks.white, clocks.black))
    };
    let seconds = |white, black| Some((Duration::from_secs(white), Duration::from_secs(black)));
    assert_eq!(played.table.running(), None);
    played.wait(20_000);
    played.play(WHITE, "c3-d3").unwrap();
    played.wait(29_000);
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        left(&played),
        seconds(60, 60),
        "first moves cost nothing and earn nothing"
    );
    assert_eq!(played.table.running(), Some(Side::White));
    played.wait(10_000);
    played.play(WHITE, "d3-e3").unwrap();
    assert_eq!(left(&played), seconds(52, 60));
}

#[test]
fn a_first_move_that_does_not_come_aborts_and_a_later_one_loses() {
    let mut played = Played::blitz();
    played.wait(30_000);
    assert!(matches!(
        played.act_after_stall(WHITE, play("c3-d3"), None),
        Ok(Recorded::TimeWasUp(_))
    ));
    assert_eq!(played.table.verdict(), Some(Verdict::ABORTED));

    let mut lost = Played::blitz();
    lost.play(WHITE, "c3-d3").unwrap();
    lost.play(BLACK, "f6-e6").unwrap();
    lost.wait(60_000);
    assert!(matches!(
        lost.act_after_stall(BLACK, Action::OfferDraw { side: None }, None),
        Ok(Recorded::TimeWasUp(_))
    ));
    assert_eq!(
        lost.table.verdict(),
        Some(Verdict::lost_by(Side::White, EndReason::Timeout))
    );
    assert_eq!(
        lost.table.clocks_at_last_reading().map(|clocks| clocks.white),
        Some(Duration::ZERO)
    );
}

#[test]
fn a_move_a_millisecond_before_the_flag_counts_and_at_the_flag_it_loses() {
    for (wait, in_time) in [(59_999, true), (60_000, false), (60_001, false)] {
        let mut played = Played::blitz();
        played.play(WHITE, "c3-d3").unwrap();
        played.play(BLACK, "f6-e6").unwrap();
        played.wait(wait);
        let recorded = played.act_after_stall(WHITE, play("d3-e3"), None).unwrap();
        assert_eq!(matches!(recorded, Recorded::Happened(_)), in_time, "after {wait} ms");
        let loser = played.table.verdict().map(|verdict| verdict.winner);
        assert_eq!(
            loser,
            (!in_time).then_some(Some(Side::Black)),
            "the mover makes it or loses"
        );
    }
}

#[test]
fn an_alarm_ends_a_turn_only_after_its_grace() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(next_alarm(&played.table), Some(GameTime::from_millis(60_120)));
    played.wait(60_119);
    assert_eq!(overdue(&played.table, &played.punch(None)), None);
    played.wait(1);
    let lost = Some(Verdict::lost_by(Side::White, EndReason::Timeout));
    assert_eq!(overdue(&played.table, &played.punch(None)), lost);
    let stall_end = Some(GameTime::from_millis(60_000));
    assert_eq!(
        overdue(&played.table, &played.punch(stall_end)),
        None,
        "the platform stood still: two seconds more"
    );
}

#[test]
fn an_outage_gives_two_seconds_and_the_next_event_says_so() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    played.wait(60_500);
    let stall_end = Some(GameTime::from_millis(60_000));
    let recorded = played
        .act_after_stall(WHITE, Action::OfferDraw { side: None }, stall_end)
        .unwrap();
    let Recorded::Happened(events) = recorded else {
        panic!("the flag has not fallen")
    };
    assert_eq!(events[0].outage_credit, Duration::from_secs(2));
    let left = |played: &Played| played.table.clocks_at_last_reading().unwrap().white;
    assert_eq!(left(&played), Duration::from_millis(1_500));
    played.wait(500);
    played.act_after_stall(WHITE, play("d3-e3"), stall_end).unwrap();
    assert_eq!(
        left(&played),
        Duration::from_millis(1_000 + 2_000),
        "credited once, and the increment"
    );
}

#[test]
fn a_takeback_gives_no_time_back() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    played.wait(5_000);
    played.play(WHITE, "d3-e3").unwrap();
    played.wait(7_000);
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.act(BLACK, Action::AcceptTakeback { side: None }).unwrap();
    let clocks = played.table.clocks_at_last_reading().unwrap();
    assert_eq!(
        (clocks.white, clocks.black),
        (Duration::from_secs(57), Duration::from_secs(53))
    );
    assert_eq!(played.table.running(), Some(Side::White));
}

#[test]
fn a_table_that_nobody_comes_to_is_closed_after_an_hour() {
    let real_time = RealTime::new(Duration::from_secs(60), Duration::ZERO).unwrap();
    let mut played = Played::new(real_time.into(), Takebacks::Agreed, None, None);
    let due = next_alarm(&played.table).unwrap();
    assert_eq!(due, GameTime::from_millis(3_600_000));
    played.now = due;
    assert_eq!(overdue(&played.table, &played.punch(None)), Some(Verdict::ABORTED));
}

#[test]
fn a_log_that_does_not_fit_is_refused_with_the_event_that_does_not() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let mut doubled = played.log.clone();
    doubled.push(doubled[1].clone());
    assert_eq!(fold(&doubled).unwrap_err().number, 3);
    assert_eq!(fold(&doubled[1..]).unwrap_err().number, 1);
    assert_eq!(fold(&[]).unwrap_err().number, 1);
}

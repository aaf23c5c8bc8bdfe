//! The pure table: what may happen when, and what it changes.

mod clocks;
mod moves;
mod offers;

use std::time::Duration;

use corners_clockwork::{Correspondence, GameTime, Punch, RealTime, TimeControl, Transit, punch};
use corners_game_authority::table::{
    AccountKind, Action, Actor, Agreement, By, BySide, Command, EndReason, Event, EventId, EventKind, Readings,
    Recorded, Rejection, Seat, Stamp, Status, Table, Takebacks, TurnPoint, Verdict, decide, fold, next_alarm, overdue,
    record, tail_lost,
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
            rating: None,
        };
        let agreement = Agreement {
            variant,
            set_up: set_up.map(|text| Position::parse(variant, text).unwrap()),
            time_control,
            takebacks,
            rated: false,
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
            call: None,
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
        punch(&self.table.clock_turn(), self.now, stall_end, None)
    }

    fn act_after_stall(
        &mut self,
        by: AccountId,
        action: Action,
        stall_end: Option<GameTime>,
    ) -> Result<Recorded, Rejection> {
        let punch = self.punch(stall_end);
        self.act_at(by, action, punch)
    }

    /// A move that took `on_its_way_ms` of the turn, with as long a round trip.
    fn play_from_afar(&mut self, by: AccountId, path: &str, on_its_way_ms: u64) -> Result<Recorded, Rejection> {
        let way = Duration::from_millis(on_its_way_ms);
        let transit = Transit {
            think_time: (self.now - self.table.clock_turn().started).saturating_sub(way),
            round_trip: way,
        };
        let punch = punch(&self.table.clock_turn(), self.now, None, Some(transit));
        self.act_at(by, play(path), punch)
    }

    fn act_at(&mut self, by: AccountId, action: Action, punch: Punch) -> Result<Recorded, Rejection> {
        let is_move = matches!(action, Action::Play { .. });
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
        let by_mover = self.table.holds(by.account, self.table.side_to_move());
        let readings = Readings {
            punch,
            next_turn: self.now,
            by: match (is_move, by_mover) {
                (true, _) => By::Move,
                (false, true) => By::Mover,
                (false, false) => By::Others,
            },
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
            None,
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
fn resignation_abort_and_their_limits() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let mut aborted = Played::untimed();
    aborted.play(WHITE, "c3-d3").unwrap();
    assert_eq!(aborted.act(STRANGER, Action::Abort), Err(Rejection::NotSeated));
    aborted.act(BLACK, Action::Abort).unwrap();
    assert_eq!(aborted.table.verdict(), Some(Verdict::aborted_by(Some(Side::Black))));

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

/// Folds the events of a log, recorded at these moments.
fn folded_at(log: &[Event], moments: &[u64]) -> Table {
    let recorded = |(event, recorded_at_ms): (&Event, &u64)| Event {
        recorded_at_ms: *recorded_at_ms,
        ..event.clone()
    };
    let events: Vec<Event> = log.iter().zip(moments).map(recorded).collect();
    assert_eq!(events.len(), log.len());
    fold(&events).unwrap()
}

#[test]
fn a_table_knows_when_it_was_made_began_and_ended() {
    let times = |table: &Table| (table.created_at_ms(), table.started_at_ms(), table.finished_at_ms());
    let mut open = Played::new(TimeControl::Untimed, Takebacks::Agreed, None, None);
    assert_eq!(times(&folded_at(&open.log, &[10])), (10, None, None));
    open.act(BLACK, Action::Join { side: None }).unwrap();
    open.play(WHITE, "c3-d3").unwrap();
    assert_eq!(times(&folded_at(&open.log, &[10, 20, 30])), (10, Some(20), None));
    open.act(BLACK, Action::Resign { side: None }).unwrap();
    assert_eq!(
        times(&folded_at(&open.log, &[10, 20, 30, 40])),
        (10, Some(20), Some(40))
    );

    let both = Played::untimed();
    assert_eq!(times(&folded_at(&both.log, &[10])), (10, Some(10), None));

    let mut never_begun = Played::new(TimeControl::Untimed, Takebacks::Agreed, None, None);
    never_begun.act(WHITE, Action::Abort).unwrap();
    assert_eq!(
        never_begun.table.verdict(),
        Some(Verdict::aborted_by(Some(Side::White)))
    );
    assert_eq!(times(&folded_at(&never_begun.log, &[10, 50])), (10, None, Some(50)));
}

#[test]
fn who_plays_against_itself_aborts_by_nobodys_doing() {
    let untimed = TimeControl::Untimed;
    let mut alone = Played::new(untimed, Takebacks::Free, Some(WHITE), None);
    alone.act(WHITE, Action::Abort).unwrap();
    assert_eq!(alone.table.verdict(), Some(Verdict::ABORTED));
}

#[test]
fn a_lost_tail_changes_when_a_game_ended_and_not_when_it_began() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let ended_at = {
        let mut ended = Played {
            table: played.table.clone(),
            log: played.log.clone(),
            ..played
        };
        ended.act(BLACK, Action::Resign { side: None }).unwrap();
        ended.table.version()
    };
    let mut draw_id = || EventId(99);
    let mut stamp = Stamp {
        recorded_at_ms: 0,
        draw_id: &mut draw_id,
    };
    let lost = tail_lost(ended_at, played.now, &mut stamp);
    played.table.apply(&lost).unwrap();
    played.log.push(lost);
    let revived = folded_at(&played.log, &[10, 20, 60]);
    assert_eq!((revived.started_at_ms(), revived.finished_at_ms()), (Some(10), None));
    played.act(BLACK, Action::Resign { side: None }).unwrap();
    let ended = folded_at(&played.log, &[10, 20, 60, 70]);
    assert_eq!((ended.started_at_ms(), ended.finished_at_ms()), (Some(10), Some(70)));
}

#[test]
fn an_operator_ends_a_table_at_any_stage_without_a_result() {
    let open = || Played::new(TimeControl::Untimed, Takebacks::Agreed, None, None);
    let begun = || {
        let mut played = Played::blitz();
        played.play(WHITE, "c3-d3").unwrap();
        played
    };
    let offered = || {
        let mut played = begun();
        played.play(BLACK, "f6-e6").unwrap();
        played.act(WHITE, Action::OfferDraw { side: None }).unwrap();
        played
    };
    for (stage, at) in [("open", open()), ("begun", begun()), ("offered", offered())] {
        for operator in [STRANGER, WHITE] {
            let mut played = Played {
                table: at.table.clone(),
                log: at.log.clone(),
                ..at
            };
            played.wait(1_000);
            played.act(operator, Action::Close).unwrap();
            assert_eq!(played.table.verdict(), Some(Verdict::CLOSED), "{stage}");
            assert_eq!(
                (played.table.draw_offer(), next_alarm(&played.table)),
                (None, None),
                "{stage}"
            );
            assert_eq!(played.act(operator, Action::Close), Err(Rejection::GameOver), "{stage}");
        }
    }
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
        Action::Close,
        Action::Claim { side },
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
fn a_log_that_does_not_fit_is_refused_with_the_event_that_does_not() {
    let mut played = Played::untimed();
    played.play(WHITE, "c3-d3").unwrap();
    let mut doubled = played.log.clone();
    doubled.push(doubled[1].clone());
    assert_eq!(fold(&doubled).unwrap_err().number, 3);
    assert_eq!(fold(&doubled[1..]).unwrap_err().number, 1);
    assert_eq!(fold(&[]).unwrap_err().number, 1);
}

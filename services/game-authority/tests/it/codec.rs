//! Stored events are read back as they were.

use std::time::Duration;

use corners_clockwork::{Correspondence, GameTime, RealTime, TimeControl};
use corners_game_authority::store::{decode_event, encode_event};
use corners_game_authority::table::{
    AccountKind, Agreement, Blame, BySide, CallMark, EndReason, Event, EventId, EventKind, Seat, SeatRating, Takebacks,
    Verdict, Version,
};
use corners_proto::game::internal::v1 as log;
use corners_proto::game::v1 as proto;
use corners_proto::ids::AccountId;
use corners_rules::{Path, Position, Side, Square, Variant};
use proptest::prelude::*;
use prost::Message;

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn seat() -> impl Strategy<Value = Seat> {
    let kind = prop_oneof![
        Just(AccountKind::Guest),
        Just(AccountKind::Player),
        Just(AccountKind::Bot)
    ];
    let rating = (-100_000.0..=100_000.0, f64::MIN_POSITIVE..=100_000.0)
        .prop_map(|(rating, deviation)| SeatRating::new(rating, deviation).unwrap());
    (any::<[u8; 16]>(), kind, proptest::option::of(rating)).prop_map(|(bytes, kind, rating)| Seat {
        account: AccountId::from_bytes(bytes),
        kind,
        rating,
    })
}

fn path() -> impl Strategy<Value = Path> {
    let square = (0..16_u8, 0..16_u8).prop_map(|(file, rank)| Square::new(file, rank).unwrap());
    proptest::collection::vec(square, 2..=64).prop_map(|squares| Path::new(&squares).unwrap())
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::Untimed),
        (1_000..10_800_000_u64, 0..180_000_u64).prop_map(|(reserve, increment)| {
            RealTime::new(Duration::from_millis(reserve), Duration::from_millis(increment))
                .unwrap()
                .into()
        }),
        (1..=14_u32).prop_map(|days| Correspondence::new(days).unwrap().into()),
    ]
}

fn agreement() -> impl Strategy<Value = Agreement> {
    let variant = (0..Variant::all().len()).prop_map(|index| &Variant::all()[index]);
    let takebacks = prop_oneof![Just(Takebacks::Free), Just(Takebacks::Agreed), Just(Takebacks::Off)];
    let seats = (proptest::option::of(seat()), proptest::option::of(seat()));
    (
        variant,
        any::<bool>(),
        time_control(),
        takebacks,
        any::<bool>(),
        any::<[u8; 16]>(),
        seats,
        any::<[u8; 32]>(),
    )
        .prop_map(
            |(variant, set_up, time_control, takebacks, rated, creator, (white, black), request_digest)| Agreement {
                variant,
                set_up: set_up.then(|| Position::start(variant)),
                time_control,
                takebacks,
                rated,
                creator: AccountId::from_bytes(creator),
                seats: BySide { white, black },
                request_digest,
            },
        )
}

fn verdict() -> impl Strategy<Value = Verdict> {
    use corners_rules::EndReason as Rules;
    let rules = [
        Rules::ReturnedHome,
        Rules::Goal,
        Rules::BothGoals,
        Rules::HomeDeadline,
        Rules::MoveLimit,
        Rules::Repetition,
        Rules::NoMove,
    ];
    let others = [
        EndReason::Resignation,
        EndReason::Timeout,
        EndReason::DrawAgreement,
        EndReason::Aborted,
        EndReason::Abandonment,
        EndReason::Closed,
    ];
    let all: Vec<_> = rules.into_iter().map(EndReason::Rules).chain(others).collect();
    let blame = (side(), any::<bool>()).prop_map(|(side, no_show)| Blame { side, no_show });
    (
        proptest::sample::select(all),
        proptest::option::of(side()),
        proptest::option::of(blame),
    )
        .prop_map(|(reason, winner, blame)| Verdict { reason, winner, blame })
}

fn kind() -> impl Strategy<Value = EventKind> {
    let time = |most: u64| (0..most).prop_map(Duration::from_millis);
    prop_oneof![
        agreement().prop_map(|agreement| EventKind::TableCreated(Box::new(agreement))),
        (side(), seat()).prop_map(|(side, seat)| EventKind::SeatTaken { side, seat }),
        (
            path(),
            time(1 << 40),
            1..1_u64 << 60,
            proptest::option::of(time(86_400_000)),
            time(9_000),
        )
            .prop_map(
                |(path, remaining, next, think_time, lag_credit)| EventKind::MovePlayed {
                    path,
                    remaining,
                    next_turn_started: GameTime::from_millis(next),
                    think_time,
                    lag_credit,
                }
            ),
        side().prop_map(|by| EventKind::DrawOffered { by }),
        side().prop_map(|by| EventKind::DrawDeclined { by }),
        (side(), 1..=2_u8).prop_map(|(by, plies)| EventKind::TakebackOffered { by, plies }),
        side().prop_map(|by| EventKind::TakebackDeclined { by }),
        (side(), 1..=2_u8).prop_map(|(by, plies)| EventKind::MovesTakenBack { by, plies }),
        verdict().prop_map(EventKind::GameEnded),
        (any::<u64>(), any::<u64>()).prop_map(|(number, event)| EventKind::TailLost {
            known: Version {
                number,
                event: EventId(event),
            },
        }),
    ]
}

fn call() -> impl Strategy<Value = Option<CallMark>> {
    prop::option::of((any::<[u8; 16]>(), any::<u64>()).prop_map(|(key, body)| CallMark { key, body }))
}

proptest! {
    #[test]
    fn an_event_is_read_back_as_it_was_stored(
        id: u64, recorded_at_ms: u64, at: u64, credit in 0..1_u64 << 40, call in call(), kind in kind()
    ) {
        let outage_credit = Duration::from_millis(credit);
        let event = Event { id: EventId(id), recorded_at_ms, at: GameTime::from_millis(at), outage_credit, call, kind };
        prop_assert_eq!(decode_event(&encode_event(&event)), Ok(event));
    }

    #[test]
    fn bytes_that_are_no_event_are_refused_and_never_panic(bytes: Vec<u8>, cut in 0..64_usize, kind in kind()) {
        let _ = decode_event(&bytes);
        let event = Event { id: EventId(1), recorded_at_ms: 2, at: GameTime::ZERO, outage_credit: Duration::ZERO, call: None, kind };
        let mut stored = encode_event(&event);
        stored.truncate(stored.len().saturating_sub(cut));
        let _ = decode_event(&stored);
    }
}

fn making_with(rated: bool, rating: Option<proto::SeatRating>) -> Vec<u8> {
    let seat = proto::Seat {
        side: proto::Side::White.into(),
        account: AccountId::from_bytes([1; 16]).to_string(),
        kind: proto::AccountKind::Player.into(),
        rating,
    };
    let created = log::TableCreated {
        variant: "classic-3x3".to_owned(),
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::Untimed(proto::Untimed {})),
        }),
        takebacks: proto::TakebackPolicy::Agreed.into(),
        creator: seat.account.clone(),
        seats: vec![seat],
        request_digest: vec![7; 32],
        rated,
        ..log::TableCreated::default()
    };
    let event = log::LogEvent {
        kind: Some(log::log_event::Kind::TableCreated(created)),
        ..log::LogEvent::default()
    };
    event.encode_to_vec()
}

#[test]
fn a_log_from_before_there_were_rated_tables_is_of_a_casual_one() {
    let EventKind::TableCreated(agreement) = decode_event(&making_with(false, None)).unwrap().kind else {
        panic!("another event");
    };
    assert!(!agreement.rated);
    assert_eq!(agreement.seats.white.unwrap().rating, None);
}

#[test]
fn an_abort_from_before_it_was_noted_whose_doing_it_was_is_nobodys() {
    let ending = proto::Ending {
        reason: proto::EndReason::Aborted.into(),
        ..proto::Ending::default()
    };
    let event = log::LogEvent {
        kind: Some(log::log_event::Kind::GameEnded(ending)),
        ..log::LogEvent::default()
    };
    let read = decode_event(&event.encode_to_vec()).unwrap();
    assert_eq!(read.kind, EventKind::GameEnded(Verdict::ABORTED));
}

#[test]
fn a_stored_rating_that_is_none_is_refused() {
    let stored = |rating, deviation| making_with(true, Some(proto::SeatRating { rating, deviation }));
    decode_event(&stored(1500.0, 500.0)).unwrap();
    for (rating, deviation) in [
        (f64::NAN, 50.0),
        (f64::INFINITY, 50.0),
        (1500.0, f64::NAN),
        (1500.0, 0.0),
        (1500.0, -1.0),
    ] {
        decode_event(&stored(rating, deviation)).unwrap_err();
    }
}

#[test]
fn an_event_without_its_kind_is_refused() {
    assert!(decode_event(&[]).is_err());
}

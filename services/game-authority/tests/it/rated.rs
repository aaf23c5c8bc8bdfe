//! Tables that other services make: for two players, rated or not.

use std::sync::Arc;

use corners_game_authority::Options;
use corners_game_authority::table::Action;
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::internal::v1::CreateTableRequest;
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::ids::{AccountId, RequestId, TableId};
use futures::StreamExt;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::dead_letters::{SETTLED, World, try_take};
use crate::rig::{BLACK, Rig, WHITE, blitz, create_request, untimed};

fn seat(side: proto::Side, account: AccountId, rating: Option<(f64, f64)>) -> proto::Seat {
    proto::Seat {
        side: side.into(),
        account: account.to_string(),
        kind: proto::AccountKind::Player.into(),
        rating: rating.map(|(rating, deviation)| proto::SeatRating { rating, deviation }),
    }
}

/// White is the weaker one.
fn rated_seats() -> Vec<proto::Seat> {
    vec![
        seat(proto::Side::White, WHITE, Some((1_412.625, 61.5))),
        seat(proto::Side::Black, BLACK, Some((1_733.25, 45.0))),
    ]
}

pub(crate) fn rated_request() -> CreateTableRequest {
    CreateTableRequest {
        request_id: RequestId::random().to_string(),
        variant: "classic-3x3".to_owned(),
        time_control: Some(blitz(300)),
        takebacks: proto::TakebackPolicy::Off.into(),
        rated: true,
        seats: rated_seats(),
    }
}

pub(crate) fn casual_request() -> CreateTableRequest {
    CreateTableRequest {
        rated: false,
        seats: vec![
            seat(proto::Side::White, WHITE, None),
            seat(proto::Side::Black, BLACK, None),
        ],
        ..rated_request()
    }
}

pub(crate) async fn make(rig: &Rig, request: &CreateTableRequest) -> Result<proto::Table, Status> {
    let made = rig.service().create_table(request.clone()).await?;
    Ok(made.into_inner().table.unwrap())
}

async fn get(rig: &Rig, account: AccountId, table: &str) -> proto::Table {
    let table = table.to_owned();
    let got = rig.client(account).get_table(proto::GetTableRequest { table }).await;
    got.unwrap().into_inner().table.unwrap()
}

async fn live_tables(rig: &Rig) -> Vec<proto::TableSummary> {
    let all = proto::ListLiveTablesRequest::default();
    let listed = rig.client(WHITE).list_live_tables(all).await.unwrap();
    listed.into_inner().tables
}

/// What a table says of its agreement and its players.
#[track_caller]
fn assert_rated(table: &proto::Table) {
    assert!(table.rated);
    assert_eq!(table.state.as_ref().unwrap().seats, rated_seats());
    assert_eq!(table.creator, WHITE.to_string());
    assert_eq!(table.takebacks(), proto::TakebackPolicy::Off);
}

/// The state that the next snapshot or event of a stream tells.
async fn next_state(watching: &mut tonic::Streaming<proto::WatchTablesResponse>) -> proto::TableState {
    loop {
        tokio::task::yield_now().await;
        match watching.next().await.unwrap().unwrap().message.unwrap() {
            Message::Snapshot(table) => {
                assert_rated(&table);
                return table.state.unwrap();
            }
            Message::Event(event) => return event.state.unwrap(),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_rated_table_tells_so_with_both_ratings_wherever_it_is_seen() {
    let world = World::start().await;
    let rig = &world.rig;
    let made = make(rig, &rated_request()).await.unwrap();
    assert_rated(&made);
    let state = made.state.as_ref().unwrap();
    assert_eq!(state.status(), proto::TableStatus::Playing);
    assert_eq!(state.legal_moves, [], "they are White's to see");
    assert_eq!(made.start_time, made.create_time);

    for account in [WHITE, BLACK, AccountId::from_bytes([3; 16])] {
        assert_rated(&get(rig, account, &made.id).await);
    }
    assert_eq!(live_tables(rig).await[0].seats, rated_seats());
    let watched = proto::WatchedTable {
        table: made.id.clone(),
        resume_after: None,
    };
    let request = proto::WatchTablesRequest { tables: vec![watched] };
    let mut watching = rig.client(BLACK).watch_tables(request).await.unwrap().into_inner();
    assert_eq!(next_state(&mut watching).await.seats, rated_seats());

    let table: TableId = made.id.parse().unwrap();
    for path in ["c3-d3", "f6-e6"] {
        rig.play(table, path).await.unwrap();
        assert_eq!(next_state(&mut watching).await.seats, rated_seats());
    }
    rig.act(table, WHITE, None, Action::Resign { side: None })
        .await
        .unwrap();
    world.wait(SETTLED, rig, &[table]).await;
    let taken = try_take(rig).await.unwrap();
    assert_eq!(taken.len(), 1);
    assert_rated(&taken[0]);
    assert_eq!(taken[0].moves.len(), 2);
}

#[tokio::test]
async fn a_service_makes_casual_tables_too_and_the_public_makes_no_others() {
    let rig = Rig::start().await;
    let by_service = make(&rig, &casual_request()).await.unwrap();
    let own = rig.make(WHITE, create_request()).await;
    for table in [by_service, own] {
        assert!(!table.rated);
        let seats = table.state.unwrap().seats;
        assert!(seats.iter().all(|seat| seat.rating.is_none()), "{seats:?}");
    }
}

#[tokio::test]
async fn seats_are_named_in_any_order() {
    let rig = Rig::start().await;
    let mut request = rated_request();
    request.seats.reverse();
    assert_rated(&make(&rig, &request).await.unwrap());
}

#[tokio::test]
async fn the_same_call_again_is_answered_as_the_first_time() {
    let rig = Rig::start().await;
    let request = rated_request();
    let made = make(&rig, &request).await.unwrap();
    rig.play(made.id.parse().unwrap(), "c3-d3").await.unwrap();
    assert_eq!(make(&rig, &request).await.unwrap(), made);
    let other_time = CreateTableRequest {
        time_control: Some(blitz(60)),
        ..request.clone()
    };
    let mut other_rating = request.clone();
    other_rating.seats[0].rating.as_mut().unwrap().rating += 1.0;
    for other in [other_time, other_rating] {
        let refused = make(&rig, &other).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(reason_of(&refused).as_deref(), Some("REQUEST_ID_REUSED"));
    }
    assert_eq!(live_tables(&rig).await.len(), 1);
}

#[tokio::test]
async fn no_account_makes_or_finds_the_table_of_a_match() {
    let rig = Rig::start().await;
    let request = rated_request();
    let made = make(&rig, &request).await.unwrap();
    for account in [WHITE, BLACK] {
        let public = proto::CreateTableRequest {
            request_id: request.request_id.clone(),
            ..create_request()
        };
        let own = rig.make(account, public).await;
        assert_ne!(own.id, made.id);
        assert!(!own.rated);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_calls_at_once_with_one_id_one_makes_the_table_and_all_are_answered_with_it() {
    let world = World::start().await;
    let embedded = Rig::start().await;
    for rig in [&world.rig, &embedded] {
        let request = rated_request();
        let barrier = Arc::new(tokio::sync::Barrier::new(20));
        let calls: Vec<_> = (0..20)
            .map(|_| {
                let (mut service, request, barrier) = (rig.service(), request.clone(), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    service.create_table(request).await.unwrap().into_inner()
                })
            })
            .collect();
        let mut answers = Vec::new();
        for call in calls {
            answers.push(call.await.unwrap());
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
        let table = answers[0].table.as_ref().unwrap().id.parse().unwrap();
        assert_eq!(rig.game.authority().log(table).await.unwrap().len(), 1);
        assert_eq!(live_tables(rig).await.len(), 1);
    }
}

#[tokio::test]
async fn takebacks_in_a_rated_game_are_as_agreed() {
    let rig = Rig::start().await;
    let request = CreateTableRequest {
        takebacks: proto::TakebackPolicy::Agreed.into(),
        ..rated_request()
    };
    let table = make(&rig, &request).await.unwrap().id.parse().unwrap();
    rig.play(table, "c3-d3").await.unwrap();
    rig.act(table, WHITE, None, Action::OfferTakeback { side: None })
        .await
        .unwrap();
    let after = rig
        .act(table, BLACK, None, Action::AcceptTakeback { side: None })
        .await
        .unwrap();
    assert_eq!(after.plies().len(), 0);
}

#[tokio::test]
async fn who_sits_at_as_many_tables_as_it_may_is_not_seated_at_another() {
    let options = Options {
        tables_per_account: 1,
        ..Options::default()
    };
    let rig = Rig::with(options).await;
    // White has room, Black has none.
    rig.make(BLACK, create_request()).await;
    let refused = make(&rig, &rated_request()).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(reason_of(&refused).as_deref(), Some("TOO_MANY"));
    assert_eq!(metadata_of(&refused, "limit").as_deref(), Some("tables_per_account"));
    assert_eq!(metadata_of(&refused, "account"), Some(BLACK.to_string()));
    assert_eq!(live_tables(&rig).await.len(), 1);

    // The tables that services make count for both players.
    let (one, other) = (AccountId::from_bytes([5; 16]), AccountId::from_bytes([6; 16]));
    let seats = vec![
        seat(proto::Side::White, one, None),
        seat(proto::Side::Black, other, None),
    ];
    let request = CreateTableRequest {
        seats,
        ..casual_request()
    };
    let made = make(&rig, &request).await.unwrap();
    for account in [one, other] {
        let refused = rig.client(account).create_table(create_request()).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("TOO_MANY"));
    }
    assert_eq!(make(&rig, &request).await.unwrap(), made, "a known call is answered");
}

/// A request that cannot be, the reason, and the fields that are named.
type Impossible = (CreateTableRequest, &'static str, &'static [&'static str]);

fn changed(change: impl FnOnce(&mut CreateTableRequest)) -> CreateTableRequest {
    let mut request = rated_request();
    change(&mut request);
    request
}

fn impossible_agreements() -> Vec<Impossible> {
    let free = proto::TakebackPolicy::Free.into();
    let bad = "INVALID_ARGUMENT";
    vec![
        (changed(|r| r.request_id = String::new()), bad, &["request_id"]),
        (changed(|r| r.request_id = "17".to_owned()), bad, &["request_id"]),
        (
            changed(|r| r.variant = "chess".to_owned()),
            "UNKNOWN_VARIANT",
            &["variant"],
        ),
        (changed(|r| r.variant = "halma-16x16".to_owned()), bad, &["variant"]),
        (changed(|r| r.takebacks = free), bad, &["takebacks"]),
        (changed(|r| r.takebacks = 99), bad, &["takebacks"]),
        (
            changed(|r| r.time_control = None),
            "INVALID_TIME_CONTROL",
            &["time_control"],
        ),
        (
            changed(|r| r.time_control = Some(blitz(0))),
            "INVALID_TIME_CONTROL",
            &["time_control"],
        ),
        (changed(|r| r.time_control = Some(untimed())), bad, &["time_control"]),
        (
            changed(|r| (r.variant, r.time_control) = ("halma-16x16".to_owned(), Some(untimed()))),
            bad,
            &["variant", "time_control"],
        ),
        (
            CreateTableRequest {
                rated: false,
                ..rated_request()
            },
            bad,
            &["seats[0].rating", "seats[1].rating"],
        ),
        (
            CreateTableRequest {
                rated: true,
                ..casual_request()
            },
            bad,
            &["seats[0].rating", "seats[1].rating"],
        ),
    ]
}

fn impossible_seats() -> Vec<Impossible> {
    let bad = "INVALID_ARGUMENT";
    let rated = |rating, deviation| Some(proto::SeatRating { rating, deviation });
    let mut cases: Vec<Impossible> = vec![
        (changed(|r| r.seats.clear()), bad, &["seats"]),
        (changed(|r| r.seats.truncate(1)), bad, &["seats"]),
        (changed(|r| r.seats.push(rated_seats().remove(0))), bad, &["seats"]),
        (changed(|r| r.seats[0].side = 0), bad, &["seats[0].side"]),
        (changed(|r| r.seats[1].side = 99), bad, &["seats[1].side"]),
        (changed(|r| r.seats[1].side = 1), bad, &["seats[1].side"]),
        (
            changed(|r| r.seats[0].account = String::new()),
            bad,
            &["seats[0].account"],
        ),
        (
            changed(|r| r.seats[1].account = WHITE.to_string()),
            bad,
            &["seats[1].account"],
        ),
        (changed(|r| r.seats[0].kind = 0), bad, &["seats[0].kind"]),
        (changed(|r| r.seats[1].kind = -1), bad, &["seats[1].kind"]),
        (changed(|r| r.seats[1].rating = None), bad, &["seats[1].rating"]),
        (
            changed(|r| {
                (r.seats[0].side, r.seats[0].kind, r.seats[0].rating) = (7, 7, None);
                (r.request_id, r.takebacks, r.seats[1].account) = ("17".to_owned(), 99, "me".to_owned());
            }),
            bad,
            &[
                "request_id",
                "takebacks",
                "seats[0].side",
                "seats[0].kind",
                "seats[0].rating",
                "seats[1].account",
            ],
        ),
    ];
    for rating in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 100_000.5, f64::MIN] {
        let request = changed(|r| r.seats[0].rating = rated(rating, 50.0));
        cases.push((request, bad, &["seats[0].rating.rating"]));
    }
    for deviation in [f64::NAN, f64::INFINITY, 0.0, -0.0, -45.0, 100_000.5] {
        let request = changed(|r| r.seats[1].rating = rated(1_500.0, deviation));
        cases.push((request, bad, &["seats[1].rating.deviation"]));
    }
    cases
}

#[tokio::test]
async fn what_cannot_be_agreed_is_refused_with_every_field_that_is_wrong_and_no_table_is_made() {
    let rig = Rig::start().await;
    for (request, reason, fields) in impossible_agreements().into_iter().chain(impossible_seats()) {
        let refused = make(&rig, &request).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{request:?}");
        assert_eq!(reason_of(&refused).as_deref(), Some(reason), "{request:?}");
        let violations = refused.get_details_bad_request().unwrap().field_violations;
        let named: Vec<_> = violations.into_iter().map(|violation| violation.field).collect();
        assert_eq!(named, fields, "{request:?}");
    }
    assert_eq!(live_tables(&rig).await, []);
}

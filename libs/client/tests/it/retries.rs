//! A call gets through, once.

use std::time::Duration;

use corners_client::proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use corners_client::proto::clock::v1::GetGameTimeResponse;
use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::game::v1::{
    CreateTableRequest, CreateTableResponse, JoinTableRequest, JoinTableResponse, PlayMoveRequest, PlayMoveResponse,
    ResignResponse, Table, TableState, Turn,
};
use corners_client::proto::ids::RequestId;
use corners_client::{Error, Options, Session};
use tokio::join;
use tokio::time::Instant;
use tonic::{Code, Status};

use crate::peer::Peer;

fn with_state() -> ResignResponse {
    // Every answer that carries a state carries it in field 1.
    ResignResponse {
        state: Some(TableState::default()),
    }
}

fn overloaded(delay: Duration) -> Refusal {
    Refusal::new(Reason::Overloaded, "too many calls").retry_after(delay)
}

/// Lets a call fail in every way that invites a retry, and answers it at last.
async fn fail_four_times(peer: &mut Peer, method: &str) {
    let first = peer.call().await;
    assert_eq!(first.method, method);
    assert_eq!(first.header("authorization"), "Bearer token");
    let body = first.message.clone();
    first.refuse(Refusal::new(Reason::Draining, "shutting down"));

    let second = peer.call().await;
    assert_eq!(second.message, body, "the second try of {method} is not the first");
    second.refuse(Status::cancelled("the connection has reached its age"));

    let third = peer.call().await;
    assert_eq!(third.message, body, "the third try of {method} is not the first");
    peer.cut();

    let fourth = peer.call().await;
    assert_eq!(fourth.message, body, "the fourth try of {method} is not the first");
    drop(fourth);

    let fifth = peer.call().await;
    assert_eq!(fifth.message, body, "the fifth try of {method} is not the first");
    fifth.answer(&with_state());
}

#[tokio::test(start_paused = true)]
async fn every_call_that_changes_something_is_sent_again_unchanged() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let seat = session.seat("t");
    macro_rules! each {
        ($($call:expr => $method:literal;)*) => {$(
            let (answered, ()) = join!($call, fail_four_times(&mut peer, $method));
            answered.unwrap_or_else(|error| panic!("{}: {error}", $method));
        )*};
    }
    each! {
        session.create_table(CreateTableRequest::default()) => "CreateTable";
        session.join_table(JoinTableRequest::default()) => "JoinTable";
        session.play("t", "c3-d3", None) => "PlayMove";
        seat.resign() => "Resign";
        seat.offer_draw() => "OfferDraw";
        seat.accept_draw() => "AcceptDraw";
        seat.decline_draw() => "DeclineDraw";
        seat.offer_takeback() => "OfferTakeback";
        seat.accept_takeback() => "AcceptTakeback";
        seat.decline_takeback() => "DeclineTakeback";
        seat.abort() => "AbortTable";
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_carries_a_request_id_and_the_turn_as_it_was_given() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let turn = Turn {
        number: 4,
        event_id: "00000000000000ff".to_owned(),
    };
    let mut ids = Vec::new();
    for _ in 0..2 {
        let play = session.play("t", "c3-e3-e5", Some(turn.clone()));
        let (played, sent) = join!(play, async {
            let call = peer.call().await;
            let sent: PlayMoveRequest = call.decode();
            call.answer(&PlayMoveResponse::default());
            sent
        });
        played.unwrap();
        assert_eq!(sent.path, ["c3", "e3", "e5"]);
        assert_eq!(sent.expected_turn.as_ref(), Some(&turn));
        ids.push(sent.request_id.parse::<RequestId>().unwrap());
    }
    assert_ne!(ids[0], ids[1], "two calls are two calls");
}

#[tokio::test(start_paused = true)]
async fn a_request_id_of_the_callers_own_is_kept() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let request = JoinTableRequest {
        table: "t".to_owned(),
        request_id: "mine".to_owned(),
        side: 0,
    };
    let (joined, ()) = join!(session.join_table(request), async {
        let call = peer.call().await;
        assert_eq!(call.decode::<JoinTableRequest>().request_id, "mine");
        call.answer(&JoinTableResponse {
            table: Some(Table {
                id: "t".to_owned(),
                ..Default::default()
            }),
        });
    });
    assert_eq!(joined.unwrap().id, "t");
}

#[tokio::test(start_paused = true)]
async fn a_lost_reply_makes_one_table() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut tables = std::collections::HashMap::new();
    let (created, ()) = join!(session.create_table(CreateTableRequest::default()), async {
        for delivered in [false, false, true] {
            let call = peer.call().await;
            let (request, number) = (call.decode::<CreateTableRequest>().request_id, tables.len());
            let id: String = tables.entry(request).or_insert(format!("table {number}")).clone();
            let table = Some(Table {
                id,
                ..Default::default()
            });
            if delivered {
                call.answer(&CreateTableResponse { table });
            } else {
                peer.cut();
            }
        }
    });
    assert_eq!(created.unwrap().id, "table 0");
    assert_eq!(tables.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_guest_whose_reply_was_lost_is_still_one_guest() {
    let (mut peer, corners) = Peer::start(Options::default());
    let (guest, ()) = join!(corners.guest(), async {
        let first = peer.call().await;
        let id = first.decode::<CreateGuestRequest>().request_id;
        assert!(id.parse::<RequestId>().unwrap().is_random());
        peer.cut();
        let second = peer.call().await;
        assert_eq!(second.decode::<CreateGuestRequest>().request_id, id);
        second.answer(&CreateGuestResponse {
            account: "a".into(),
            token: "jwt".into(),
            expire_time: None,
            ..Default::default()
        });
    });
    assert_eq!(guest.unwrap().account(), "a");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_reported_at_once_with_all_it_says() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let refusal = Refusal::new(Reason::IllegalMove, "the path is blocked")
        .with("why", "BLOCKED_PATH")
        .with("squares", "d3")
        .violation("path", "blocked");
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(refusal);
    });
    let error = played.unwrap_err();
    assert!(error.is(Reason::IllegalMove), "{error}");
    assert_eq!(error.code(), Some(Code::FailedPrecondition));
    assert_eq!(
        (error.metadata("why"), error.metadata("squares")),
        (Some("BLOCKED_PATH"), Some("d3"))
    );
    assert_eq!(error.refused().unwrap().violations[0].field, "path");
    assert_eq!(error.to_string(), "PlayMove: ILLEGAL_MOVE: the path is blocked");
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn a_stale_turn_is_no_reason_to_play_on_another_turn() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let stale = Refusal::new(Reason::StaleTurn, "the turn has moved on").with("turn", 7);
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(stale);
    });
    assert!(played.unwrap_err().is(Reason::StaleTurn));
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn the_wait_that_the_server_asks_for_is_kept() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let asked = Duration::from_secs(5);
    let (played, waited) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(overloaded(asked));
        let refused_at = Instant::now();
        let second = peer.call().await;
        let waited = refused_at.elapsed();
        second.answer(&PlayMoveResponse::default());
        waited
    });
    played.unwrap();
    assert!(waited >= asked, "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_deadline_is_not_begun() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let begin = Instant::now();
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(overloaded(Duration::from_secs(60)));
    });
    let error = played.unwrap_err();
    assert!(error.is(Reason::Overloaded), "{error}");
    assert_eq!(error.refused().unwrap().retry_after, Some(Duration::from_secs(60)));
    assert!(begin.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn exhaustion_without_an_invitation_is_not_pressed() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call()
            .await
            .refuse(Refusal::new(Reason::MessageTooLarge, "larger than 64 KiB"));
    });
    assert!(played.unwrap_err().is(Reason::MessageTooLarge));
    peer.assert_no_more_calls();
}

async fn play_against_refusals(options: Options, refusal: impl Fn() -> Status) -> (Error, u32) {
    let (mut peer, session) = Peer::with_session(options);
    let mut calls = 0;
    let error = tokio::select! {
        played = session.play("t", "c3-d3", None) => played.unwrap_err(),
        () = async { loop { peer.call().await.refuse(refusal()); calls += 1; } } => unreachable!(),
    };
    (error, calls)
}

#[tokio::test(start_paused = true)]
async fn tries_are_bounded_and_the_last_answer_is_reported() {
    let options = Options {
        max_tries: 4,
        ..Default::default()
    };
    let (error, calls) = play_against_refusals(options, || Refusal::new(Reason::Draining, "bye").into()).await;
    assert!(
        matches!(
            error,
            Error::Unreachable {
                call: "PlayMove",
                tries: 4,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.is(Reason::Draining));
    assert_eq!(calls, 4);
}

#[tokio::test(start_paused = true)]
async fn a_call_has_a_deadline_whatever_the_tries() {
    let options = Options {
        deadline: Duration::from_secs(7),
        max_tries: 1_000_000,
        ..Default::default()
    };
    let (deadline, begin) = (options.deadline, Instant::now());
    let (error, _) = play_against_refusals(options, || Status::unavailable("no upstream")).await;
    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    assert!(begin.elapsed() <= deadline, "{:?}", begin.elapsed());
}

async fn grpc_timeout_of_a_silent_try(peer: &mut Peer) -> Duration {
    let call = peer.call().await;
    let text = call.header("grpc-timeout").to_owned();
    let (number, unit) = text.split_at(text.len() - 1);
    let number: u64 = number.parse().unwrap();
    match unit {
        "n" => Duration::from_nanos(number),
        "u" => Duration::from_micros(number),
        "m" => Duration::from_millis(number),
        "S" => Duration::from_secs(number),
        _ => panic!("{text}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_try_is_given_up_and_the_server_knows_when() {
    let options = Options {
        deadline: Duration::from_secs(10),
        try_timeout: Duration::from_secs(4),
        keepalive_interval: Duration::from_secs(3600),
        ..Default::default()
    };
    let (mut peer, session): (Peer, Session) = Peer::with_session(options);
    let begin = Instant::now();
    let (played, timeouts) = join!(session.play("t", "c3-d3", None), async {
        let mut timeouts = Vec::new();
        for _ in 0..3 {
            timeouts.push(grpc_timeout_of_a_silent_try(&mut peer).await);
        }
        timeouts
    });
    assert!(matches!(played.unwrap_err(), Error::Unreachable { tries: 3, .. }));
    assert!(
        timeouts[0] <= Duration::from_secs(4) && timeouts[0] > Duration::from_secs(3),
        "{timeouts:?}"
    );
    assert!(
        timeouts[2] <= Duration::from_secs(2),
        "the last try has what is left: {timeouts:?}"
    );
    assert!(begin.elapsed() <= Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_move_that_is_no_movetext_never_leaves() {
    let (mut peer, session) = Peer::with_session(Options::default());
    assert!(matches!(
        session.play("t", "castle", None).await,
        Err(Error::BadMove { .. })
    ));
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn a_game_clock_takes_the_shortest_of_its_round_trips() {
    let (mut peer, corners) = Peer::start(Options::default());
    let (clock, ()) = join!(corners.game_clock(), async {
        for (thinking_ms, game_time_ms) in [(400, 1_400), (20, 1_420), (900, 2_320)] {
            let call = peer.call().await;
            tokio::time::sleep(Duration::from_millis(thinking_ms)).await;
            call.answer(&GetGameTimeResponse {
                game_time_ms,
                last_stall_end_ms: 0,
            });
        }
    });
    let clock = clock.unwrap();
    // Read at 1420 after 10 of the 20 ms, and 900 ms ago.
    assert_eq!(clock.now_ms(Instant::now()), Some(1_430 + 900));
}

#[test]
fn an_address_is_http_or_https() {
    for (address, good) in [
        ("http://127.0.0.1:8080", true),
        ("https://corners.example", true),
        ("127.0.0.1:8080", false),
        ("ftp://corners.example", false),
        ("", false),
        ("http://", false),
    ] {
        let endpoint = Options::default().endpoint(address);
        assert_eq!(endpoint.is_ok(), good, "{address:?}: {endpoint:?}");
    }
}

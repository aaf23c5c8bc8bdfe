//! A session keeps itself alive.

use std::time::{Duration, SystemTime};

use corners_client::proto::accounts::v1::{
    CreateGuestResponse, ExchangeTokenRequest, ExchangeTokenResponse, RefreshTokenRequest, RefreshTokenResponse, Tokens,
};
use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::game::v1::{
    PlayMoveRequest, PlayMoveResponse, Table, TableEvent, TableState, TableStatus, Version, WatchTablesRequest,
    WatchTablesResponse, watch_tables_response::Message,
};
use corners_client::{Corners, Error, Options, Session, Update};
use futures::future::join_all;
use tokio::join;
use tokio::time::{Instant, sleep};

use crate::peer::{Call, Peer};

const HOUR: Duration = Duration::from_secs(3600);
const MINUTE: Duration = Duration::from_secs(60);

#[expect(clippy::disallowed_methods, reason = "tokens end at a date")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The `number`th tokens of a session, which expire in an hour.
fn tokens(number: u32) -> Tokens {
    Tokens {
        account: "somebody".to_owned(),
        access_token: format!("access-{number}"),
        access_expire_time: Some((now() + HOUR).into()),
        refresh_token: format!("refresh-{number}"),
        refresh_expire_time: Some((now() + 90 * 24 * HOUR).into()),
    }
}

fn refreshed(number: u32) -> RefreshTokenResponse {
    RefreshTokenResponse {
        tokens: Some(tokens(number)),
    }
}

fn expired() -> Refusal {
    Refusal::new(Reason::TokenExpired, "the token has expired")
}

/// A peer, and a session on it with the first tokens.
fn begun() -> (Peer, Corners, Session) {
    let (peer, corners) = Peer::start(Options::default());
    let session = corners.session_from(tokens(1)).unwrap();
    (peer, corners, session)
}

/// The next call, which must be a refresh with the `number`th refresh token.
async fn refresh(peer: &mut Peer, number: u32) -> (Call, RefreshTokenRequest) {
    let call = peer.call().await;
    assert_eq!(call.method, "RefreshToken");
    assert_eq!(call.header("authorization"), "", "an expired token proves nothing");
    let request: RefreshTokenRequest = call.decode();
    assert_eq!(request.refresh_token, format!("refresh-{number}"));
    (call, request)
}

/// Plays a move and lets it succeed; answers the token that it carried.
async fn play(peer: &mut Peer, session: &Session) -> String {
    let (played, carried) = join!(session.play("t", "c3-d3", None), async {
        let call = peer.call().await;
        assert_eq!(call.method, "PlayMove");
        let carried = call.header("authorization").to_owned();
        call.answer(&PlayMoveResponse::default());
        carried
    });
    played.unwrap();
    carried
}

#[tokio::test(start_paused = true)]
async fn the_next_token_comes_a_minute_before_the_last_one_expires() {
    let (mut peer, _, session) = begun();
    let mut updates = session.new_tokens();
    let begin = Instant::now();
    assert_eq!(play(&mut peer, &session).await, "Bearer access-1");
    for number in 1..4 {
        let (call, _) = refresh(&mut peer, number).await;
        let due = number * (HOUR - MINUTE);
        let off = begin.elapsed().abs_diff(due);
        assert!(off < Duration::from_secs(5), "{:?}", begin.elapsed());
        call.answer(&refreshed(number + 1));
        let kept = updates.next().await.unwrap();
        assert_eq!(kept.refresh_token, format!("refresh-{}", number + 1));
        assert_eq!(session.tokens(), Some(kept));
        assert_eq!(play(&mut peer, &session).await, format!("Bearer access-{}", number + 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_whose_token_has_expired_is_played_once_with_the_next() {
    for reason in [Reason::TokenExpired, Reason::TokenInvalid, Reason::TokenRevoked] {
        let (mut peer, _, session) = begun();
        let (played, ()) = join!(session.play("t", "c3-d3", None), async {
            let first = peer.call().await;
            let request: PlayMoveRequest = first.decode();
            first.refuse(Refusal::new(reason, "no longer good"));
            refresh(&mut peer, 1).await.0.answer(&refreshed(2));
            let second = peer.call().await;
            assert_eq!(second.header("authorization"), "Bearer access-2");
            assert_eq!(second.decode::<PlayMoveRequest>(), request, "it is the same call");
            second.answer(&PlayMoveResponse::default());
        });
        played.unwrap();
        peer.assert_no_more_calls();
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_that_no_token_mends_is_final() {
    let (mut peer, _, session) = begun();
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(expired());
        refresh(&mut peer, 1).await.0.answer(&refreshed(2));
        peer.call()
            .await
            .refuse(Refusal::new(Reason::TokenInvalid, "a key that nobody knows"));
    });
    assert!(played.unwrap_err().is(Reason::TokenInvalid));
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn fifty_calls_at_once_refresh_once() {
    let (mut peer, _, session) = begun();
    let calls = join_all((0..50).map(|_| session.get_table("t")));
    let (answers, ()) = join!(calls, async {
        for _ in 0..50 {
            peer.call().await.refuse(expired());
        }
        let (call, _) = refresh(&mut peer, 1).await;
        sleep(Duration::from_secs(1)).await;
        call.answer(&refreshed(2));
        for _ in 0..50 {
            let call = peer.call().await;
            assert_eq!(
                (call.method.as_str(), call.header("authorization")),
                ("GetTable", "Bearer access-2")
            );
            call.answer(&corners_client::proto::game::v1::GetTableResponse {
                table: Some(Table::default()),
            });
        }
    });
    assert!(answers.iter().all(Result::is_ok));
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn a_refresh_whose_reply_was_lost_is_the_same_refresh() {
    let (mut peer, _, session) = begun();
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(expired());
        let (_, first) = refresh(&mut peer, 1).await;
        peer.cut();
        let (second, again) = refresh(&mut peer, 1).await;
        assert_eq!(again, first);
        second.refuse(Refusal::new(Reason::StoreUnavailable, "the store is away"));
        let (third, again) = refresh(&mut peer, 1).await;
        assert_eq!(again, first);
        third.answer(&refreshed(2));
        let call = peer.call().await;
        assert_eq!(call.header("authorization"), "Bearer access-2");
        call.answer(&PlayMoveResponse::default());
    });
    played.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_refused_refresh_ends_the_session_and_nothing_asks_again() {
    let (mut peer, _, session) = begun();
    let mut updates = session.new_tokens();
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(expired());
        let revoked = Refusal::new(Reason::TokenRevoked, "the session was ended");
        refresh(&mut peer, 1).await.0.refuse(revoked);
    });
    let error = played.unwrap_err();
    assert!(matches!(error, Error::SessionOver { .. }), "{error}");
    assert!(error.is(Reason::TokenRevoked));
    assert_eq!(
        error.to_string(),
        "the session is over, sign in again: TOKEN_REVOKED: the session was ended"
    );
    assert_eq!(updates.next().await, None);

    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.refuse(expired());
    });
    assert!(matches!(played, Err(Error::SessionOver { .. })));
    sleep(3 * HOUR).await;
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn while_accounts_is_away_a_good_token_goes_on_and_the_refresh_is_tried_again() {
    let (mut peer, _, session) = begun();
    sleep(HOUR - MINUTE + Duration::from_secs(1)).await;
    let away = || Refusal::new(Reason::Internal, "a fault");
    let (call, first) = refresh(&mut peer, 1).await;
    call.refuse(away());
    assert_eq!(play(&mut peer, &session).await, "Bearer access-1");
    let (call, again) = refresh(&mut peer, 1).await;
    assert_eq!(again, first, "it is still the same refresh");
    call.answer(&refreshed(2));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(play(&mut peer, &session).await, "Bearer access-2");
}

#[tokio::test(start_paused = true)]
async fn a_call_is_told_why_its_token_could_not_be_renewed_and_the_next_one_asks_again() {
    let (mut peer, _, session) = begun();
    for _ in 0..2 {
        let (played, ()) = join!(session.play("t", "c3-d3", None), async {
            peer.call().await.refuse(expired());
            let fault = Refusal::new(Reason::Internal, "a fault");
            refresh(&mut peer, 1).await.0.refuse(fault);
        });
        let error = played.unwrap_err();
        assert!(error.is(Reason::Internal), "{error}");
    }
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn kept_tokens_that_have_expired_are_renewed_before_anything_is_refused() {
    let (mut peer, corners) = Peer::start(Options::default());
    let kept = Tokens {
        access_expire_time: Some((now() - HOUR).into()),
        ..tokens(1)
    };
    let session = corners.session_from(kept).unwrap();
    let mut updates = session.new_tokens();
    refresh(&mut peer, 1).await.0.answer(&refreshed(2));
    updates.next().await.unwrap();
    assert_eq!(play(&mut peer, &session).await, "Bearer access-2");
}

#[tokio::test(start_paused = true)]
async fn a_guest_with_a_session_is_kept_alive_and_one_without_is_not() {
    let (mut peer, corners) = Peer::start(Options::default());
    let answer = CreateGuestResponse {
        account: "somebody".to_owned(),
        token: "access-1".to_owned(),
        tokens: Some(tokens(1)),
        ..Default::default()
    };
    let (guest, ()) = join!(corners.guest(), async { peer.call().await.answer(&answer) });
    assert_eq!(guest.unwrap().tokens(), answer.tokens);

    let older = CreateGuestResponse { tokens: None, ..answer };
    let (guest, ()) = join!(corners.guest(), async { peer.call().await.answer(&older) });
    let guest = guest.unwrap();
    assert_eq!(guest.tokens(), None);
    let (played, ()) = join!(guest.play("t", "c3-d3", None), async {
        peer.call().await.refuse(expired());
    });
    assert!(matches!(played, Err(Error::Refused { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_personal_token_is_exchanged_again_and_again() {
    let (mut peer, corners) = Peer::start(Options::default());
    let exchanged = |number: u32| ExchangeTokenResponse {
        account: "bot".to_owned(),
        access_token: format!("access-{number}"),
        access_expire_time: Some((now() + HOUR).into()),
        scopes: Vec::new(),
    };
    let (session, ()) = join!(corners.with_personal_token("cpat_a_b"), async {
        let call = peer.call().await;
        assert_eq!(call.decode::<ExchangeTokenRequest>().personal_token, "cpat_a_b");
        call.answer(&exchanged(1));
    });
    let session = session.unwrap();
    assert_eq!((session.account(), session.tokens()), ("bot", None));
    assert_eq!(play(&mut peer, &session).await, "Bearer access-1");
    let call = peer.call().await;
    assert_eq!(call.decode::<ExchangeTokenRequest>().personal_token, "cpat_a_b");
    call.answer(&exchanged(2));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(play(&mut peer, &session).await, "Bearer access-2");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_renewed_for_a_session_that_nobody_has() {
    let (mut peer, _, session) = begun();
    drop((session.clone(), session));
    sleep(2 * HOUR).await;
    peer.assert_no_more_calls();
}

fn state(number: u64, status: TableStatus) -> Option<TableState> {
    Some(TableState {
        version: Some(Version {
            number,
            event_id: format!("{number:016x}"),
        }),
        status: status.into(),
        ..Default::default()
    })
}

fn snapshot(number: u64) -> WatchTablesResponse {
    let table = Table {
        id: "t".to_owned(),
        state: state(number, TableStatus::Playing),
        ..Default::default()
    };
    WatchTablesResponse {
        message: Some(Message::Snapshot(table)),
    }
}

fn last_event(number: u64) -> WatchTablesResponse {
    let event = TableEvent {
        table: "t".to_owned(),
        state: state(number, TableStatus::Finished),
        ..Default::default()
    };
    WatchTablesResponse {
        message: Some(Message::Event(event)),
    }
}

#[tokio::test(start_paused = true)]
async fn a_watch_goes_on_with_the_next_token_where_it_was() {
    let (mut peer, _, session) = begun();
    let mut watch = session.watch(["t"]);
    let call = peer.call().await;
    assert_eq!(call.header("authorization"), "Bearer access-1");
    let stream = call.stream();
    stream.send(&snapshot(3));
    assert!(matches!(watch.next().await, Some(Ok(Update::Snapshot(_)))));
    stream.end(&expired().into());

    refresh(&mut peer, 1).await.0.answer(&refreshed(2));
    let call = peer.call().await;
    assert_eq!(call.header("authorization"), "Bearer access-2");
    let asked: WatchTablesRequest = call.decode();
    assert_eq!(asked.tables[0].resume_after.as_ref().unwrap().number, 3);
    let stream = call.stream();
    stream.send(&last_event(4));
    assert!(matches!(watch.next().await, Some(Ok(Update::Event(_)))));
    assert!(watch.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_watch_of_a_session_that_is_over_ends_with_that() {
    let (mut peer, _, session) = begun();
    let mut watch = session.watch(["t"]);
    peer.call().await.refuse(expired());
    let banned = Refusal::new(Reason::AccountBanned, "closed by an operator");
    refresh(&mut peer, 1).await.0.refuse(banned);
    let error = watch.next().await.unwrap().unwrap_err();
    assert!(matches!(error, Error::SessionOver { .. }), "{error}");
    assert!(error.is(Reason::AccountBanned));
    assert!(watch.next().await.is_none());
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn a_watch_waits_for_accounts_and_does_not_loop_on_a_token_that_is_refused_at_once() {
    let (mut peer, _, session) = begun();
    let mut watch = session.watch(["t"]);
    peer.call().await.refuse(expired());
    let fault = Refusal::new(Reason::Internal, "a fault");
    refresh(&mut peer, 1).await.0.refuse(fault);
    // The watch asks again, as after any break.
    peer.call().await.refuse(expired());
    refresh(&mut peer, 1).await.0.answer(&refreshed(2));
    let call = peer.call().await;
    assert_eq!(call.header("authorization"), "Bearer access-2");
    call.refuse(expired());
    let error = watch.next().await.unwrap().unwrap_err();
    assert!(error.is(Reason::TokenExpired), "{error}");
    peer.assert_no_more_calls();
}

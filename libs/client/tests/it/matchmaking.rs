//! Finding somebody to play with, over streams that end in every way.

use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::matchmaking::v1::find_match_response::Message;
use corners_client::proto::matchmaking::v1::watch_account_response::Message as News;
use corners_client::proto::matchmaking::v1::{
    AccountSnapshot, CancelTicketRequest, CancelTicketResponse, CreateSeekRequest, CreateSeekResponse,
    FindMatchRequest, FindMatchResponse, Pulse, Seek, StartedGame, StreamEnd, WaitEnding, Waiting, WatchAccountRequest,
    WatchAccountResponse,
};
use corners_client::{Finding, Options};
use tonic::Status;

use crate::peer::{Call, Peer};

fn waiting() -> FindMatchResponse {
    FindMatchResponse {
        message: Some(Message::Waiting(Waiting::default())),
    }
}

fn ending(reason: &str) -> FindMatchResponse {
    let reason = reason.to_owned();
    FindMatchResponse {
        message: Some(Message::Ending(WaitEnding { reason })),
    }
}

fn game() -> StartedGame {
    StartedGame {
        table: "t".to_owned(),
        ..StartedGame::default()
    }
}

fn ticket_ended(why: &str) -> Refusal {
    Refusal::new(Reason::TicketEnded, "it has ended").with("why", why)
}

/// The request id of the wait.
fn ticket_of(call: &Call) -> String {
    assert_eq!(call.method, "FindMatch");
    let request = call.decode::<FindMatchRequest>();
    assert_eq!(request.most_below, Some(100), "the wishes stay the same");
    request.request_id
}

fn wishes() -> FindMatchRequest {
    FindMatchRequest {
        most_below: Some(100),
        ..FindMatchRequest::default()
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_is_one_ticket_however_its_streams_end() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut find = session.find_match(wishes());

    let call = peer.call().await;
    let ticket = ticket_of(&call);
    call.stream().send(&waiting());
    assert_eq!(
        find.next().await.unwrap().unwrap(),
        Finding::Waiting(Waiting::default())
    );
    peer.cut();

    let call = peer.call().await;
    assert_eq!(ticket_of(&call), ticket);
    let stream = call.stream();
    stream.send(&ending("DRAINING"));
    stream.end(&Refusal::new(Reason::Draining, "connect again").into());

    let call = peer.call().await;
    assert_eq!(ticket_of(&call), ticket);
    let stream = call.stream();
    stream.send(&FindMatchResponse {
        message: Some(Message::Found(game())),
    });
    assert_eq!(find.next().await.unwrap().unwrap(), Finding::Found(game()));
    assert!(find.next().await.is_none());
    peer.assert_no_more_calls();
}

#[tokio::test(start_paused = true)]
async fn a_ticket_that_ended_while_nobody_could_hold_it_is_followed_by_another() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let find = session.find_match(wishes());
    let mut tickets = Vec::new();
    for _ in 0..2 {
        tickets.push(ticket_of_refused(&mut peer, "CANCELLED").await);
    }
    let call = peer.call().await;
    tickets.push(ticket_of(&call));
    tickets.sort();
    tickets.dedup();
    assert_eq!(tickets.len(), 3);

    let newest = ticket_of(&call);
    call.stream().send(&waiting());
    let cancelling = tokio::spawn(find.cancel());
    let call = peer.call().await;
    assert_eq!(call.method, "CancelTicket");
    assert_eq!(call.decode::<CancelTicketRequest>().request_id, newest);
    call.answer(&CancelTicketResponse {});
    cancelling.await.unwrap().unwrap();
    peer.assert_no_more_calls();
}

async fn ticket_of_refused(peer: &mut Peer, why: &str) -> String {
    let call = peer.call().await;
    let ticket = ticket_of(&call);
    call.refuse(ticket_ended(why));
    ticket
}

#[tokio::test(start_paused = true)]
async fn a_ticket_that_somebody_has_ended_is_not_made_again() {
    for why in ["REPLACED", "GAME_STARTED", "TOO_MANY", "SOMETHING_NEW"] {
        let (mut peer, session) = Peer::with_session(Options::default());
        let find = session.find_match(wishes());
        ticket_of_refused(&mut peer, why).await;
        let ended = find.game().await.unwrap_err();
        assert!(ended.is(Reason::TicketEnded), "{ended}");
        assert_eq!(ended.metadata("why"), Some(why));
        peer.assert_no_more_calls();
    }
}

#[tokio::test(start_paused = true)]
async fn what_concerns_an_account_goes_on_behind_the_last_mark() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut news = session.watch_account(Some("0".to_owned()));
    let call = peer.call().await;
    assert_eq!(call.decode::<WatchAccountRequest>().resume_after, "0");
    let stream = call.stream();
    let told = |mark: &str, message| WatchAccountResponse {
        mark: mark.to_owned(),
        message: Some(message),
    };
    let snapshot = News::Snapshot(AccountSnapshot::default());
    stream.send(&told("1", snapshot.clone()));
    stream.send(&told("", News::Pulse(Pulse {})));
    stream.send(&told("2", News::GameStarted(game())));
    for (mark, message) in [("1", snapshot), ("2", News::GameStarted(game()))] {
        let next = news.next().await.unwrap().unwrap();
        assert_eq!((next.mark.as_str(), next.news), (mark, message));
    }
    let end = StreamEnd {
        reason: "SLOW_CONSUMER".to_owned(),
        resume_after: "2".to_owned(),
    };
    stream.send(&told("", News::Ending(end)));
    stream.end(&Refusal::new(Reason::SlowConsumer, "read faster").into());

    let call = peer.call().await;
    assert_eq!(call.decode::<WatchAccountRequest>().resume_after, "2");
    call.refuse(Refusal::new(Reason::InvalidCursor, "no such mark"));
    assert!(news.next().await.unwrap().unwrap_err().is(Reason::InvalidCursor));
    assert!(news.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_offer_that_did_not_get_through_is_sent_again_with_its_id() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let making = tokio::spawn(async move { session.create_seek(CreateSeekRequest::default()).await });
    let call = peer.call().await;
    let id = call.decode::<CreateSeekRequest>().request_id;
    assert!(!id.is_empty());
    call.refuse(Status::unavailable("not now"));
    let call = peer.call().await;
    assert_eq!(call.decode::<CreateSeekRequest>().request_id, id);
    let seek = Seek {
        id: "s".to_owned(),
        ..Seek::default()
    };
    call.answer(&CreateSeekResponse {
        seek: Some(seek.clone()),
    });
    assert_eq!(making.await.unwrap().unwrap(), seek);
}

//! Ratings, and what becomes of rated games over streams that end in every way.

use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::rating::v1::stream_rating_events_request::Start;
use corners_client::proto::rating::v1::{
    GetRatingsRequest, GetRatingsResponse, PlayerRatings, RatingEvent, RatingHeartbeat, RatingsRestarted,
    StreamRatingEventsRequest, StreamRatingEventsResponse, VerifyRatingsResponse,
};
use corners_client::{FeedFrom, FeedUpdate, Options};

use crate::peer::{Call, Peer};

fn start_of(call: &Call) -> Option<Start> {
    assert_eq!(call.method, "StreamRatingEvents");
    call.decode::<StreamRatingEventsRequest>().start
}

#[tokio::test(start_paused = true)]
async fn rating_events_go_on_behind_the_last_cursor_however_a_stream_ends() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let from = FeedFrom::Recorded(prost_types::Timestamp::default());
    let mut events = session.rating_events(from);
    let call = peer.call().await;
    assert_eq!(
        start_of(&call),
        Some(Start::RecordedFrom(prost_types::Timestamp::default()))
    );
    let stream = call.stream();
    let event = RatingEvent {
        cursor: "1".to_owned(),
        ..Default::default()
    };
    stream.send(&StreamRatingEventsResponse {
        events: vec![event.clone()],
        ..Default::default()
    });
    assert_eq!(events.next().await.unwrap().unwrap(), FeedUpdate::Events(vec![event]));
    stream.send(&StreamRatingEventsResponse {
        heartbeat: Some(RatingHeartbeat {
            cursor: "1'".to_owned(),
        }),
        ..Default::default()
    });
    assert_eq!(
        events.next().await.unwrap().unwrap(),
        FeedUpdate::Heartbeat("1'".to_owned())
    );
    peer.cut();

    let call = peer.call().await;
    assert_eq!(start_of(&call), Some(Start::Cursor("1'".to_owned())));
    let restarted = RatingsRestarted {
        cursor: "a0".to_owned(),
        last_common_sequence: 0,
        forgotten: 1,
    };
    let stream = call.stream();
    stream.send(&StreamRatingEventsResponse {
        restarted: Some(restarted.clone()),
        ..Default::default()
    });
    assert_eq!(events.next().await.unwrap().unwrap(), FeedUpdate::Restarted(restarted));
    stream.end(&Refusal::new(Reason::Draining, "connect again").into());

    let call = peer.call().await;
    assert_eq!(start_of(&call), Some(Start::Cursor("a0".to_owned())));
    call.refuse(Refusal::new(Reason::CursorLost, "never heard of it"));
    let lost = events.next().await.unwrap().unwrap_err();
    assert!(lost.is(Reason::CursorLost));
    assert!(events.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn ratings_are_asked_of_many_players_at_once() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let asking = tokio::spawn(async move { session.ratings(&["a", "b"], "classic-3x3").await });
    let call = peer.call().await;
    let request = GetRatingsRequest {
        players: vec!["a".to_owned(), "b".to_owned()],
        variant: "classic-3x3".to_owned(),
    };
    assert_eq!(
        (call.method.as_str(), call.decode::<GetRatingsRequest>()),
        ("GetRatings", request)
    );
    let players = vec![PlayerRatings::default(), PlayerRatings::default()];
    call.answer(&GetRatingsResponse {
        players: players.clone(),
    });
    assert_eq!(asking.await.unwrap().unwrap(), players);
}

#[tokio::test(start_paused = true)]
async fn a_verification_takes_as_long_as_it_takes() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let verifying = tokio::spawn(async move { session.admin().verify_ratings().await });
    let stream = peer.call().await.stream();
    let mut verification = verifying.await.unwrap().unwrap();
    tokio::time::advance(std::time::Duration::from_secs(3600)).await;
    stream.send(&VerifyRatingsResponse {
        compared: 1,
        total: 2,
        verdict: None,
        results_sequence: 0,
    });
    assert_eq!(verification.message().await.unwrap().unwrap().compared, 1);
}

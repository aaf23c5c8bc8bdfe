//! What every feed promises, whosever it is. What a feed promises over a network is tested with the services that have one.

use std::pin::Pin;
use std::sync::Arc;

use corners_feed::{CannotStart, CannotStartEpoch, Feed, FeedMeters, FeedOptions, FeedPoint, FeedSource, Start};
use corners_proto::archive::v1::StreamResultsResponse;
use corners_proto::encoded::Encoded;
use corners_proto::error::{Refusal, metadata_of, reason_of};
use futures::future::join_all;
use futures::{FutureExt, Stream, StreamExt};
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Status;

use crate::source::{Texts, UNREADABLE, stored};

/// A feed that is read until it is dropped.
struct Rig {
    store: Texts,
    feed: Arc<Feed<Texts>>,
    drain: CancellationToken,
    _over: DropGuard,
}

impl Rig {
    fn new(store: Texts) -> Self {
        Self::with(store, FeedOptions::default())
    }

    fn with(store: Texts, options: FeedOptions) -> Self {
        let meters = FeedMeters::new(&opentelemetry::global::meter("test"), "corners.test", Texts::NAME);
        let feed = Arc::new(Feed::new(store.clone(), options, meters));
        let over = CancellationToken::new();
        tokio::spawn(Arc::clone(&feed).follow(over.clone()));
        Self {
            store,
            feed,
            drain: CancellationToken::new(),
            _over: over.drop_guard(),
        }
    }

    async fn consumer(&self, start: Start) -> Consumer {
        let right = std::future::pending().boxed();
        let stream = self.feed.stream(start, right, self.drain.clone()).await.unwrap();
        Consumer(Box::pin(stream.into_stream()))
    }
}

struct Consumer(Pin<Box<dyn Stream<Item = Result<Encoded<StreamResultsResponse>, Status>> + Send>>);

impl Consumer {
    async fn take(&mut self) -> StreamResultsResponse {
        self.0.next().await.unwrap().unwrap().decode().unwrap()
    }

    /// Takes messages until one has events; answers these with their places.
    async fn events(&mut self) -> Vec<(String, FeedPoint)> {
        loop {
            let events = self.take().await.events;
            if !events.is_empty() {
                let told = |cursor: &str| Feed::<Texts>::parse_cursor(cursor).unwrap();
                return events
                    .into_iter()
                    .map(|event| (event.event.unwrap().id, told(&event.cursor)))
                    .collect();
            }
        }
    }
}

fn at(epoch: u64, position: u64) -> FeedPoint {
    FeedPoint { epoch, position }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_told_of_what_comes_behind_a_missing_event_until_it_is_there() {
    let rig = Rig::new(Texts::new(&[(7, 0)], &[(1, "one"), (3, "three")]));
    let mut consumer = rig.consumer(Start::Beginning).await;
    for _ in 0..3 {
        assert!(consumer.take().await.heartbeat.is_some());
    }
    rig.store.stored().events.insert(1, (2, "two".to_owned()));
    let told = consumer.events().await;
    let expected = [("one", 1), ("two", 2), ("three", 3)].map(|(text, position)| (text.to_owned(), at(7, position)));
    assert_eq!(told, expected);
}

#[tokio::test(start_paused = true)]
async fn an_event_that_cannot_be_told_is_not_left_out() {
    let rig = Rig::new(Texts::new(&[(7, 0)], &[(1, UNREADABLE), (2, "two")]));
    let mut consumer = rig.consumer(Start::Beginning).await;
    for _ in 0..3 {
        assert!(consumer.take().await.heartbeat.is_some());
    }
    rig.store.stored().events[0].1 = "one".to_owned();
    let told = consumer.events().await;
    assert_eq!(told, [("one".to_owned(), at(7, 1)), ("two".to_owned(), at(7, 2))]);
}

#[tokio::test(start_paused = true)]
async fn events_of_another_epoch_get_no_place_in_the_one_before() {
    let options = FeedOptions {
        events_kept: 1,
        ..FeedOptions::default()
    };
    let rig = Rig::with(Texts::new(&[(7, 0)], &[(1, "one"), (2, "two"), (3, "three")]), options);
    let mut live = rig.consumer(Start::After(at(7, 2))).await;
    assert_eq!(live.events().await, [("three".to_owned(), at(7, 3))]);
    // The database is another one, and nobody has asked it yet: one consumer is behind what is in memory, the other is not.
    let mut behind = rig.consumer(Start::After(at(7, 1))).await;
    let texts = [(1, "one"), (2, "another"), (3, "the third"), (4, "the fourth")];
    *rig.store.stored() = stored(&[(7, 0), (8, 1)], &texts);
    for (consumer, forgotten) in [(&mut behind, 0), (&mut live, 2)] {
        let restarted = consumer.take().await.restarted.unwrap();
        assert_eq!((restarted.last_common_sequence, restarted.forgotten), (1, forgotten));
        assert_eq!(Feed::<Texts>::parse_cursor(&restarted.cursor), Ok(at(8, 1)));
        let told = consumer.events().await;
        assert_eq!(told[0], ("another".to_owned(), at(8, 2)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_place_in_an_epoch_long_ago_is_found_as_far_as_all_epochs_since_have_it() {
    let rig = Rig::new(Texts::new(
        &[(7, 0), (8, 3), (9, 1)],
        &[(1, "one"), (2, "two"), (3, "three")],
    ));
    for (point, common, forgotten) in [(at(7, 5), 1, 4), (at(8, 3), 1, 2), (at(8, 1), 1, 0), (at(7, 0), 0, 0)] {
        let mut consumer = rig.consumer(Start::After(point)).await;
        let restarted = consumer.take().await.restarted.unwrap();
        let told = (restarted.last_common_sequence, restarted.forgotten);
        assert_eq!(told, (common, forgotten), "{point:?}");
        assert_eq!(consumer.events().await[0].1, at(9, common + 1), "{point:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_thousand_who_ask_at_once_where_the_feed_is_cause_two_questions() {
    let store = Texts::new(&[(7, 0)], &[(1, "one")]);
    let meters = FeedMeters::new(&opentelemetry::global::meter("test"), "corners.test", Texts::NAME);
    let feed = Feed::new(store.clone(), FeedOptions::default(), meters);
    let heads = join_all((0..1_000).map(|_| feed.head())).await;
    assert!(heads.into_iter().all(|head| head.unwrap().last == 1));
    assert_eq!(
        store.stored().heads,
        2,
        "whoever asks while one question is out is answered by the next one"
    );
}

#[tokio::test(start_paused = true)]
async fn an_epoch_that_is_over_is_not_ended_again() {
    let rig = Rig::new(Texts::new(&[(7, 0)], &[(1, "one")]));
    assert_eq!(rig.feed.start_epoch(7).await.unwrap().current(), at(8, 1));
    let error = rig.feed.start_epoch(7).await.unwrap_err();
    assert!(matches!(error, CannotStartEpoch::Stale { current: 8, asked: 7 }));
    let status = error.status(|away| Status::unavailable(away.to_string()));
    assert_eq!(reason_of(&status).as_deref(), Some("STALE_EPOCH"));
    assert_eq!(
        metadata_of(&status, "current_epoch").as_deref(),
        Some("0000000000000008")
    );
}

#[tokio::test(start_paused = true)]
async fn refusals_say_whose_feed_it_is() {
    let error = Feed::<Texts>::parse_cursor("one").unwrap_err();
    let status = Status::from(Refusal::from(error));
    assert_eq!(reason_of(&status).as_deref(), Some("INVALID_CURSOR"));
    assert_eq!(status.message(), "cursor: is no cursor of a feed of texts");
    let rig = Rig::new(Texts::new(&[(7, 0)], &[(1, "one")]));
    let refused = |point| async move {
        let right = std::future::pending().boxed();
        let started = rig.feed.stream(Start::After(point), right, rig.drain.clone()).await;
        started.map(drop).unwrap_err()
    };
    let error: CannotStart<_> = refused(at(7, 2)).await;
    let status = error.status(|away| Status::unavailable(away.to_string()));
    assert_eq!(reason_of(&status).as_deref(), Some("INVALID_CURSOR"));
    assert!(status.message().contains("if the library was restored"), "{status}");
}

//! Making ratings a second time.

use corners_proto::archive::v1::GameFinished;
use corners_proto::error::{Reason, reason_of};
use corners_proto::rating::v1::stream_rating_events_request::Start;
use corners_proto::rating::v1::{GetRatingStateRequest, RebuildRatingsRequest, Verdict, VerifyRatingsRequest};
use corners_proto::time::timestamp;
use corners_rating::Rating;
use corners_rating::domain::Policy;

use crate::rig::{DAY_MS, FakeArchive, Rig, START_MS, options, table, won};

pub(crate) async fn verdict(rig: &Rig) -> Verdict {
    let opened = rig.admin().verify_ratings(VerifyRatingsRequest {}).await.unwrap();
    let mut stream = opened.into_inner();
    let mut compared = 0;
    while let Some(message) = stream.message().await.unwrap() {
        if let Some(verdict) = message.verdict {
            assert!(stream.message().await.unwrap().is_none(), "nothing follows the verdict");
            return verdict;
        }
        assert!(message.compared >= compared && message.compared <= message.total);
        compared = message.compared;
    }
    panic!("no verdict");
}

async fn epoch(rig: &Rig) -> String {
    let state = rig.admin().get_rating_state(GetRatingStateRequest {}).await;
    state.unwrap().into_inner().epoch
}

/// Games of which some are annulled, some unrated, some casual; under two policies.
async fn played() -> Rig {
    let rig = Rig::start().await;
    let game = |number: u32| won(number, (number % 7) as u8, (number % 4 + 7) as u8);
    for number in 1..=400 {
        rig.archive.finish(&game(number));
        if number % 10 == 0 {
            rig.archive.annul(&game(number - 5), timestamp(START_MS + DAY_MS));
            rig.archive.finish(&GameFinished {
                rated: false,
                ..game(number + 10_000)
            });
        }
        if number == 200 {
            rig.until(table(200)).await;
            let policy = Policy {
                tau: 0.5,
                pair_games_a_day: 3,
                ..Policy::default()
            };
            drop(Rig::over(rig.store.clone(), rig.archive.clone(), policy).await);
        }
    }
    rig.until(table(400)).await;
    rig
}

#[tokio::test]
async fn ratings_that_are_made_again_are_the_same_to_the_last_bit() {
    let rig = played().await;
    let verdict = verdict(&rig).await;
    assert!(verdict.identical, "{}", verdict.difference);
    let left: Vec<_> = std::fs::read_dir(rig.folder.path()).unwrap().collect();
    assert!(left.is_empty(), "what was made again is gone: {left:?}");
}

#[tokio::test]
async fn a_feed_that_makes_something_else_is_found_out() {
    let rig = played().await;
    let honest = rig.archive.world().events.clone();
    // A game fewer; two in the other order; an end that is missing.
    let shorter = honest[1..].to_vec();
    let mut turned = honest.clone();
    turned.swap(3, 4);
    for (changed, words) in [(shorter, "is now of table"), (turned, "event 4, of table")] {
        let archive = FakeArchive::default();
        archive.world().events = changed;
        let other = Rig::over(rig.store.clone(), archive, Policy::default()).await;
        let verdict = verdict(&other).await;
        assert!(
            !verdict.identical && verdict.difference.contains(words),
            "{}",
            verdict.difference
        );
    }
}

#[tokio::test]
async fn an_archive_that_does_not_tell_everything_is_no_difference() {
    let rig = played().await;
    let archive = FakeArchive::default();
    archive.world().events = rig.archive.world().events[..50].to_vec();
    let other = Rig::over(rig.store.clone(), archive, Policy::default()).await;
    let mut stream = other
        .admin()
        .verify_ratings(VerifyRatingsRequest {})
        .await
        .unwrap()
        .into_inner();
    let refused = loop {
        match stream.message().await {
            Ok(message) => assert!(message.unwrap().verdict.is_none()),
            Err(status) => break status,
        }
    };
    assert!(refused.message().contains("up to 50 only"), "{refused:?}");
}

#[tokio::test]
async fn what_a_killed_verification_has_left_goes_with_the_next_start() {
    let rig = Rig::start().await;
    let left = rig.folder.path().join("verification-x");
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("rating.db"), "ratings").unwrap();
    let again = Rating::new(
        rig.store.clone(),
        options(Policy::default()),
        rig.archive.channel(),
        rig.folder.path().to_owned(),
        rig.drain.clone(),
    );
    again.await.unwrap();
    assert!(!left.exists());
}

#[tokio::test]
async fn a_replica_that_is_told_to_stop_ends_its_streams_with_where_to_resume() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    let mut events = rig.events().await;
    events.until_there_are(1).await;
    rig.drain.start();
    let ending = loop {
        if let Some(ending) = events.message().await.ending {
            break ending;
        }
    };
    assert_eq!(
        (ending.reason.as_str(), &ending.cursor),
        ("DRAINING", &events.events[0].cursor)
    );
}

#[tokio::test]
async fn one_verification_runs_at_a_time() {
    let rig = played().await;
    let first = rig.admin().verify_ratings(VerifyRatingsRequest {}).await.unwrap();
    let second = rig.admin().verify_ratings(VerifyRatingsRequest {}).await.unwrap_err();
    assert_eq!(reason_of(&second).as_deref(), Some(Reason::Overloaded.as_str()));
    drop(first);
    assert!(verdict(&rig).await.identical);
}

#[tokio::test]
async fn ratings_that_are_rebuilt_are_made_by_the_policy_in_force() {
    let rig = Rig::start().await;
    for number in 1..=30 {
        rig.archive.finish(&won(number, 1, 2));
    }
    rig.until(table(30)).await;
    let mut following = rig.events().await;
    following.until_there_are(30).await;
    let cursor = following.events[29].cursor.clone();
    let before = epoch(&rig).await;

    let request = RebuildRatingsRequest { epoch: before.clone() };
    let rebuilt = rig.admin().rebuild_ratings(request.clone()).await.unwrap().into_inner();
    assert_ne!(rebuilt.epoch, before);
    let again = rig.admin().rebuild_ratings(request).await.unwrap_err();
    assert_eq!(reason_of(&again).as_deref(), Some(Reason::StaleEpoch.as_str()));

    // Who followed is told, and everything comes again.
    let restarted = loop {
        if let Some(restarted) = following.message().await.restarted {
            break restarted;
        }
    };
    assert_eq!((restarted.last_common_sequence, restarted.forgotten), (0, 30));
    let mut resumed = rig.events_from(Some(Start::Cursor(cursor))).await;
    assert_eq!(resumed.message().await.restarted.unwrap().forgotten, 30);
    let resumed = resumed.until_there_are(30).await;
    for (one, other) in following.events[..30].iter().zip(resumed) {
        assert_eq!(
            (one.sequence, &one.table, &one.outcome),
            (other.sequence, &other.table, &other.outcome)
        );
    }
    assert!(verdict(&rig).await.identical);
}

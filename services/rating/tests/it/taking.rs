//! From results to ratings, through the running service.

use std::collections::HashMap;
use std::time::Duration;

use corners_feed::FeedPoint;
use corners_proto::archive::v1::GameFinished;
use corners_proto::game::v1::{EndReason, Ending, Result as Outcome};
use corners_proto::rating::v1::rating_event::Outcome as Became;
use corners_proto::rating::v1::{GetRatingSystemRequest, RatingChange, RatingEvent, UnratedReason};
use corners_proto::time::timestamp;
use corners_rating::domain::{PlayerIn, Policy};
use tokio::time::sleep;

use crate::rig::{DAY_MS, Rig, START_MS, table, won};

fn changes(event: &RatingEvent) -> [RatingChange; 2] {
    let Some(Became::Rated(changes) | Became::Annulled(changes)) = event.outcome.clone() else {
        panic!("{event:?}")
    };
    [changes.white.unwrap(), changes.black.unwrap()]
}

/// Asserts that the changes of every player are a chain, from the start to what is kept.
async fn assert_chains(rig: &Rig, events: &[RatingEvent]) {
    let mut last: HashMap<String, RatingChange> = HashMap::new();
    assert!(events.iter().map(|event| event.sequence).eq(1..=events.len() as u64));
    let rated = events
        .iter()
        .filter(|event| !matches!(event.outcome, Some(Became::UnratedReason(_))));
    for change in rated.flat_map(changes) {
        let before = last.get(&change.player);
        assert_eq!(change.number, before.map_or(1, |before| before.number + 1));
        if let Some(before) = before {
            assert_eq!(change.before, before.after);
        }
        last.insert(change.player.clone(), change);
    }
    for change in last.into_values() {
        let player = PlayerIn {
            player: change.player.parse().unwrap(),
            variant: change.variant.clone(),
        };
        let (_, standing) = rig.store.standings(&[player]).await.unwrap().pop().unwrap();
        let after = change.after.unwrap();
        assert_eq!(
            (
                standing.rating.rating,
                standing.rating.deviation,
                standing.rating.volatility
            ),
            (after.rating, after.deviation, after.volatility)
        );
    }
}

#[tokio::test]
async fn every_rated_game_has_an_event_that_says_why_it_is_not_rated_if_it_is_not() {
    let rig = Rig::start().await;
    let ending = |reason: EndReason, result: Outcome| {
        Some(Ending {
            reason: reason.into(),
            result: result.into(),
            ..Ending::default()
        })
    };
    let cases = [
        (None, won(1, 1, 2)),
        (
            Some(UnratedReason::NoResult),
            GameFinished {
                ending: ending(EndReason::Aborted, Outcome::Unspecified),
                ..won(2, 1, 2)
            },
        ),
        (
            Some(UnratedReason::NoResult),
            GameFinished {
                ending: ending(EndReason::Closed, Outcome::Unspecified),
                ..won(3, 1, 2)
            },
        ),
        (
            Some(UnratedReason::Variant),
            GameFinished {
                variant: "triangle".to_owned(),
                ..won(4, 1, 2)
            },
        ),
        (
            Some(UnratedReason::Variant),
            GameFinished {
                variant: "of tomorrow".to_owned(),
                ..won(5, 1, 2)
            },
        ),
        (
            Some(UnratedReason::SetUp),
            GameFinished {
                set_up: true,
                ..won(6, 1, 2)
            },
        ),
        (Some(UnratedReason::NoOpponent), won(7, 1, 1)),
        (
            Some(UnratedReason::NotBothMoved),
            GameFinished {
                plies: 1,
                ..won(8, 1, 2)
            },
        ),
        (
            Some(UnratedReason::TooShort),
            GameFinished {
                plies: 5,
                ..won(9, 1, 2)
            },
        ),
        (
            None,
            GameFinished {
                ending: ending(EndReason::Repetition, Outcome::Draw),
                ..won(10, 2, 1)
            },
        ),
    ];
    for (_, game) in &cases {
        rig.archive.finish(&GameFinished {
            rated: false,
            ..won(1000, 3, 4)
        });
        rig.archive.record("corners.game.of-tomorrow.v1", vec![1, 2, 3]);
        rig.archive.finish(game);
    }
    let mut events = rig.events().await;
    events.until_there_are(cases.len()).await;
    for ((reason, game), event) in cases.iter().zip(&events.events) {
        assert_eq!(event.table, game.table);
        match (reason, &event.outcome) {
            (None, Some(Became::Rated(_))) => {}
            (Some(reason), Some(Became::UnratedReason(number))) => assert_eq!(*number, i32::from(*reason), "{game:?}"),
            (reason, outcome) => panic!("{reason:?} {outcome:?}"),
        }
    }
    assert_chains(&rig, &events.events).await;
}

#[tokio::test]
async fn games_that_two_replicas_are_told_at_once_count_once_and_make_one_chain() {
    let rig = Rig::start().await;
    let other = rig.another().await;
    other.taking();
    let games: u32 = 300;
    for number in 1..=games {
        let (white, black) = ((number % 5) as u8, (number % 3 + 5) as u8);
        rig.archive.finish(&won(number, white, black));
        if number % 7 == 0 {
            // Lets both of them come in between.
            tokio::task::yield_now().await;
        }
    }
    for replica in [&rig, &other] {
        let mut events = replica.events().await;
        events.until_there_are(games as usize).await;
        assert_chains(replica, &events.events).await;
    }
}

#[tokio::test]
async fn what_ended_while_the_archive_was_away_is_rated_afterwards() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    rig.until(table(1)).await;
    rig.archive.world().is_away = true;
    for number in 2..10 {
        rig.archive.finish(&won(number, 1, 2));
    }
    rig.archive.world().is_away = false;
    rig.until(table(9)).await;
    let mut events = rig.events().await;
    assert_chains(&rig, events.until_there_are(9).await).await;
}

#[tokio::test]
async fn a_restored_archive_that_tells_games_again_changes_nothing_twice() {
    let rig = Rig::start().await;
    for number in 1..=6 {
        rig.archive.finish(&won(number, 1, 2));
    }
    rig.until(table(6)).await;
    // The last three are forgotten; two of them are recorded again, in another order, and one is lost.
    rig.archive.restore(3);
    for number in [6, 4, 7] {
        rig.archive.finish(&won(number, 1, 2));
    }
    rig.until(table(7)).await;
    let mut events = rig.events().await;
    let events = events.until_there_are(7).await;
    let tables: Vec<_> = events.iter().map(|event| event.table.clone()).collect();
    assert_eq!(
        tables,
        (1..=7).map(|number| table(number).to_string()).collect::<Vec<_>>()
    );
    assert_chains(&rig, events).await;
    assert_eq!(rig.store.place().await.unwrap().unwrap().sequence, 6);
}

#[tokio::test]
async fn an_archive_that_knows_nothing_of_the_feed_is_taken_from_its_beginning() {
    let rig = Rig::start().await;
    for number in 1..=4 {
        rig.archive.finish(&won(number, 1, 2));
    }
    rig.until(table(4)).await;
    {
        let mut world = rig.archive.world();
        world.epochs = vec![FeedPoint { epoch: 99, position: 0 }];
        world.events.truncate(2);
    }
    rig.archive.finish(&won(5, 1, 2));
    rig.until(table(5)).await;
    let mut events = rig.events().await;
    assert_chains(&rig, events.until_there_are(5).await).await;
}

#[tokio::test]
async fn a_result_that_cannot_be_read_stops_ratings_until_it_can() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    rig.archive.record("corners.game.finished.v1", b"\xff\xff\xff".to_vec());
    rig.archive.finish(&won(2, 1, 2));
    rig.until(table(1)).await;
    let opened = rig.archive.world().opened;
    // It comes back to it again and again, and goes not beyond.
    while rig.archive.world().opened < opened + 3 {
        tokio::task::yield_now().await;
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(rig.store.place().await.unwrap().unwrap().sequence, 1);
}

#[tokio::test]
async fn an_annulment_is_an_event_of_the_same_game() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    rig.archive.annul(&won(1, 1, 2), timestamp(START_MS + DAY_MS));
    rig.archive.annul(&won(9, 1, 2), timestamp(START_MS + DAY_MS));
    rig.archive.finish(&won(2, 1, 2));
    rig.until(table(2)).await;
    let mut events = rig.events().await;
    let events = events.until_there_are(3).await;
    let (rated, annulled) = (changes(&events[0]), changes(&events[1]));
    for (rated, annulled) in rated.iter().zip(&annulled) {
        assert_eq!(annulled.after.unwrap().rating, rated.before.unwrap().rating);
        assert_eq!(annulled.player, rated.player);
    }
    assert_chains(&rig, events).await;
}

#[tokio::test]
async fn a_policy_counts_from_the_moment_on_that_a_replica_is_started_with_it() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 1, 2));
    rig.until(table(1)).await;
    let strict = Policy {
        fewest_plies: 100,
        ..Policy::default()
    };
    let another = Rig::over(rig.store.clone(), rig.archive.clone(), strict.clone()).await;
    rig.archive.finish(&won(2, 1, 2));
    // The replica of before takes it, by the policy that is in force.
    assert!(matches!(
        rig.until(table(2)).await.outcome,
        Some(Became::UnratedReason(_))
    ));
    assert_eq!(
        another.store.policies().await.unwrap(),
        [(0, Policy::default()), (1, strict)]
    );
    // And it tells so, once it has asked the store.
    while rig
        .ratings()
        .get_rating_system(GetRatingSystemRequest {})
        .await
        .unwrap()
        .into_inner()
        .fewest_plies
        != 100
    {
        sleep(Duration::from_millis(20)).await;
    }
}

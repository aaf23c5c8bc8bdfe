//! The feed: dense positions, moments that do not go back, epochs.

use std::sync::Arc;

use corners_feed::FeedPoint;

use super::samples::{account, game, new, record_at, table, told};
use crate::domain::{Annulment, EventKind, FeedEvent};
use crate::store::{Annul, ArchiveStore, Recorded, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ArchiveStore>, StoreError>,
{
    positions_are_dense_and_in_the_order_of_the_games(&*open().await?).await?;
    an_event_is_never_recorded_before_the_one_before_it(&*open().await?).await?;
    a_feed_can_be_followed_from_a_moment(&*open().await?).await?;
    an_annulled_game_says_so_once(&*open().await?).await?;
    the_first_epoch_starts_by_itself_and_stays(&*open().await?).await?;
    the_first_record_starts_the_first_epoch(&*open().await?).await?;
    an_epoch_is_ended_by_whoever_knows_it(&*open().await?).await?;
    an_epoch_that_many_end_at_once_is_ended_once(open().await?).await
}

fn finished(number: u32, position: u64, recorded_at_ms: u64) -> FeedEvent {
    let game = game(number);
    FeedEvent {
        position,
        kind: EventKind::Finished,
        table: game.table,
        at_ms: game.finished_at_ms,
        recorded_at_ms,
        data: told(&game),
    }
}

async fn positions_are_dense_and_in_the_order_of_the_games(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    assert_eq!(store.events_after(0, 10).await?, []);
    let recorded = store
        .record([9, 3, 5].map(|number| new(&game(number))).into(), 50)
        .await?;
    assert_eq!(recorded, [1, 2, 3].map(Recorded::New));
    let recorded = store
        .record([1, 3, 4].map(|number| new(&game(number))).into(), 60)
        .await?;
    assert_eq!(recorded, [Recorded::New(4), Recorded::Known, Recorded::New(5)]);
    let all = [
        finished(9, 1, 50),
        finished(3, 2, 50),
        finished(5, 3, 50),
        finished(1, 4, 60),
        finished(4, 5, 60),
    ];
    assert_eq!(store.events_after(0, 10).await?, all);
    assert_eq!(store.events_after(1, 2).await?, all[1..3]);
    assert_eq!(store.events_after(5, 10).await?, []);
    assert_eq!(store.events_after(u64::MAX, 10).await?, []);
    assert_eq!(store.finished_event(table(5)).await?, Some(finished(5, 3, 50)));
    assert_eq!(store.finished_event(table(6)).await?, None);
    assert_eq!(store.head().await?.last, 5);
    Ok(())
}

async fn an_event_is_never_recorded_before_the_one_before_it(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1)], 100).await?;
    record_at(store, &[game(2)], 90).await?;
    let annulled = store.annul(annul(1, 80)).await?;
    assert_eq!(
        annulled
            .and_then(|game| game.annulment)
            .map(|annulment| annulment.at_ms),
        Some(80)
    );
    record_at(store, &[game(3)], 110).await?;
    let events = store.events_after(0, 10).await?;
    let recorded: Vec<_> = events.iter().map(|event| event.recorded_at_ms).collect();
    assert_eq!(recorded, [100, 100, 100, 110]);
    assert_eq!(events[2].at_ms, 80, "the game was annulled when it was annulled");
    Ok(())
}

async fn a_feed_can_be_followed_from_a_moment(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    assert_eq!(store.position_before(0).await?, 0);
    assert_eq!(store.position_before(1000).await?, 0);
    record_at(store, &[game(1), game(2)], 100).await?;
    record_at(store, &[game(3)], 200).await?;
    for (moment_ms, position) in [(0, 0), (100, 0), (101, 2), (200, 2), (201, 3), (u64::MAX, 3)] {
        assert_eq!(store.position_before(moment_ms).await?, position, "{moment_ms}");
    }
    Ok(())
}

fn annul(number: u32, now_ms: u64) -> Annul {
    Annul {
        table: table(number),
        now_ms,
        by: account(9),
        note: "both were \u{1f916}".to_owned(),
        told: "{\"finishedSequence\": 1}".to_owned(),
    }
}

async fn an_annulled_game_says_so_once(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1), game(2)], 100).await?;
    assert_eq!(store.annul(annul(3, 200)).await?, None);
    let annulment = Some(Annulment {
        at_ms: 200,
        by: account(9),
        note: "both were \u{1f916}".to_owned(),
    });
    let mut bare = game(1);
    bare.moves.clear();
    for now_ms in [200, 300] {
        let answered = store.annul(annul(1, now_ms)).await?;
        let told = answered.map(|game| (game.game, game.plies, game.annulment));
        assert_eq!(told, Some((bare.clone(), 3, annulment.clone())));
    }
    let event = FeedEvent {
        position: 3,
        kind: EventKind::Annulled,
        table: table(1),
        at_ms: 200,
        recorded_at_ms: 200,
        data: "{\"finishedSequence\": 1}".to_owned(),
    };
    assert_eq!(store.events_after(2, 10).await?, [event]);
    assert_eq!(store.finished_event(table(1)).await?, Some(finished(1, 1, 100)));
    let whole = store.game(table(1)).await?;
    assert_eq!(
        whole.map(|game| (game.game, game.annulment)),
        Some((game(1), annulment))
    );
    let again = store.record(vec![new(&game(1))], 400).await?;
    assert_eq!(
        again,
        [Recorded::Known],
        "what an operator says of a game does not make it another one"
    );
    let refused = Annul {
        told: "no JSON".to_owned(),
        ..annul(2, 500)
    };
    let refused = store.annul(refused).await;
    assert!(matches!(refused, Err(StoreError::Refused { .. })), "{refused:?}");
    let untouched = store.game(table(2)).await?.and_then(|game| game.annulment);
    assert_eq!(untouched, None);
    // A text that no client sends; it must not keep a game from being annulled.
    let odd = Annul {
        note: "a\0b".to_owned(),
        ..annul(2, 600)
    };
    let annulled = store.annul(odd).await?.and_then(|game| game.annulment);
    assert_eq!(annulled.map(|annulment| annulment.note), Some("a\u{fffd}b".to_owned()));
    assert_eq!(store.head().await?.last, 4);
    Ok(())
}

async fn the_first_epoch_starts_by_itself_and_stays(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    let head = store.head().await?;
    assert_eq!((head.epochs.len(), head.epochs[0].position, head.last), (1, 0, 0));
    record_at(store, &[game(1)], 50).await?;
    let later = store.head().await?;
    assert_eq!((later.epochs, later.last), (head.epochs, 1));
    Ok(())
}

async fn the_first_record_starts_the_first_epoch(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1)], 50).await?;
    let head = store.head().await?;
    assert_eq!((head.epochs.len(), head.epochs[0].position, head.last), (1, 0, 1));
    Ok(())
}

async fn an_epoch_is_ended_by_whoever_knows_it(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1), game(2)], 50).await?;
    let first = store.head().await?.epochs[0];
    let unchanged = store.start_epoch(first.epoch ^ 1).await?;
    assert_eq!(unchanged.epochs, [first]);
    let second = store.start_epoch(first.epoch).await?;
    assert_eq!(second.epochs.len(), 2);
    assert_eq!(
        (second.epochs[0], second.epochs[1].position, second.last),
        (first, 2, 2)
    );
    assert_ne!(second.epochs[1].epoch, first.epoch);
    let stale = store.start_epoch(first.epoch).await?;
    assert_eq!(stale, second, "a repeated call starts none");
    record_at(store, &[game(3)], 60).await?;
    let third = store.start_epoch(second.epochs[1].epoch).await?;
    let starts: Vec<_> = third.epochs.iter().map(|epoch| epoch.position).collect();
    assert_eq!((starts, third.last), (vec![0, 2, 3], 3));
    assert_eq!(store.head().await?, third);
    Ok(())
}

async fn an_epoch_that_many_end_at_once_is_ended_once(store: Arc<dyn ArchiveStore>) -> Result<(), StoreError> {
    let first = store.head().await?.epochs[0];
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.start_epoch(first.epoch).await })
        })
        .collect();
    let mut told: Vec<Vec<FeedPoint>> = Vec::new();
    for call in calls {
        let head = call.await.map_err(|error| StoreError::unavailable("call", error))??;
        told.push(head.epochs);
    }
    assert_eq!(told[0].len(), 2);
    assert!(told.iter().all(|epochs| *epochs == told[0]));
    Ok(())
}

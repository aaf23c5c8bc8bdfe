//! Games: kept as they were, once, whole or not at all.

use std::sync::Arc;

use corners_proto::game::v1::Side;

use super::samples::{aborted, aborted_by, casual, game, new, record_at, table};
use crate::domain::{ArchivedGame, Game, Ply};
use crate::store::{ArchiveStore, NewGame, Recorded, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ArchiveStore>, StoreError>,
{
    a_game_is_told_as_it_was_recorded(&*open().await?).await?;
    games_are_told_in_bulk(&*open().await?).await?;
    a_game_that_is_there_stays_as_it_is(&*open().await?).await?;
    what_cannot_be_stored_takes_all_that_was_with_it_along(&*open().await?).await?;
    a_game_recorded_many_times_at_once_is_there_once(open().await?).await
}

fn archived(game: &Game) -> ArchivedGame {
    ArchivedGame {
        game: game.clone(),
        plies: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
        annulment: None,
    }
}

async fn a_game_is_told_as_it_was_recorded(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    let mut alone = game(4);
    alone.black = alone.white;
    alone.moves = (0..700).map(long_ply).collect();
    let mut half = aborted(5);
    half.white = game(5).white;
    let by_white = aborted_by(6, Side::White, false);
    let no_show = aborted_by(7, Side::Black, true);
    let games = [game(1), aborted(2), casual(3), alone, half, by_white, no_show];
    record_at(store, &games, 50).await?;
    for game in &games {
        assert_eq!(store.game(game.table).await?, Some(archived(game)));
    }
    assert_eq!(store.game(table(9)).await?, None);
    Ok(())
}

/// Of a long game, with some values that are there and some that are not.
fn long_ply(number: u64) -> Ply {
    Ply {
        path: "c3-d3".to_owned(),
        remaining_ms: Some(number * 1_000_000_000),
        elapsed_ms: number % 2,
        think_time_ms: number.is_multiple_of(3).then_some(number),
        lag_credit_ms: 0,
    }
}

async fn games_are_told_in_bulk(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    let games: Vec<_> = (1..=200).map(game).collect();
    record_at(store, &games, 50).await?;
    let mut tables: Vec<_> = games.iter().map(|game| game.table).collect();
    tables[7] = table(999);
    let mut found = store.games(&tables).await?;
    found.sort_by_key(|found| found.game.finished_at_ms);
    let mut expected: Vec<_> = games.iter().map(archived).collect();
    expected.remove(7);
    assert_eq!(found, expected);
    assert_eq!(store.games(&[]).await?, []);
    Ok(())
}

async fn a_game_that_is_there_stays_as_it_is(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    record_at(store, &[game(1)], 50).await?;
    let mut moved = game(1);
    moved.moves[1].elapsed_ms += 1;
    let mut ended = game(1);
    ended.finished_at_ms += 1;
    let mut rated = game(1);
    rated.white = None;
    let mut blamed = game(1);
    blamed.ending = aborted_by(1, Side::White, true).ending;
    for other in [moved, ended, rated, blamed] {
        let recorded = store
            .record(vec![new(&game(2)), new(&other), new(&game(3))], 60)
            .await?;
        assert_eq!(recorded[1], Recorded::Conflict);
    }
    // What is told of it is not what it is.
    let retold = NewGame {
        told: "{\"other\": 1}".to_owned(),
        ..new(&game(1))
    };
    let recorded = store.record(vec![new(&game(4)), retold, new(&game(3))], 70).await?;
    assert_eq!(recorded, [Recorded::New(4), Recorded::Known, Recorded::Known]);
    assert_eq!(store.game(table(1)).await?, Some(archived(&game(1))));
    let told: Vec<_> = store.events_after(0, 100).await?;
    let tables: Vec<_> = told.iter().map(|event| event.table).collect();
    assert_eq!(tables, [1, 2, 3, 4].map(table));
    assert!(told[0].data.contains("table"));
    assert_eq!(store.record(Vec::new(), 80).await?, []);
    Ok(())
}

async fn what_cannot_be_stored_takes_all_that_was_with_it_along(store: &dyn ArchiveStore) -> Result<(), StoreError> {
    let with = |change: &dyn Fn(&mut NewGame)| {
        let mut changed = new(&game(2));
        change(&mut changed);
        changed
    };
    let refused = [
        with(&|new| new.told = "no JSON".to_owned()),
        with(&|new| new.told = "{\"a\": \"\0\"}".to_owned()),
        with(&|new| new.game.finished_at_ms = u64::MAX),
        with(&|new| new.game.moves[0].elapsed_ms = u64::MAX),
        with(&|new| new.game.moves[0].path = "c3 d3".to_owned()),
        with(&|new| new.game.moves[0].path.clear()),
        with(&|new| new.game.start_position.push('\0')),
        with(&|new| {
            let white = new.game.white.as_mut();
            if let Some(rating) = white.and_then(|white| white.rating.as_mut()) {
                rating.deviation = f64::NAN;
            }
        }),
        new(&game(1)),
    ];
    for bad in refused {
        let recorded = store.record(vec![new(&game(1)), bad.clone(), new(&game(3))], 50).await;
        assert!(
            matches!(recorded, Err(StoreError::Refused { .. })),
            "{bad:?} {recorded:?}"
        );
        assert_eq!(store.games(&[1, 2, 3].map(table)).await?, []);
        assert_eq!(store.events_after(0, 10).await?, []);
    }
    record_at(store, &[game(1), game(2), game(3)], 50).await
}

async fn a_game_recorded_many_times_at_once_is_there_once(store: Arc<dyn ArchiveStore>) -> Result<(), StoreError> {
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let store = Arc::clone(&store);
            let games = [3, 1, 2].map(|number| new(&game(number)));
            tokio::spawn(async move { store.record(games.into(), 50).await })
        })
        .collect();
    let mut positions = Vec::new();
    for call in calls {
        let recorded = call.await.map_err(|error| StoreError::unavailable("call", error))??;
        positions.extend(recorded.into_iter().filter_map(|recorded| match recorded {
            Recorded::New(position) => Some(position),
            Recorded::Known => None,
            Recorded::Conflict => Some(0),
        }));
    }
    assert_eq!(positions, [1, 2, 3]);
    let tables: Vec<_> = store
        .events_after(0, 10)
        .await?
        .iter()
        .map(|event| event.table)
        .collect();
    assert_eq!(tables, [3, 1, 2].map(table));
    Ok(())
}

//! Games that are not rated: each has a reason, and the reason is kept.

use std::sync::Arc;

use corners_rules::Side;

use super::Replicas;
use super::model::Model;
use super::samples::{DAY_MS, Taker, finished, game, in_classic, table};
use crate::domain::{FinishedGame, Happened, PairDay, Policy, Told, UnratedReason};
use crate::store::{RatingStore, StoreError};

/// A variant that no program of today knows.
const UNKNOWN: &str = "\u{0443}\u{0433}\u{043e}\u{043b}\u{043a}\u{0438} 'x'";

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    every_reason_is_kept(&open().await?[0]).await?;
    pairs_have_a_limit_a_day_within_and_across_batches(&open().await?[0]).await?;
    annulled_games_of_a_pair_count(&open().await?[0]).await
}

async fn every_reason_is_kept(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy {
        pair_games_a_day: 1,
        ..Policy::default()
    };
    let mut taker = Taker::new(store, &policy).await?;
    let changed = |number, change: fn(&mut FinishedGame)| {
        let mut game = game(number, 1, 2);
        change(&mut game);
        Told::Finished(game)
    };
    let cases = [
        (changed(1, |game| game.winner = None), UnratedReason::NoResult),
        (
            changed(2, |game| game.variant = "halma-16x16".to_owned()),
            UnratedReason::Variant,
        ),
        (
            changed(3, |game| game.variant = UNKNOWN.to_owned()),
            UnratedReason::Variant,
        ),
        (changed(4, |game| game.set_up = true), UnratedReason::SetUp),
        (changed(5, |game| game.black = None), UnratedReason::NoOpponent),
        (changed(6, |game| game.black = game.white), UnratedReason::NoOpponent),
        (changed(7, |game| game.plies = 1), UnratedReason::NotBothMoved),
        (changed(8, |game| game.plies = 5), UnratedReason::TooShort),
        (
            changed(10, |game| game.winner = Some(Some(Side::Black))),
            UnratedReason::PairLimit,
        ),
    ];
    let mut told = vec![finished(9, 1, 2)];
    told.extend(cases.iter().map(|(told, _)| told.clone()));
    assert_eq!(taker.take(&told, 1).await?, 10);
    for (told, reason) in cases {
        let game = told.game();
        let events = store.game(game.table).await?;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].happened, Happened::Unrated(reason));
        assert_eq!((events[0].table, &events[0].variant), (game.table, &game.variant));
    }
    assert_eq!(store.changes(&in_classic(1), None, 10).await?.len(), 1);
    Ok(())
}

async fn pairs_have_a_limit_a_day_within_and_across_batches(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy {
        pair_games_a_day: 3,
        ..Policy::default()
    };
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let at = |number, white, black, day: u64| {
        let mut game = game(number, white, black);
        game.finished_at_ms += day * DAY_MS;
        Told::Finished(game)
    };
    let batches = [
        vec![at(1, 1, 2, 0), at(2, 2, 1, 0)],
        // The third and the fourth of the day, whoever is White; other pairs, other days and other variants count apart.
        vec![at(3, 1, 2, 0), at(4, 2, 1, 0), at(5, 1, 3, 0), at(6, 1, 2, 1)],
        vec![at(7, 1, 2, 0), at(8, 1, 2, 1), at(9, 1, 2, 1), at(10, 1, 2, 1)],
        (11..=14)
            .map(|number| {
                let mut game = game(number, 1, 2);
                "diagonal-3x3".clone_into(&mut game.variant);
                Told::Finished(game)
            })
            .collect(),
    ];
    for batch in &batches {
        assert_eq!(taker.take(batch, 1).await?, model.take(batch, 1));
    }
    model.compare(&**store).await?;
    for (number, reason) in [
        (3, None),
        (4, Some(UnratedReason::PairLimit)),
        (7, Some(UnratedReason::PairLimit)),
    ] {
        let events = store.game(table(number)).await?;
        let found = match events[0].happened {
            Happened::Unrated(reason) => Some(reason),
            _ => None,
        };
        assert_eq!(found, reason, "{number}");
    }
    let pair = PairDay::of(&game(1, 1, 2));
    assert_eq!(pair.map(|pair| model.pair_games(&pair)), Some(3));
    Ok(())
}

async fn annulled_games_of_a_pair_count(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy {
        pair_games_a_day: 1,
        ..Policy::default()
    };
    let mut taker = Taker::new(store, &policy).await?;
    let annulled = Told::Annulled(game(1, 1, 2), game(1, 1, 2).finished_at_ms + 1);
    taker.take(&[finished(1, 1, 2)], 1).await?;
    taker.take(&[annulled], 1).await?;
    taker.take(&[finished(2, 1, 2)], 1).await?;
    let events = store.game(table(2)).await?;
    assert_eq!(events[0].happened, Happened::Unrated(UnratedReason::PairLimit));
    Ok(())
}

//! Annulled games: the two players get their points back, and nobody else does.

use std::sync::Arc;

use super::Replicas;
use super::model::Model;
use super::samples::{Taker, finished, game, in_classic, table};
use crate::domain::{Cause, FinishedGame, Happened, Policy, Told};
use crate::store::{RatingStore, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    points_go_back_to_the_two_and_the_chain_goes_on(&open().await?[0]).await?;
    a_game_is_annulled_once(&open().await?[0]).await?;
    a_game_that_is_not_rated_has_nothing_to_give_back(&open().await?[0]).await?;
    a_game_can_be_annulled_in_the_batch_that_tells_of_it(&open().await?[0]).await
}

fn annulled(game: FinishedGame) -> Told {
    let at_ms = game.finished_at_ms + 3_600_000;
    Told::Annulled(game, at_ms)
}

async fn points_go_back_to_the_two_and_the_chain_goes_on(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let played = [finished(1, 1, 2), finished(2, 1, 3), finished(3, 2, 3)];
    taker.take(&played, 1).await?;
    model.take(&played, 1);
    let before = store.standings(&[in_classic(1), in_classic(3)]).await?;
    let told = [annulled(game(1, 1, 2)), finished(4, 1, 2)];
    assert_eq!(taker.take(&told, 2).await?, 2);
    model.take(&told, 2);
    model.compare(&**store).await?;
    let events = store.game(table(1)).await?;
    assert_eq!(events, model.games_of(table(1)));
    let [rated, annulment] = &*events else {
        assert_eq!(events.len(), 2);
        return Ok(());
    };
    let (played, back) = (rated.happened.changes(), annulment.happened.changes());
    assert!(matches!(annulment.happened, Happened::Annulled(_)));
    for (played, back) in played.iter().zip(back) {
        assert_eq!((back.cause, back.player), (Cause::Annulment, played.player));
        let (given, returned) = (
            played.after.rating - played.before.rating,
            back.before.rating - back.after.rating,
        );
        assert!((given - returned).abs() < 1e-9);
        assert_eq!(back.after.deviation, back.before.deviation);
    }
    let after = store.standings(&[in_classic(3)]).await?;
    assert!(before.contains(&after[0]), "the third is not touched");
    assert_eq!(store.changes(&in_classic(1), None, 10).await?.len(), 4);
    Ok(())
}

async fn a_game_is_annulled_once(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    for told in [
        vec![finished(1, 1, 2)],
        vec![annulled(game(1, 1, 2)), annulled(game(1, 1, 2))],
        vec![annulled(game(1, 1, 2)), finished(1, 1, 2)],
    ] {
        assert_eq!(taker.take(&told, 1).await?, model.take(&told, 1));
    }
    assert_eq!(model.events.len(), 2);
    model.compare(&**store).await
}

async fn a_game_that_is_not_rated_has_nothing_to_give_back(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let mut short = game(1, 1, 2);
    short.plies = 3;
    assert_eq!(taker.take(&[Told::Finished(short.clone())], 1).await?, 1);
    assert_eq!(taker.take(&[annulled(short)], 1).await?, 0);
    assert_eq!(taker.take(&[annulled(game(2, 1, 2))], 1).await?, 0, "it is not known");
    assert_eq!(store.game(table(1)).await?.len(), 1);
    assert_eq!(store.game(table(2)).await?, []);
    assert_eq!(store.standings(&[in_classic(1)]).await?, []);
    Ok(())
}

async fn a_game_can_be_annulled_in_the_batch_that_tells_of_it(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let policy = Policy::default();
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let told = [finished(1, 1, 2), annulled(game(1, 1, 2)), finished(2, 2, 1)];
    assert_eq!(taker.take(&told, 1).await?, 3);
    model.take(&told, 1);
    model.compare(&**store).await
}

//! Places: each result is taken once, whoever brings it how often.

use std::sync::Arc;

use super::Replicas;
use super::samples::{Taker, finished, game, in_classic, place, results};
use crate::domain::{Policy, Told};
use crate::store::{Place, RatingStore, Results, StoreError, Taken};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    what_was_taken_is_left_out(&open().await?[0]).await?;
    results_from_elsewhere_are_not_taken(&open().await?[0]).await?;
    results_that_say_nothing_move_the_place(&open().await?[0]).await?;
    the_place_is_moved_by_whoever_knows_it(&open().await?[0]).await?;
    a_game_that_is_told_again_is_known(&open().await?[0]).await?;
    what_cannot_be_stored_is_refused_and_nothing_of_its_batch_is_taken(&open().await?[0]).await?;
    nothing_is_taken_before_there_is_a_policy(&open().await?[0]).await
}

fn three() -> Results {
    results(0, (1..=3).map(|number| Some(finished(number, 1, 2))).collect())
}

async fn what_was_taken_is_left_out(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    store.adopt(&Policy::default()).await?;
    let first = results(0, vec![Some(finished(1, 1, 2))]);
    assert_eq!(store.take(first.clone(), 1).await?, Taken::Done(1));
    assert_eq!(store.place().await?, Some(place(1)));
    assert_eq!(store.take(three(), 1).await?, Taken::Done(2), "the rest is taken");
    assert_eq!(store.place().await?, Some(place(3)));
    assert_eq!(store.take(three(), 1).await?, Taken::Done(0), "nothing is left");
    let later = results(3, vec![Some(finished(4, 1, 2))]);
    assert_eq!(store.take(later, 1).await?, Taken::Done(1));
    let taken = store.take(first, 1).await?;
    assert_eq!(
        taken,
        Taken::Elsewhere(Some(place(4))),
        "the feed was taken further by others"
    );
    let numbers: Vec<_> = store.changes(&in_classic(1), None, 10).await?;
    assert_eq!(numbers.len(), 4);
    Ok(())
}

async fn results_from_elsewhere_are_not_taken(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    store.adopt(&Policy::default()).await?;
    let ahead = results(7, vec![Some(finished(1, 1, 2))]);
    assert_eq!(store.take(ahead.clone(), 1).await?, Taken::Elsewhere(None));
    assert_eq!(store.take(three(), 1).await?, Taken::Done(3));
    assert_eq!(store.take(ahead, 1).await?, Taken::Elsewhere(Some(place(3))));
    // A place is both: after a restored archive the same position has another cursor.
    let mut other = results(3, vec![Some(finished(4, 1, 2))]);
    other.behind = other.behind.map(|behind| Place {
        cursor: "other".to_owned(),
        ..behind
    });
    assert_eq!(store.take(other, 1).await?, Taken::Elsewhere(Some(place(3))));
    assert_eq!(store.place().await?, Some(place(3)));
    assert_eq!(store.head().await?.last, 3);
    Ok(())
}

async fn results_that_say_nothing_move_the_place(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    // Not even a policy is asked for.
    assert_eq!(store.take(results(0, vec![None, None]), 1).await?, Taken::Done(0));
    assert_eq!(store.place().await?, Some(place(2)));
    store.adopt(&Policy::default()).await?;
    let mixed = results(2, vec![None, Some(finished(1, 1, 2)), None]);
    assert_eq!(store.take(mixed, 1).await?, Taken::Done(1));
    assert_eq!(store.place().await?, Some(place(5)));
    assert_eq!(store.take(results(5, Vec::new()), 1).await?, Taken::Done(0));
    assert_eq!(store.place().await?, Some(place(5)));
    assert_eq!(store.head().await?.last, 1);
    Ok(())
}

async fn the_place_is_moved_by_whoever_knows_it(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    store.adopt(&Policy::default()).await?;
    assert!(!store.move_to(Some(&place(1)), None).await?);
    assert!(store.move_to(None, None).await?);
    store.take(three(), 1).await?;
    assert!(!store.move_to(None, Some(&place(9))).await?);
    assert_eq!(store.place().await?, Some(place(3)));
    assert!(store.move_to(Some(&place(3)), Some(&place(9))).await?);
    assert_eq!(store.place().await?, Some(place(9)));
    assert!(!store.move_to(Some(&place(3)), None).await?, "it was moved by another");
    assert!(store.move_to(Some(&place(9)), None).await?);
    assert_eq!(store.place().await?, None);
    assert_eq!(store.head().await?.last, 3, "nothing is forgotten");
    assert_eq!(store.take(three(), 1).await?, Taken::Done(0), "all of it is known");
    assert_eq!(store.place().await?, Some(place(3)));
    Ok(())
}

async fn a_game_that_is_told_again_is_known(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut taker = Taker::new(store, &Policy::default()).await?;
    let unrated = {
        let mut game = game(2, 1, 2);
        game.plies = 1;
        Told::Finished(game)
    };
    let told = [finished(1, 1, 2), unrated.clone(), finished(1, 1, 2), unrated];
    assert_eq!(taker.take(&told, 1).await?, 2);
    assert_eq!(taker.take(&told, 1).await?, 0);
    assert_eq!(store.changes(&in_classic(1), None, 10).await?.len(), 1);
    Ok(())
}

async fn what_cannot_be_stored_is_refused_and_nothing_of_its_batch_is_taken(
    store: &Arc<dyn RatingStore>,
) -> Result<(), StoreError> {
    store.adopt(&Policy::default()).await?;
    let mut zero = game(2, 1, 2);
    zero.variant = "cla\0ssic".to_owned();
    let mut late = game(2, 1, 2);
    late.finished_at_ms = 253_402_300_800_000;
    let annulled = Told::Annulled(game(2, 1, 2), u64::MAX);
    for told in [Told::Finished(zero), Told::Finished(late), annulled] {
        let taken = store
            .take(results(0, vec![Some(finished(1, 1, 2)), Some(told)]), 1)
            .await;
        assert!(matches!(taken, Err(StoreError::Refused { .. })), "{taken:?}");
    }
    assert_eq!(store.place().await?, None);
    assert_eq!(store.head().await?.last, 0);
    assert_eq!(store.standings(&[in_classic(1)]).await?, []);
    Ok(())
}

async fn nothing_is_taken_before_there_is_a_policy(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let taken = store.take(three(), 1).await;
    assert!(matches!(taken, Err(StoreError::Refused { .. })), "{taken:?}");
    assert_eq!(store.place().await?, None);
    Ok(())
}

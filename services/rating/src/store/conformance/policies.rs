//! Policies: the one that was in force stays with what was made by it.

use std::sync::Arc;

use super::Replicas;
use super::model::Model;
use super::samples::{Taker, finished};
use crate::domain::Policy;
use crate::store::{RatingStore, StoreError};

pub(super) async fn run<F>(open: &F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    a_policy_counts_from_where_it_was_adopted(&open().await?[0]).await?;
    a_policy_comes_back_to_the_last_bit(&open().await?[0]).await?;
    what_is_no_policy_is_refused(&open().await?[0]).await
}

async fn a_policy_counts_from_where_it_was_adopted(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let first = Policy::default();
    let second = Policy {
        tau: 0.5,
        greatest_change: 20.0,
        ..Policy::default()
    };
    let third = Policy {
        fewest_plies: 60,
        ..Policy::default()
    };
    let (mut taker, mut model) = (Taker::new(store, &first).await?, Model::new(&first)?);
    store.adopt(&first).await?;
    assert_eq!(store.policies().await?, [(0, first.clone())], "it was in force");
    let batch = [finished(1, 1, 2), finished(2, 1, 2)];
    taker.take(&batch, 1).await?;
    model.take(&batch, 1);
    // Nothing is taken by the third before the second takes its place.
    for policy in [&third, &second] {
        store.adopt(policy).await?;
    }
    model.adopt(&second)?;
    let batch = [finished(3, 1, 2), finished(4, 3, 2)];
    taker.take(&batch, 1).await?;
    model.take(&batch, 1);
    store.adopt(&third).await?;
    model.adopt(&third)?;
    let batch = [finished(5, 1, 2)];
    taker.take(&batch, 1).await?;
    model.take(&batch, 1);
    let kept = [(0, first), (2, second), (4, third)];
    assert_eq!(store.policies().await?, kept);
    model.compare(&**store).await
}

async fn a_policy_comes_back_to_the_last_bit(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let mut policy = Policy {
        start_rating: 0.1 + 0.2,
        start_deviation: 500.0 / 3.0,
        start_volatility: 5e-324,
        tau: 0.75_f64.next_up(),
        lowest_deviation: 45.0_f64.next_down(),
        periods_per_day: f64::MIN_POSITIVE,
        greatest_change: 1e4_f64.next_down(),
        weight_against_bots: 1.0_f64.next_down(),
        ..Policy::default()
    };
    policy.first_move_advantage.insert("classic-3x4".to_owned(), -1e-300);
    store.adopt(&policy).await?;
    let kept = store.policies().await?;
    assert_eq!(kept, [(0, policy.clone())]);
    assert_eq!(kept[0].1.start_volatility.to_bits(), 1);
    // What is rated by it is the same to the last bit, too.
    let (mut taker, mut model) = (Taker::new(store, &policy).await?, Model::new(&policy)?);
    let told = [finished(1, 1, 2), finished(2, 2, 3), finished(3, 3, 1)];
    assert_eq!(taker.take(&told, 1).await?, model.take(&told, 1));
    model.compare(&**store).await
}

async fn what_is_no_policy_is_refused(store: &Arc<dyn RatingStore>) -> Result<(), StoreError> {
    let good = Policy::default();
    store.adopt(&good).await?;
    for tau in [f64::NAN, f64::INFINITY, -1.0] {
        let adopted = store
            .adopt(&Policy {
                tau,
                ..Policy::default()
            })
            .await;
        assert!(matches!(adopted, Err(StoreError::Refused { .. })), "{adopted:?}");
    }
    assert_eq!(store.policies().await?, [(0, good)]);
    Ok(())
}

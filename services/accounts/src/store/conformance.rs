//! What every store of accounts must do. Run it on each implementation.

use std::sync::Arc;

use corners_proto::ids::{AccountId, RequestId};

use super::{AccountsStore, Creation, Outcome, StoreError};
use crate::guest::{Guest, RequestDigest};

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    a_repeated_call_answers_the_guest_it_made(&*open().await?).await?;
    a_call_is_forgotten_when_its_time_is_over(&*open().await?).await?;
    calls_beyond_the_bound_store_nothing_until_there_is_room(&*open().await?).await?;
    what_is_forgotten_makes_room_however_much_there_is(&*open().await?).await?;
    one_call_made_many_times_at_once_makes_one_guest(open().await?).await
}

/// More than is forgotten at once.
const MOST: u64 = 250;

fn creation(request: RequestId, now_ms: u64) -> Creation {
    Creation {
        request: RequestDigest::of(request),
        guest: Guest {
            account: AccountId::random(),
            created_at_ms: now_ms,
        },
        remember_until_ms: now_ms + 100,
        most_remembered: MOST,
    }
}

async fn a_repeated_call_answers_the_guest_it_made(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let (request, other) = (RequestId::random(), RequestId::random());
    let first = creation(request, 1000);
    assert_eq!(store.create_guest(first).await?, Outcome::Created(first.guest));
    let unrelated = creation(other, 1001);
    assert_eq!(store.create_guest(unrelated).await?, Outcome::Created(unrelated.guest));
    for now_ms in [1000, 1050, 1099] {
        assert_eq!(
            store.create_guest(creation(request, now_ms)).await?,
            Outcome::Remembered(first.guest)
        );
    }
    Ok(())
}

async fn a_call_is_forgotten_when_its_time_is_over(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let request = RequestId::random();
    store.create_guest(creation(request, 1000)).await?;
    let later = creation(request, 1100);
    assert_eq!(store.create_guest(later).await?, Outcome::Created(later.guest));
    assert_eq!(
        store.create_guest(creation(request, 1199)).await?,
        Outcome::Remembered(later.guest)
    );
    Ok(())
}

async fn calls_beyond_the_bound_store_nothing_until_there_is_room(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let bounded = |request, now_ms| Creation {
        most_remembered: 2,
        ..creation(request, now_ms)
    };
    let (first, third) = (RequestId::random(), RequestId::random());
    let made = bounded(first, 1000);
    store.create_guest(made).await?;
    store.create_guest(bounded(RequestId::random(), 1050)).await?;
    for _ in 0..2 {
        assert_eq!(
            store.create_guest(bounded(third, 1099)).await?,
            Outcome::Full { room_at_ms: 1100 }
        );
    }
    let repeated = store.create_guest(bounded(first, 1099)).await?;
    assert_eq!(
        repeated,
        Outcome::Remembered(made.guest),
        "a known call is answered all the same"
    );
    let with_room = bounded(third, 1100);
    assert_eq!(store.create_guest(with_room).await?, Outcome::Created(with_room.guest));
    Ok(())
}

async fn what_is_forgotten_makes_room_however_much_there_is(store: &dyn AccountsStore) -> Result<(), StoreError> {
    let old = RequestId::random();
    for number in 0..MOST {
        let request = if number == MOST / 2 { old } else { RequestId::random() };
        store.create_guest(creation(request, 1000)).await?;
    }
    assert_eq!(
        store.create_guest(creation(RequestId::random(), 1000)).await?,
        Outcome::Full { room_at_ms: 1100 }
    );
    for _ in 0..MOST {
        let later = creation(RequestId::random(), 2000);
        assert_eq!(store.create_guest(later).await?, Outcome::Created(later.guest));
    }
    let full = store.create_guest(creation(old, 2000)).await?;
    assert_eq!(
        full,
        Outcome::Full { room_at_ms: 2100 },
        "all of the old ones are forgotten"
    );
    Ok(())
}

async fn one_call_made_many_times_at_once_makes_one_guest(store: Arc<dyn AccountsStore>) -> Result<(), StoreError> {
    let request = RequestId::random();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.create_guest(creation(request, 1000)).await })
        })
        .collect();
    let mut guests = Vec::new();
    for call in calls {
        let outcome = call.await.map_err(|error| StoreError::new("call", error))??;
        guests.push(match outcome {
            Outcome::Created(guest) | Outcome::Remembered(guest) => Some(guest),
            Outcome::Full { .. } => None,
        });
    }
    assert!(
        guests[0].is_some() && guests.iter().all(|guest| *guest == guests[0]),
        "{guests:?}"
    );
    Ok(())
}

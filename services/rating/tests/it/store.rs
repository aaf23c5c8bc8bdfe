//! The embedded store is a store of ratings.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use corners_embedded::Location;
use corners_rating::domain::Policy;
use corners_rating::store::conformance::samples::{Taker, finished, in_classic, place};
use corners_rating::store::conformance::{self, Replicas};
use corners_rating::store::{EmbeddedRatingStore, RatingStore, StoreError};

/// One process has the file: its replicas are one.
fn open(location: Location) -> Result<Replicas, StoreError> {
    let store: Arc<dyn RatingStore> = Arc::new(EmbeddedRatingStore::open(location)?);
    Ok([Arc::clone(&store), store])
}

#[tokio::test]
async fn in_memory_it_conforms() {
    conformance::run(async || open(Location::Memory)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_file_it_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicU32::new(0);
    let open = async || {
        let number = opened.fetch_add(1, Ordering::Relaxed);
        open(Location::File(folder.path().join(format!("{number}.db"))))
    };
    conformance::run(open).await.unwrap();
}

fn reopen(path: &Path) -> Arc<dyn RatingStore> {
    Arc::new(EmbeddedRatingStore::open(Location::File(path.to_owned())).unwrap())
}

#[tokio::test]
async fn chains_and_places_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rating.db");
    let mut events = Vec::new();
    for round in 0..3 {
        let store = reopen(&path);
        assert_eq!(store.events_after(0, 100).await.unwrap(), events);
        assert_eq!(store.place().await.unwrap(), (round > 0).then(|| place(round * 2)));
        let mut taker = Taker::new(&store, &Policy::default()).await.unwrap();
        taker.reached = round * 2;
        let number = u32::try_from(round).unwrap() * 2;
        let told = [finished(number, 1, 2), finished(number + 1, 2, 1)];
        assert_eq!(taker.take(&told, 1).await.unwrap(), 2);
        events = store.events_after(0, 100).await.unwrap();
    }
    let store = reopen(&path);
    let history = store.changes(&in_classic(1), None, 10).await.unwrap();
    assert_eq!(history.len(), 6);
    for pair in history.windows(2) {
        assert_eq!((pair[0].number, pair[0].before), (pair[1].number + 1, pair[1].after));
    }
}

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use corners_clock::store::{ClockStore, EmbeddedClockStore, conformance};
use corners_embedded::Location;
use corners_service::time::wall_clock_ms;

#[tokio::test]
async fn the_embedded_store_conforms_in_memory() {
    let open = async || {
        let store = EmbeddedClockStore::open(Location::Memory, Arc::new(wall_clock_ms)).await?;
        Ok(Arc::new(store) as Arc<dyn ClockStore>)
    };
    conformance::run(open).await.unwrap();
}

#[tokio::test]
async fn the_embedded_store_conforms_on_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicUsize::new(0);
    let open = async || {
        let file = folder
            .path()
            .join(format!("{}.db", opened.fetch_add(1, Ordering::SeqCst)));
        let store = EmbeddedClockStore::open(Location::File(file), Arc::new(wall_clock_ms)).await?;
        Ok(Arc::new(store) as Arc<dyn ClockStore>)
    };
    conformance::run(open).await.unwrap();
}

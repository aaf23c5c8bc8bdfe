//! The embedded store is a store of finished games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use corners_archive::store::{ArchiveStore, EmbeddedArchiveStore, conformance};
use corners_embedded::Location;

#[tokio::test]
async fn in_memory_it_conforms() {
    let open = async || Ok(Arc::new(EmbeddedArchiveStore::open(Location::Memory)?) as Arc<dyn ArchiveStore>);
    conformance::run(open).await.unwrap();
}

#[tokio::test]
async fn on_a_file_it_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicU32::new(0);
    let open = async || {
        let number = opened.fetch_add(1, Ordering::Relaxed);
        let location = Location::File(folder.path().join(format!("{number}.db")));
        Ok(Arc::new(EmbeddedArchiveStore::open(location)?) as Arc<dyn ArchiveStore>)
    };
    conformance::run(open).await.unwrap();
}

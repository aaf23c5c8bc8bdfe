//! The embedded store is a store of accounts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use corners_accounts::store::{AccountsStore, EmbeddedAccountsStore, conformance};
use corners_embedded::Location;

#[tokio::test]
async fn in_memory_it_conforms() {
    let open = async || Ok(Arc::new(EmbeddedAccountsStore::open(Location::Memory)?) as Arc<dyn AccountsStore>);
    conformance::run(open).await.unwrap();
}

#[tokio::test]
async fn on_a_file_it_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicU32::new(0);
    let open = async || {
        let number = opened.fetch_add(1, Ordering::Relaxed);
        let location = Location::File(folder.path().join(format!("{number}.db")));
        Ok(Arc::new(EmbeddedAccountsStore::open(location)?) as Arc<dyn AccountsStore>)
    };
    conformance::run(open).await.unwrap();
}

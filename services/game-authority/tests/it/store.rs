//! The embedded store passes the suite that every table store passes.

use std::sync::Arc;

use corners_embedded::{Durability, Location};
use corners_game_authority::store::{EmbeddedTables, StoreError, TableStore, conformance};

async fn open(location: Location) -> Result<Arc<dyn TableStore>, StoreError> {
    Ok(Arc::new(EmbeddedTables::open(location, Durability::Process).await?))
}

#[tokio::test]
async fn in_memory_it_conforms() -> Result<(), StoreError> {
    conformance::run(async || open(Location::Memory).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_file_it_conforms() -> Result<(), StoreError> {
    let folders = std::sync::Mutex::new(Vec::new());
    conformance::run(async || {
        let folder = tempfile::tempdir().unwrap();
        let store = open(Location::File(folder.path().join("game.db"))).await;
        folders.lock().unwrap().push(folder);
        store
    })
    .await
}

#[tokio::test]
async fn a_reopened_store_wants_the_alarms_of_its_live_tables_armed_again() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    let file = || Location::File(folder.path().join("game.db"));
    let alarms = {
        let store = open(file()).await?;
        conformance::make_two_tables_with_alarms(&*store).await?;
        let alarms = store.alarms_to_arm(10).await?;
        store.armed(&alarms).await?;
        assert_eq!(store.alarms_to_arm(10).await?, []);
        alarms
    };
    assert_eq!(open(file()).await?.alarms_to_arm(10).await?, alarms);
    Ok(())
}

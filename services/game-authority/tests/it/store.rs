//! The embedded store passes the suite that every table store passes.

use std::sync::Arc;

use corners_embedded::{Durability, Location};
use corners_game_authority::store::{EmbeddedTables, StoreError, TableStore, conformance};
use corners_proto::ids::TableId;

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

#[tokio::test]
async fn a_log_that_disagrees_with_its_head_is_corrupt_and_harms_no_other() -> Result<(), StoreError> {
    use corners_embedded::rusqlite::Connection;
    let damages = [
        "UPDATE events SET body = x'ff00ff' WHERE table_id = x'01010101010101010101010101010101'",
        "DELETE FROM events WHERE table_id = x'01010101010101010101010101010101'",
        "UPDATE tables SET head_number = 9 WHERE id = x'01010101010101010101010101010101'",
        "UPDATE tables SET head_event = 9 WHERE id = x'01010101010101010101010101010101'",
    ];
    for damage in damages {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.db");
        conformance::make_two_tables_with_alarms(&*open(Location::File(file.clone())).await?).await?;
        assert!(Connection::open(&file).unwrap().execute(damage, []).unwrap() > 0);
        let store = open(Location::File(file)).await?;
        let load = |number| store.load(TableId::from_bytes([number; 16]), None);
        let damaged = load(1).await;
        assert!(
            matches!(damaged, Err(StoreError::Corrupt { .. })),
            "{damage}: {damaged:?}"
        );
        assert!(load(2).await.is_ok());
    }
    Ok(())
}

//! The embedded store is a store of finished games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use corners_archive::store::{ArchiveStore, EmbeddedArchiveStore, conformance};
use corners_embedded::Location;

use crate::rig::{Finished, finished_table, new_game};

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

#[tokio::test]
async fn a_game_from_before_it_was_noted_whose_doing_an_abort_was_is_read_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.db");
    let open = || EmbeddedArchiveStore::open(Location::File(path.clone())).unwrap();
    let recorded = new_game(&finished_table(Finished::short(1)));
    open().record(vec![recorded.clone()], 1_000).await.unwrap();
    let older =
        "ALTER TABLE game DROP COLUMN aborted_by; ALTER TABLE game DROP COLUMN no_show; PRAGMA user_version = 1";
    rusqlite::Connection::open(&path).unwrap().execute_batch(older).unwrap();
    let kept = open().game(recorded.game.table).await.unwrap().unwrap();
    assert_eq!(kept.game, recorded.game);
}

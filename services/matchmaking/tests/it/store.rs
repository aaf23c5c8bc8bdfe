//! Every store passes the suite; and what is special about the one in a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use corners_embedded::Location;
use corners_matchmaking::store::conformance::{Tested, Time};
use corners_matchmaking::store::{
    Audience, Commit, Committed, EmbeddedMatchmakingStore, Heard, Index, Key, LEASE_KEPT_MS, MatchmakingStore,
    NEWS_KEPT_MS, Put, StoreError, Tell, conformance,
};
use corners_proto::ids::AccountId;
use futures::FutureExt;

use crate::samples::{ACCOUNT, AUDIENCE, LONG_MS, POOL, doing_all};

pub const START_MS: u64 = 1_700_000_000_000;

/// A clock that is moved by hand.
pub fn clock() -> Arc<AtomicU64> {
    Arc::new(AtomicU64::new(START_MS))
}

pub fn open(location: Location, clock: &Arc<AtomicU64>) -> EmbeddedMatchmakingStore {
    let clock = Arc::clone(clock);
    EmbeddedMatchmakingStore::open(location, Arc::new(move || clock.load(Ordering::SeqCst))).unwrap()
}

fn tested(location: Location) -> Tested {
    let clock = clock();
    let store = Arc::new(open(location, &clock));
    let move_by = move |millis| {
        clock.fetch_add(millis, Ordering::SeqCst);
    };
    Tested {
        one: store.clone(),
        other: store,
        time: Time::IsMoved(Box::new(move_by)),
    }
}

#[tokio::test]
async fn the_embedded_store_conforms_in_memory() -> Result<(), StoreError> {
    conformance::run(async || Ok(tested(Location::Memory))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_embedded_store_conforms_on_a_file() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicUsize::new(0);
    conformance::run(async || {
        let number = opened.fetch_add(1, Ordering::SeqCst);
        Ok(tested(Location::File(folder.path().join(format!("{number}.db")))))
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_all() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    let file = Location::File(folder.path().join("matchmaking.db"));
    let clock = clock();
    let known = async |store: &EmbeddedMatchmakingStore| {
        let waiting = Index::Waiting(POOL.to_owned());
        Ok::<_, StoreError>((
            store.read(&[Key::player(ACCOUNT)]).await?,
            store.list(&waiting, 0, 10).await?,
            store.list(&Index::Lobby, 0, 10).await?,
            store.pools().await?,
            store.news(AUDIENCE, 1, 10).await?,
            store.hold(POOL, 7, LONG_MS).await?,
        ))
    };
    let store = open(file.clone(), &clock);
    assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    let before = known(&store).await?;
    assert_eq!(before.4.told.len(), 1);
    drop(store);
    let store = open(file, &clock);
    assert_eq!(known(&store).await?, before);
    assert_eq!(store.hold(POOL, 8, LONG_MS).await?, None, "it is still held");
    Ok(())
}

#[tokio::test]
async fn nothing_is_left_of_what_was_kept_long_enough() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matchmaking.db");
    let clock = clock();
    let store = open(Location::File(path.clone()), &clock);
    for number in 0..=9_u8 {
        let commit = doing_all(LONG_MS);
        let audience = Audience::Account(AccountId::from_bytes([number; 16]));
        let tell = vec![
            Tell {
                audience,
                ..commit.tell[0].clone()
            };
            3
        ];
        let key = Key::player(AccountId::from_bytes([number; 16]));
        let puts = vec![Put {
            key,
            ..commit.puts[0].clone()
        }];
        store.commit(vec![Commit { puts, tell, ..commit }]).await?;
    }
    let token = store.hold(POOL, 7, LONG_MS).await?;
    let leave = |mut commit: Commit| {
        commit.entries.iter_mut().for_each(|entry| entry.after_ms = None);
        let entries = commit.entries;
        Commit {
            entries,
            ..Commit::default()
        }
    };
    store.commit(vec![leave(doing_all(LONG_MS))]).await?;
    clock.fetch_add(NEWS_KEPT_MS + LEASE_KEPT_MS + LONG_MS, Ordering::SeqCst);
    assert_eq!(store.news(AUDIENCE, 1, 10).await?.head, None);
    for _ in 0..4 {
        store.prune(3).await?;
    }
    let next = store.hold(POOL, 7, 0).await?;
    assert!(
        next > token,
        "a lease that was forgotten is taken anew, with a greater token"
    );
    clock.fetch_add(LEASE_KEPT_MS, Ordering::SeqCst);
    store.prune(3).await?;
    drop(store);
    let file = rusqlite::Connection::open(path).unwrap();
    for table in ["record", "entry", "pool", "lease", "audience", "news"] {
        let count = format!("SELECT count(*) FROM {table}");
        let left: i64 = file.query_row(&count, [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
    Ok(())
}

#[tokio::test]
async fn news_that_was_kept_long_enough_begins_anew() -> Result<(), StoreError> {
    let clock = clock();
    let store = open(Location::Memory, &clock);
    store.commit(vec![doing_all(1), doing_all(1)]).await?;
    clock.fetch_add(NEWS_KEPT_MS - 1, Ordering::SeqCst);
    assert_eq!(store.news(AUDIENCE, 1, 10).await?.told.len(), 2);
    clock.fetch_add(1, Ordering::SeqCst);
    assert_eq!(store.news(AUDIENCE, 1, 10).await?.told, []);
    store.commit(vec![doing_all(1)]).await?;
    let page = store.news(AUDIENCE, 1, 10).await?;
    assert_eq!(page.told.len(), 1);
    assert_eq!(page.head.map(|head| head.number), Some(1));
    Ok(())
}

#[tokio::test]
async fn a_listener_that_is_too_slow_hears_of_a_gap() -> Result<(), StoreError> {
    let store = open(Location::Memory, &clock());
    let mut listener = store.listen();
    assert_eq!(listener.next().await, Heard::Gap);
    for _ in 0..50 {
        store.commit(vec![doing_all(LONG_MS); 100]).await?;
    }
    assert_eq!(listener.next().await, Heard::Gap);
    assert_eq!(listener.next().await, Heard::Account(ACCOUNT));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_is_heard_of_though_its_caller_gave_up() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    let store = open(Location::File(folder.path().join("matchmaking.db")), &clock());
    let mut listener = store.listen();
    assert_eq!(listener.next().await, Heard::Gap);
    let given_up = store.commit(vec![doing_all(LONG_MS)]).now_or_never();
    assert_eq!(given_up.map(Result::ok), None, "it is not answered yet");
    assert_eq!(listener.next().await, Heard::Account(ACCOUNT));
    assert!(store.read(&[Key::player(ACCOUNT)]).await?.records[0].is_some());
    Ok(())
}

#[tokio::test]
async fn two_processes_do_not_share_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matchmaking.db");
    let _open = open(Location::File(path.clone()), &clock());
    let error = EmbeddedMatchmakingStore::open(Location::File(path), Arc::new(|| 0))
        .err()
        .unwrap();
    assert_eq!(error.to_string(), "cannot open the store of matchmaking");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("matchmaking.db"), "{cause}");
}

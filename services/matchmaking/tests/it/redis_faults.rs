//! The store in Redis while Redis is slow, dies, forgets, or holds what is none of ours. Nothing is opened again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use corners_matchmaking::store::{
    Commit, Committed, Heard, Index, Key, MatchmakingStore, RedisMatchmakingStore, StoreError,
};
use corners_proto::ids::AccountId;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Durability, Sentinel, Server};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::redis::connect;
use crate::samples::{ACCOUNT, AUDIENCE, LONG_MS, POOL, body, doing_all, item, put, ticket};

/// Between two attempts at what will work before long.
const PAUSE: Duration = Duration::from_millis(10);

/// What the store answers once it answers.
async fn once_it_answers<T>(ask: impl AsyncFn() -> Result<T, StoreError>) -> T {
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(_) => sleep(PAUSE).await,
        }
    }
}

fn writing(key: Key, revision: u64, text: &str) -> Commit {
    Commit {
        read: vec![(key, revision)],
        puts: vec![put(key, text, LONG_MS)],
        ..Commit::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_outlives_a_killed_server_and_news_begins_with_a_gap() -> Result<(), StoreError> {
    let mut server = Server::start(Durability::Always).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let mut listener = store.listen();
    assert_eq!(listener.next().await, Heard::Gap);
    let is_over = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for writer in 0..16_u64 {
        let (store, is_over) = (Arc::clone(&store), Arc::clone(&is_over));
        writers.spawn(async move {
            let mut stored = Vec::new();
            for number in (writer..).step_by(16) {
                let commits = vec![writing(ticket(number), 0, &number.to_string())];
                match store.commit(commits).await {
                    Ok(answers) => {
                        assert_eq!(answers, [Committed::Stored]);
                        stored.push(number);
                    }
                    Err(_) if is_over.load(Ordering::SeqCst) => break,
                    Err(_) => {}
                }
            }
            stored
        });
    }
    while body(&*store, ticket(200)).await?.is_none() {
        sleep(PAUSE).await;
    }
    is_over.store(true, Ordering::SeqCst);
    server.kill();
    let stored = writers.join_all().await.concat();
    assert!(stored.len() > 100, "{}", stored.len());
    assert!(store.commit(vec![doing_all(LONG_MS)]).await.is_err());
    server.restart().await.unwrap();
    for number in stored {
        let kept = once_it_answers(async || body(&*store, ticket(number)).await).await;
        assert_eq!(kept, Some(number.to_string()));
    }
    while listener.next().await != Heard::Gap {}
    // The server has forgotten the scripts.
    assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    while listener.next().await != Heard::Account(ACCOUNT) {}
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_answer_was_lost_is_stored_once() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let commit = Commit {
        tell: doing_all(LONG_MS).tell,
        ..writing(ticket(1), 0, "once")
    };
    // The server knows the script.
    assert_eq!(store.commit(vec![Commit::default()]).await?, [Committed::Stored]);
    server.pause();
    assert!(store.commit(vec![commit.clone()]).await.is_err());
    server.resume();
    // Redis reads it when it goes on.
    while once_it_answers(async || body(&*store, ticket(1)).await).await.is_none() {
        sleep(PAUSE).await;
    }
    let again = once_it_answers(async || store.commit(vec![commit.clone()]).await).await;
    assert_eq!(again, [Committed::Stale]);
    assert_eq!(store.news(AUDIENCE, 1, 10).await?.told.len(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failover_things_go_on_where_they_were() -> Result<(), StoreError> {
    let sentinel = Sentinel::start().await.unwrap();
    let config = RedisConfig {
        master: sentinel.master_name().to_owned(),
        ..RedisConfig::of(Mode::Sentinel, vec![sentinel.address().parse().unwrap()])
    };
    let store = RedisMatchmakingStore::new(Redis::connect(&config).await.unwrap());
    let token = store.hold(POOL, 1, LONG_MS).await?;
    assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    // A failover does not wait for what the replica has not got yet.
    while sentinel.servers[1]
        .ask::<u64>(&["EXISTS", "{mm}:news:lobby", "{mm}:index:lobby"])
        .await
        .unwrap()
        == 0
    {
        sleep(PAUSE).await;
    }
    sentinel.failover().await.unwrap();
    let fenced = Commit {
        fence: token.map(|token| (POOL.to_owned(), token)),
        alive: vec![(POOL.to_owned(), [1; 16])],
        ..doing_all(LONG_MS)
    };
    let answers = once_it_answers(async || store.commit(vec![fenced.clone()]).await).await;
    assert_eq!(answers, [Committed::Stored]);
    let page = store.news(AUDIENCE, 1, 10).await?;
    assert_eq!(
        page.told.iter().map(|told| told.mark.number).collect::<Vec<_>>(),
        [1, 2]
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_was_lost_is_taken_with_a_greater_token() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let lost = store.hold(POOL, 1, LONG_MS).await?;
    server
        .ask::<u64>(&["DEL", &format!("{{mm}}:lease:{POOL}")])
        .await
        .unwrap();
    let fenced = Commit {
        fence: lost.map(|token| (POOL.to_owned(), token)),
        ..writing(ticket(1), 0, "late")
    };
    assert_eq!(store.commit(vec![fenced.clone()]).await?, [Committed::Fenced]);
    assert!(store.hold(POOL, 2, LONG_MS).await? > lost);
    assert_eq!(store.commit(vec![fenced]).await?, [Committed::Fenced]);
    Ok(())
}

/// A script that fails in its middle is not undone: so it must not.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_none_of_ours_fails_a_commit_as_a_whole() -> Result<(), StoreError> {
    let news = format!("{{mm}}:news:account:{ACCOUNT}");
    let waiting = format!("{{mm}}:index:waiting:{POOL}");
    for key in ["{mm}:pools", "{mm}:index:lobby", &waiting, &news] {
        let server = Server::start(Durability::Memory).await.unwrap();
        let store = connect(Mode::Single, &[&server]).await;
        let mut listener = store.listen();
        assert_eq!(listener.next().await, Heard::Gap);
        server.ask::<()>(&["HSET", key, "of", "another program"]).await.unwrap();
        let before = AccountId::from_bytes([7; 16]);
        let both = vec![writing(Key::player(before), 0, "before"), doing_all(LONG_MS)];
        let failed = store.commit(both).await.err().unwrap();
        assert_eq!(failed.to_string(), "cannot write to the store of matchmaking");
        let mut keys: Vec<String> = server.ask(&["KEYS", "*"]).await.unwrap();
        keys.retain(|name| name != key);
        let is_stored = body(&*store, Key::player(before)).await?.is_some();
        assert_eq!(keys.len(), usize::from(is_stored), "{key}: {keys:?}");
        if is_stored {
            while listener.next().await != Heard::Account(before) {}
        }
        server.ask::<()>(&["DEL", key]).await.unwrap();
        assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_record_is_as_good_as_absent_and_written_over() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let key = format!("{{mm}}:record:p{ACCOUNT}");
    server.ask::<()>(&["HSET", &key, "no", "record"]).await.unwrap();
    assert_eq!(body(&*store, Key::player(ACCOUNT)).await?, None);
    let answers = store.commit(vec![writing(Key::player(ACCOUNT), 0, "ours")]).await?;
    assert_eq!(answers, [Committed::Stored]);
    assert_eq!(body(&*store, Key::player(ACCOUNT)).await?, Some("ours".to_owned()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_out_of_memory_takes_no_commit_and_forgets_pools() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    server.ask::<()>(&["ZADD", "{mm}:pools", "1", "old"]).await.unwrap();
    server.config_set("maxmemory", "1").await.unwrap();
    assert!(store.commit(vec![doing_all(LONG_MS)]).await.is_err());
    assert_eq!(body(&*store, Key::player(ACCOUNT)).await?, None);
    store.prune(10).await?;
    assert!(!server.ask::<bool>(&["EXISTS", "{mm}:pools"]).await.unwrap());
    server.config_set("maxmemory", "0").await.unwrap();
    assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn pools_that_nobody_uses_are_forgotten_and_everything_else_goes_by_itself() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    assert_eq!(store.commit(vec![doing_all(LONG_MS)]).await?, [Committed::Stored]);
    store.hold(POOL, 1, 0).await?;
    for pool in [POOL, "left"] {
        server.ask::<()>(&["ZADD", "{mm}:pools", "1", pool]).await.unwrap();
    }
    for _ in 0..2 {
        assert_eq!(store.pools().await?, [POOL], "somebody waits there");
        store.prune(10).await?;
    }
    assert_eq!(server.ask::<u64>(&["ZCARD", "{mm}:pools"]).await.unwrap(), 1);
    let mut leaving = doing_all(LONG_MS);
    leaving.entries.iter_mut().for_each(|entry| entry.after_ms = None);
    assert_eq!(store.commit(vec![leaving]).await?, [Committed::Stored]);
    store.prune(10).await?;
    assert_eq!(store.pools().await?, Vec::<String>::new());
    let keys: Vec<String> = server.ask(&["KEYS", "*"]).await.unwrap();
    assert_eq!(keys.len(), 3, "a record, news and a lease: {keys:?}");
    for key in keys {
        assert!(server.ask::<i64>(&["PTTL", &key]).await.unwrap() > 0, "{key}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn many_commits_are_stored_in_scripts_that_keep_nobody_waiting() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let commits = (0..5_000).map(|number| {
        let mut commit = writing(ticket(number), 0, &number.to_string());
        commit.entries = doing_all(LONG_MS).entries;
        commit
            .entries
            .iter_mut()
            .for_each(|entry| entry.member = item(number).to_vec());
        commit
    });
    let commits: Vec<Commit> = commits.collect();
    assert_eq!(store.commit(commits.clone()).await?, [Committed::Stored; 5_000]);
    assert_eq!(store.commit(commits).await?, [Committed::Stale; 5_000]);
    let listed = store.list(&Index::Lobby, 0, usize::MAX).await?;
    assert_eq!(listed.members.len(), 5_000);
    let runs: String = server.info("cmdstat_evalsha").await.unwrap();
    let runs: u64 = runs.split(['=', ',']).nth(1).unwrap().parse().unwrap();
    assert!((20..200).contains(&runs), "{runs}");
    Ok(())
}

//! The Redis store while Redis is slow, dies, or is replaced. Nothing is opened again.

use std::sync::Arc;
use std::time::Duration;

use corners_game_authority::store::{
    Append, Appended, LogRead, News, RedisTables, StoreError, StoreTime, TableStore, conformance,
};
use corners_game_authority::table::Version;
use corners_proto::ids::TableId;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Durability, Sentinel, Server};
use futures::StreamExt;
use tokio::time::sleep;

use crate::redis_store::connect;

const TABLE: TableId = TableId::from_bytes([42; 16]);

/// Between two attempts at what will work before long.
const PAUSE: Duration = Duration::from_millis(10);

fn log_key() -> String {
    format!("game:{{p042}}:log:{TABLE}")
}

async fn length(store: &dyn TableStore) -> Result<usize, StoreError> {
    match store.load(TABLE, None).await?.log {
        LogRead::Missing => Ok(0),
        LogRead::Tail(events) | LogRead::Whole(events) => Ok(events.len()),
    }
}

/// What the store answers once it answers.
async fn once_it_answers<T>(ask: impl AsyncFn() -> Result<T, StoreError>) -> T {
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(StoreError::Unavailable(_)) => sleep(PAUSE).await,
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_whose_answer_was_lost_is_stored_once() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    conformance::make_table(&*store, TABLE).await?;
    server.pause();
    let unanswered = store.append(conformance::ending(TABLE)).await;
    assert!(matches!(unanswered, Err(StoreError::Unavailable(_))), "{unanswered:?}");
    server.resume();
    // Redis reads it when it goes on.
    while once_it_answers(async || length(&*store).await).await == 1 {
        sleep(PAUSE).await;
    }
    let again = once_it_answers(async || store.append(conformance::ending(TABLE)).await).await;
    assert_eq!(again, Appended::HeadMoved);
    assert_eq!(length(&*store).await?, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_redis_reads_too_late_is_not_stored() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    conformance::make_table(&*store, TABLE).await?;
    let now = store.now(TABLE).unwrap();
    server.pause();
    let append = Append {
        not_after: Some(StoreTime(now.0 + Duration::from_millis(100))),
        ..conformance::ending(TABLE)
    };
    let unanswered = store.append(append).await;
    assert!(matches!(unanswered, Err(StoreError::Unavailable(_))), "{unanswered:?}");
    server.resume();
    let appended = once_it_answers(async || store.append(conformance::ending(TABLE)).await).await;
    assert_eq!(appended, Appended::Stored, "the head is still the one of before");
    assert_eq!(length(&*store).await?, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_stored_outlives_a_killed_server_and_news_begin_anew() -> Result<(), StoreError> {
    let mut server = Server::start(Durability::Always).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    let mut news = store.news();
    assert_eq!(news.next().await, Some(News::Gap));
    conformance::make_table(&*store, TABLE).await?;
    server.kill();
    let refused = store.append(conformance::ending(TABLE)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    server.restart().await.unwrap();
    assert_eq!(once_it_answers(async || length(&*store).await).await, 1);
    assert_eq!(news.next().await, Some(News::Gap), "something may have been missed");
    let other = TableId::from_bytes([43; 16]);
    conformance::make_table(&*store, other).await?;
    assert_eq!(store.append(conformance::ending(other)).await?, Appended::Stored);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failover_tables_go_on_where_they_were() -> Result<(), StoreError> {
    let sentinel = Sentinel::start().await.unwrap();
    let config = RedisConfig {
        master: sentinel.master_name().to_owned(),
        ..RedisConfig::of(Mode::Sentinel, vec![sentinel.address().parse().unwrap()])
    };
    let store: Arc<dyn TableStore> = Arc::new(RedisTables::new(Redis::connect(&config).await.unwrap()));
    conformance::make_table(&*store, TABLE).await?;
    // A failover does not wait for what the replica has not got yet.
    let log = log_key();
    while sentinel.servers[1].ask::<u64>(&["LLEN", &log]).await.unwrap() == 0 {
        sleep(PAUSE).await;
    }
    sentinel.failover().await.unwrap();
    let appended = once_it_answers(async || store.append(conformance::ending(TABLE)).await).await;
    assert_eq!(appended, Appended::Stored);
    let now = store.load(TABLE, None).await?.now;
    assert!(store.now(TABLE).unwrap() >= now);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_lost_its_tail_is_read_whole_and_not_written_over() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    conformance::make_table(&*store, TABLE).await?;
    let ending = conformance::ending(TABLE);
    let head = Version {
        number: 2,
        event: ending.events[0].id,
    };
    assert_eq!(store.append(ending.clone()).await?, Appended::Stored);
    server.ask::<Vec<u8>>(&["RPOP", &log_key()]).await.unwrap();
    let LogRead::Whole(left) = store.load(TABLE, Some(head)).await?.log else {
        panic!("a tail of a log that has none");
    };
    assert_eq!(left.len(), 1);
    let on_the_lost = Append {
        expected: Some(head),
        ..ending
    };
    assert_eq!(store.append(on_the_lost).await?, Appended::HeadMoved);
    assert_eq!(length(&*store).await?, 1);
    Ok(())
}

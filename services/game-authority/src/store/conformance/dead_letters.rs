//! Finished tables that could not be recorded.

use corners_proto::ids::TableId;

use super::finished::{AT_ONCE, LONG, finish};
use super::samples::{account, ending, made_by, making};
use crate::store::{Append, DeadLetter, LogRead, Requeued, StoreError, TableStore, Taking};

/// Tables and reasons, without when they died.
fn told(letters: &[DeadLetter]) -> Vec<(TableId, &str)> {
    let told = letters.iter().map(|letter| (letter.place.table, &*letter.reason));
    told.collect()
}

pub(super) async fn a_dead_letter_waits_apart_with_its_log_until_it_is_put_back(
    store: &dyn TableStore,
) -> Result<(), StoreError> {
    let (dead, other) = (finish(store, 2).await?, finish(store, 3).await?);
    let log = store.load(dead, None).await?.log;
    assert!(store.reject(dead, "why not").await?);
    assert!(!store.reject(dead, "another reason").await?, "it is rejected once");
    assert_eq!((store.backlog().await?, store.dead_letter_count().await?), (1, 1));
    assert_eq!(store.take_finished(AT_ONCE).await?, [other]);
    assert_eq!(told(&store.dead_letters(None, 10).await?), [(dead, "why not")]);
    assert_eq!(store.acknowledge(&[dead], LONG).await?, 0, "nobody waits for it");
    assert_eq!(store.expire(10).await?, 0);
    assert_eq!(store.load(dead, None).await?.log, log);

    assert_eq!(store.requeue(dead).await?, Requeued::Done);
    assert_eq!(
        store.requeue(dead).await?,
        Requeued::NotDead,
        "a second time changes nothing"
    );
    assert_eq!((store.backlog().await?, store.dead_letter_count().await?), (2, 0));
    assert_eq!(store.dead_letters(None, 10).await?, []);
    let mut waiting = store.take_finished(AT_ONCE).await?;
    waiting.sort_unstable();
    assert_eq!(waiting, [dead, other]);
    assert!(store.reject(dead, "again").await?, "it can die again");
    assert_eq!(told(&store.dead_letters(None, 10).await?), [(dead, "again")]);
    Ok(())
}

pub(super) async fn only_what_waits_dies(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = |number| TableId::from_bytes([number; 16]);
    let (missing, going_on, recorded) = (table(1), table(2), finish(store, 3).await?);
    store.append(making(going_on, made_by(account(1)))).await?;
    store.acknowledge(&[recorded], LONG).await?;
    for id in [missing, going_on, recorded] {
        assert!(!store.reject(id, "no").await?);
    }
    assert_eq!(
        (store.dead_letter_count().await?, store.dead_letters(None, 10).await?),
        (0, vec![])
    );
    assert_eq!(store.requeue(missing).await?, Requeued::Missing);
    assert_eq!(store.requeue(going_on).await?, Requeued::NotDead);
    assert_eq!(store.requeue(recorded).await?, Requeued::NotDead);
    assert_eq!(store.backlog().await?, 0);
    Ok(())
}

pub(super) async fn dead_letters_are_paged_oldest_first(store: &dyn TableStore) -> Result<(), StoreError> {
    // Many in one partition, and some in others.
    let ids: Vec<TableId> = (0..40_u8)
        .map(|number| {
            let mut id = [number; 16];
            id[0] = if number % 4 == 0 { number } else { 7 };
            TableId::from_bytes(id)
        })
        .collect();
    for id in &ids {
        store.append(making(*id, made_by(account(1)))).await?;
        store.append(ending(*id)).await?;
        assert!(store.reject(*id, &id.to_string()).await?);
    }
    let all = store.dead_letters(None, 100).await?;
    assert_eq!(all.len(), ids.len());
    assert!(all.is_sorted_by_key(|letter| letter.place.at_ms));
    assert!(all.iter().all(|letter| letter.reason == letter.place.table.to_string()));
    for page_size in [1, 7, 40] {
        let mut paged = Vec::new();
        loop {
            let after = paged.last().map(|letter: &DeadLetter| letter.place);
            let page = store.dead_letters(after, page_size).await?;
            assert!(page.len() <= page_size);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, all, "pages of {page_size}");
    }
    // A page goes on after one that is no more.
    let place = all[19].place;
    assert_eq!(store.requeue(place.table).await?, Requeued::Done);
    assert_eq!(store.dead_letters(Some(place), 100).await?, all[20..]);
    Ok(())
}

pub(super) async fn many_logs_are_read_at_once_as_one_by_one(store: &dyn TableStore) -> Result<(), StoreError> {
    let (one, other) = (finish(store, 2).await?, finish(store, 3).await?);
    let missing = TableId::from_bytes([4; 16]);
    let Append { events, .. } = ending(one);
    let head = crate::table::Version {
        number: 2,
        event: events[0].id,
    };
    let reads = [
        (one, Some(head)),
        (missing, None),
        (other, None),
        (other, Some(head)),
        (one, None),
    ];
    let logs = store.load_all(&reads).await;
    assert_eq!(logs.len(), reads.len());
    for (read, (table, known)) in logs.into_iter().zip(reads) {
        assert_eq!(read?, store.load(table, known).await?.log);
    }
    assert!(matches!(&store.load_all(&reads[..1]).await[0], Ok(read) if *read == LogRead::Tail(vec![])));
    assert!(store.load_all(&[]).await.is_empty());
    Ok(())
}

/// Replicas reject, acknowledge and put back the same tables at once.
pub(super) async fn of_those_who_end_one_wait_one_does(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let hidden = Taking {
        limit: 100,
        hidden_for: LONG,
        ..AT_ONCE
    };
    let (mut recorded, mut dead) = (0, 0);
    for number in 1..=20 {
        let table = finish(one, number).await?;
        one.take_finished(hidden).await?;
        let (acknowledged, rejected, again) = tokio::join!(
            one.acknowledge(std::slice::from_ref(&table), LONG),
            other.reject(table, "here"),
            one.reject(table, "there")
        );
        let (acknowledged, rejected) = (acknowledged?, usize::from(rejected?) + usize::from(again?));
        assert_eq!(acknowledged + rejected, 1);
        recorded += acknowledged;
        dead += rejected;
    }
    let letters = one.dead_letters(None, 100).await?;
    assert_eq!((recorded + dead, letters.len(), other.backlog().await?), (20, dead, 0));
    assert_eq!(other.dead_letter_count().await?, dead as u64);

    for letter in &letters {
        let table = letter.place.table;
        let (here, there) = tokio::join!(one.requeue(table), other.requeue(table));
        let mut became = [here?, there?];
        became.sort_unstable_by_key(|requeued| *requeued != Requeued::Done);
        assert_eq!(became, [Requeued::Done, Requeued::NotDead]);
    }
    assert_eq!(
        (one.backlog().await?, other.dead_letters(None, 100).await?),
        (dead as u64, vec![])
    );
    Ok(())
}

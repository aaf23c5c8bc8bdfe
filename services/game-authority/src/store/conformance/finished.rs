//! Finished tables.

use std::time::Duration;

use corners_proto::ids::TableId;

use super::samples::{account, ending, made_by, making, offer};
use crate::store::{Append, Appended, IndexEntry, ListFilter, LogRead, StoreError, TableStore, Taking};
use crate::table::{Status, Version};

pub(super) const AT_ONCE: Taking = Taking {
    limit: 10,
    settled_for: Duration::ZERO,
    hidden_for: Duration::ZERO,
};

pub(super) const LONG: Duration = Duration::from_secs(3_600);

pub(super) async fn finish(store: &dyn TableStore, number: u8) -> Result<TableId, StoreError> {
    let table = TableId::from_bytes([number; 16]);
    store.append(making(table, made_by(account(1)))).await?;
    assert_eq!(store.append(ending(table)).await?, Appended::Stored);
    Ok(table)
}

pub(super) async fn a_finished_table_is_handed_out_until_acknowledged(
    store: &dyn TableStore,
) -> Result<(), StoreError> {
    let going_on = TableId::from_bytes([1; 16]);
    store.append(making(going_on, made_by(account(1)))).await?;
    assert_eq!(store.take_finished(AT_ONCE).await?, []);
    let (one, other) = (finish(store, 2).await?, finish(store, 3).await?);
    assert_eq!(store.backlog().await?, 2);
    assert_eq!(
        store
            .take_finished(Taking {
                settled_for: LONG,
                ..AT_ONCE
            })
            .await?,
        [],
        "an end is handed out once it is old enough"
    );
    assert_eq!(sorted(store.take_finished(AT_ONCE).await?), [one, other]);
    assert_eq!(
        sorted(store.take_finished(AT_ONCE).await?),
        [one, other],
        "nobody has acknowledged them"
    );
    let hidden = store
        .take_finished(Taking {
            limit: 1,
            hidden_for: LONG,
            ..AT_ONCE
        })
        .await?;
    let left = store.take_finished(AT_ONCE).await?;
    assert_eq!(sorted([hidden.clone(), left.clone()].concat()), [one, other]);
    assert_eq!((hidden.len(), left.len()), (1, 1));

    assert_eq!(
        store.acknowledge(&[one, going_on], LONG).await?,
        1,
        "a table that goes on stays"
    );
    assert_eq!(
        store.acknowledge(&[one], LONG).await?,
        0,
        "and a second time changes nothing"
    );
    assert_eq!(store.backlog().await?, 1);
    assert_eq!(store.expire(10).await?, 0, "it has its afterlife");
    assert!(matches!(store.load(one, None).await?.log, LogRead::Whole(_)));
    Ok(())
}

pub(super) async fn an_acknowledged_table_is_forgotten_whole(store: &dyn TableStore) -> Result<(), StoreError> {
    let (over, waiting) = (finish(store, 2).await?, finish(store, 3).await?);
    assert_eq!(store.expire(10).await?, 0, "what nobody acknowledged stays");
    store.acknowledge(&[over], Duration::ZERO).await?;
    assert_eq!(store.expire(10).await?, 1);
    assert_eq!(store.expire(10).await?, 0);
    assert_eq!(store.load(over, None).await?.log, LogRead::Missing);
    let mine = ListFilter {
        seated: Some(account(1)),
        variant: None,
        statuses: vec![Status::Open, Status::Playing, Status::Finished],
    };
    let listed: Vec<_> = store
        .list(&mine, None, 10)
        .await?
        .into_iter()
        .map(|place| place.table)
        .collect();
    assert_eq!(listed, [waiting]);
    assert_eq!(store.acknowledge(&[over], LONG).await?, 0);
    Ok(())
}

pub(super) async fn what_is_handed_back_is_handed_out_next(store: &dyn TableStore) -> Result<(), StoreError> {
    let (one, other) = (finish(store, 2).await?, finish(store, 3).await?);
    let hidden = Taking {
        hidden_for: LONG,
        ..AT_ONCE
    };
    assert_eq!(sorted(store.take_finished(hidden).await?), [one, other]);
    assert_eq!(store.take_finished(AT_ONCE).await?, []);
    store.acknowledge(&[other], LONG).await?;
    store.hand_back(&[one, other]).await?;
    assert_eq!(
        store.take_finished(hidden).await?,
        [one],
        "what was acknowledged meanwhile does not come back"
    );
    store.hand_back(&[]).await
}

/// A table whose log does not end is not finished, whatever was thought.
pub(super) async fn a_table_that_goes_on_leaves_the_finished_ones(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = finish(store, 2).await?;
    let ended = ending(table);
    let goes_on = Append {
        expected: Some(Version {
            number: 2,
            event: ended.events[0].id,
        }),
        events: vec![offer(10)],
        alarm_order: 3,
        entry: IndexEntry {
            status: Status::Open,
            ..ended.entry.clone()
        },
        was: Some(Status::Finished),
        ..ended.clone()
    };
    let moved = Append {
        expected: ended.expected,
        ..goes_on.clone()
    };
    assert_eq!(store.append(moved).await?, Appended::HeadMoved);
    assert_eq!(store.backlog().await?, 1);
    assert_eq!(store.append(goes_on.clone()).await?, Appended::Stored);
    assert_eq!(
        (store.backlog().await?, store.take_finished(AT_ONCE).await?),
        (0, vec![])
    );
    for (status, listed) in [(Status::Open, 1), (Status::Finished, 0)] {
        let filter = ListFilter {
            statuses: vec![status],
            ..ListFilter::default()
        };
        assert_eq!(store.list(&filter, None, 10).await?.len(), listed, "{status:?}");
    }
    let again = Append {
        expected: Some(Version {
            number: 3,
            event: offer(10).id,
        }),
        alarm_order: 4,
        ..ended
    };
    assert_eq!(store.append(again).await?, Appended::Stored);
    assert_eq!(
        (store.backlog().await?, store.take_finished(AT_ONCE).await?),
        (1, vec![table])
    );
    Ok(())
}

fn sorted(mut tables: Vec<TableId>) -> Vec<TableId> {
    tables.sort_unstable();
    tables
}

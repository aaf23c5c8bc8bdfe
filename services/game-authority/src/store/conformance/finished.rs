//! Finished tables.

use std::time::Duration;

use corners_proto::ids::TableId;

use super::samples::{account, ending, made_by, making};
use crate::store::{Appended, ListFilter, LogRead, StoreError, TableStore, Taking};
use crate::table::Status;

const AT_ONCE: Taking = Taking {
    limit: 10,
    settled_for: Duration::ZERO,
    hidden_for: Duration::ZERO,
};

const LONG: Duration = Duration::from_secs(3_600);

async fn finish(store: &dyn TableStore, number: u8) -> Result<TableId, StoreError> {
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

fn sorted(mut tables: Vec<TableId>) -> Vec<TableId> {
    tables.sort_unstable();
    tables
}

//! Lists.

use corners_proto::ids::TableId;

use super::samples::{account, after, made_by, making, offer, other_variant, variant};
use crate::store::{Append, IndexEntry, ListFilter, StoreError, TableStore};
use crate::table::{Status, Version};

pub(super) async fn lists_are_filtered_and_paged_newest_first(store: &dyn TableStore) -> Result<(), StoreError> {
    let variants = [variant(), other_variant()];
    for number in 0..10_u8 {
        let entry = IndexEntry {
            created_at_ms: 1_000 + u64::from(number / 2),
            variant: variants[usize::from(number % 2)].id(),
            status: if number < 4 { Status::Open } else { Status::Playing },
            seated: vec![account(number % 3)],
        };
        let table = TableId::from_bytes([number; 16]);
        store
            .append(Append {
                entry,
                ..making(table, made_by(account(1)))
            })
            .await?;
    }
    let live = ListFilter {
        statuses: vec![Status::Open, Status::Playing],
        ..ListFilter::default()
    };
    assert_eq!(listed(store, &live, 100).await?, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(
        listed(store, &live, 3).await?,
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        "in pages"
    );
    let open = ListFilter {
        statuses: vec![Status::Open],
        ..ListFilter::default()
    };
    assert_eq!(listed(store, &open, 3).await?, [3, 2, 1, 0]);
    let of_variant = ListFilter {
        variant: Some(other_variant().id()),
        ..live.clone()
    };
    assert_eq!(listed(store, &of_variant, 2).await?, [9, 7, 5, 3, 1]);
    let of_account = ListFilter {
        seated: Some(account(0)),
        ..live.clone()
    };
    assert_eq!(listed(store, &of_account, 2).await?, [9, 6, 3, 0]);

    let head = Version {
        number: 1,
        event: made_by(account(1)).id,
    };
    let table = TableId::from_bytes([3; 16]);
    let seated = vec![account(0), account(2)];
    let entry = IndexEntry {
        created_at_ms: 1_001,
        variant: variants[1].id(),
        status: Status::Finished,
        seated,
    };
    store
        .append(Append {
            entry,
            ..after(table, head, vec![offer(2)])
        })
        .await?;
    assert_eq!(
        listed(store, &live, 100).await?,
        [9, 8, 7, 6, 5, 4, 2, 1, 0],
        "finished tables are not live"
    );
    let mine = ListFilter {
        seated: Some(account(2)),
        variant: None,
        statuses: vec![Status::Finished],
    };
    assert_eq!(
        listed(store, &mine, 100).await?,
        [3],
        "who sits down later finds the table too"
    );
    Ok(())
}

/// The numbers of the tables in a list that is read in pages.
async fn listed(store: &dyn TableStore, filter: &ListFilter, page: usize) -> Result<Vec<u8>, StoreError> {
    let mut numbers = Vec::new();
    let mut after = None;
    loop {
        let places = store.list(filter, after, page).await?;
        assert!(places.len() <= page);
        numbers.extend(places.iter().map(|place| place.table.as_bytes()[0]));
        after = places.last().copied();
        if places.len() < page {
            return Ok(numbers);
        }
    }
}

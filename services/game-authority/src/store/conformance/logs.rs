//! Logs: appended if the head is the expected one, read back as they are.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::ids::TableId;

use super::samples::{account, after, event, made_by, making, offer};
use crate::store::{Append, Appended, LogRead, StoreError, StoreTime, TableStore};
use crate::table::{EventId, EventKind, Verdict, Version};

pub(super) async fn what_was_appended_is_read_back(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    assert_eq!(store.load(table, None).await?.log, LogRead::Missing);
    let made = made_by(account(1));
    let ended = event(u64::MAX, EventKind::GameEnded(Verdict::ABORTED));
    assert_eq!(store.append(making(table, made.clone())).await?, Appended::Stored);
    let head = Version {
        number: 1,
        event: made.id,
    };
    assert_eq!(
        store.append(after(table, head, vec![ended.clone()])).await?,
        Appended::Stored
    );

    assert_eq!(
        store.load(table, None).await?.log,
        LogRead::Whole(vec![made, ended.clone()])
    );
    assert_eq!(
        store.load(table, Some(head)).await?.log,
        LogRead::Tail(vec![ended.clone()])
    );
    let head = Version {
        number: 2,
        event: ended.id,
    };
    assert_eq!(store.load(table, Some(head)).await?.log, LogRead::Tail(vec![]));
    Ok(())
}

pub(super) async fn a_table_is_made_once(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    assert_eq!(store.append(making(table, made.clone())).await?, Appended::Stored);
    assert_eq!(
        store.append(making(table, made_by(account(2)))).await?,
        Appended::HeadMoved
    );
    assert_eq!(store.load(table, None).await?.log, LogRead::Whole(vec![made]));
    Ok(())
}

pub(super) async fn only_an_append_to_the_head_it_decided_on_is_stored(
    store: &dyn TableStore,
) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    store.append(making(table, made.clone())).await?;
    let wrong_heads = [
        Version {
            number: 0,
            event: made.id,
        },
        Version {
            number: 2,
            event: made.id,
        },
        Version {
            number: 1,
            event: EventId(made.id.0 ^ 1),
        },
    ];
    for head in wrong_heads {
        let ended = event(7, EventKind::GameEnded(Verdict::ABORTED));
        assert_eq!(
            store.append(after(table, head, vec![ended])).await?,
            Appended::HeadMoved
        );
    }
    let nowhere = TableId::from_bytes([2; 16]);
    let head = Version {
        number: 1,
        event: made.id,
    };
    assert_eq!(
        store.append(after(nowhere, head, vec![made.clone()])).await?,
        Appended::HeadMoved
    );
    assert_eq!(store.load(table, None).await?.log, LogRead::Whole(vec![made]));
    assert_eq!(store.load(nowhere, None).await?.log, LogRead::Missing);
    Ok(())
}

pub(super) async fn of_many_appends_to_one_head_one_is_stored(store: Arc<dyn TableStore>) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    let head = Version {
        number: 1,
        event: made.id,
    };
    store.append(making(table, made)).await?;
    let appends = (0..50).map(|number| {
        let (store, offer) = (Arc::clone(&store), offer(100 + number));
        tokio::spawn(async move { store.append(after(table, head, vec![offer])).await })
    });
    let appends: Vec<_> = appends.collect();
    let mut stored = 0;
    for append in appends {
        let answer = append
            .await
            .map_err(|error| StoreError::Unavailable(error.to_string()))??;
        stored += usize::from(answer == Appended::Stored);
    }
    assert_eq!(stored, 1);
    let log = store.load(table, None).await?.log;
    assert!(matches!(log, LogRead::Whole(events) if events.len() == 2));
    Ok(())
}

pub(super) async fn a_reader_of_another_log_gets_the_whole_one(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    let head = Version {
        number: 1,
        event: made.id,
    };
    store.append(making(table, made.clone())).await?;
    store.append(after(table, head, vec![offer(2), offer(3)])).await?;
    let whole = LogRead::Whole(vec![made, offer(2), offer(3)]);
    let strangers = [
        Version {
            number: 0,
            event: EventId(2),
        },
        Version {
            number: 2,
            event: EventId(3),
        },
        Version {
            number: 3,
            event: EventId(4),
        },
        Version {
            number: 4,
            event: EventId(3),
        },
    ];
    for stranger in strangers {
        assert_eq!(store.load(table, Some(stranger)).await?.log, whole);
    }
    let in_the_middle = Version {
        number: 2,
        event: EventId(2),
    };
    assert_eq!(
        store.load(table, Some(in_the_middle)).await?.log,
        LogRead::Tail(vec![offer(3)])
    );
    Ok(())
}

pub(super) async fn an_append_past_its_time_changes_nothing(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    let head = Version {
        number: 1,
        event: made.id,
    };
    store.append(making(table, made.clone())).await?;
    let read = store.load(table, None).await?.now;
    let now = store.now(table).unwrap_or(read);
    assert!(
        now >= read,
        "the store's time as it is known here lags behind what the store just said"
    );
    // The store's time has begun before any read of it, so that its beginning has passed.
    let late = Append {
        not_after: Some(StoreTime(Duration::ZERO)),
        ..after(table, head, vec![offer(2)])
    };
    assert_eq!(store.append(late).await?, Appended::TooLate);
    assert_eq!(store.load(table, None).await?.log, LogRead::Whole(vec![made]));
    let far = StoreTime(now.0 + Duration::from_secs(3_600));
    let in_time = Append {
        not_after: Some(far),
        ..after(table, head, vec![offer(2)])
    };
    assert_eq!(store.append(in_time).await?, Appended::Stored);
    Ok(())
}

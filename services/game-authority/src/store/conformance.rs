//! What every table store must do. Run it on each implementation.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::{GameTime, TimeControl};
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_rules::Variant;

use super::{
    Append, Appended, IndexEntry, ListFilter, LogRead, RequestKey, StoreError, StoreTime, TableStore, WantedAlarm,
};
use crate::table::{
    AccountKind, Agreement, BySide, Event, EventId, EventKind, Seat, Status, Takebacks, Verdict, Version,
};

const DIGEST: [u8; 32] = [9; 32];

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn TableStore>, StoreError>,
{
    what_was_appended_is_read_back(&*open().await?).await?;
    a_table_is_made_once(&*open().await?).await?;
    only_an_append_to_the_head_it_decided_on_is_stored(&*open().await?).await?;
    of_many_appends_to_one_head_one_is_stored(open().await?).await?;
    a_reader_of_another_log_gets_the_whole_one(&*open().await?).await?;
    a_call_is_remembered_with_its_events_or_not_at_all(&*open().await?).await?;
    an_append_past_its_time_changes_nothing(&*open().await?).await?;
    lists_are_filtered_and_paged_newest_first(&*open().await?).await?;
    an_alarm_stays_to_be_armed_until_the_clock_has_the_latest(&*open().await?).await?;
    a_dry_move_is_written(&*open().await?).await
}

async fn what_was_appended_is_read_back(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    assert_eq!(store.load(table, None, None).await?.log, LogRead::Missing);
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
        store.load(table, None, None).await?.log,
        LogRead::Whole(vec![made, ended.clone()])
    );
    assert_eq!(
        store.load(table, Some(head), None).await?.log,
        LogRead::Tail(vec![ended.clone()])
    );
    let head = Version {
        number: 2,
        event: ended.id,
    };
    assert_eq!(store.load(table, Some(head), None).await?.log, LogRead::Tail(vec![]));
    Ok(())
}

async fn a_table_is_made_once(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    assert_eq!(store.append(making(table, made.clone())).await?, Appended::Stored);
    assert_eq!(
        store.append(making(table, made_by(account(2)))).await?,
        Appended::HeadMoved
    );
    assert_eq!(store.load(table, None, None).await?.log, LogRead::Whole(vec![made]));
    Ok(())
}

async fn only_an_append_to_the_head_it_decided_on_is_stored(store: &dyn TableStore) -> Result<(), StoreError> {
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
    assert_eq!(store.load(table, None, None).await?.log, LogRead::Whole(vec![made]));
    assert_eq!(store.load(nowhere, None, None).await?.log, LogRead::Missing);
    Ok(())
}

async fn of_many_appends_to_one_head_one_is_stored(store: Arc<dyn TableStore>) -> Result<(), StoreError> {
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
    let log = store.load(table, None, None).await?.log;
    assert!(matches!(log, LogRead::Whole(events) if events.len() == 2));
    Ok(())
}

async fn a_reader_of_another_log_gets_the_whole_one(store: &dyn TableStore) -> Result<(), StoreError> {
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
        assert_eq!(store.load(table, Some(stranger), None).await?.log, whole);
    }
    let in_the_middle = Version {
        number: 2,
        event: EventId(2),
    };
    assert_eq!(
        store.load(table, Some(in_the_middle), None).await?.log,
        LogRead::Tail(vec![offer(3)])
    );
    Ok(())
}

async fn a_call_is_remembered_with_its_events_or_not_at_all(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    let head = Version {
        number: 1,
        event: made.id,
    };
    store.append(making(table, made)).await?;
    let call = RequestKey {
        account: account(1),
        request: RequestId::random(),
    };
    let refused = RequestKey {
        account: account(2),
        request: call.request,
    };
    let remembering = |call, head, offers| Append {
        remember: Some((call, DIGEST)),
        ..after(table, head, offers)
    };
    assert_eq!(
        store.append(remembering(call, head, vec![offer(2), offer(3)])).await?,
        Appended::Stored
    );
    assert_eq!(
        store.append(remembering(refused, head, vec![offer(4)])).await?,
        Appended::HeadMoved
    );

    let remembered = store.load(table, None, Some(call)).await?.remembered;
    assert_eq!(
        remembered.map(|call| (call.digest, call.answered_at)),
        Some((DIGEST, 3))
    );
    assert_eq!(store.load(table, None, Some(refused)).await?.remembered, None);
    let elsewhere = TableId::from_bytes([2; 16]);
    assert_eq!(store.load(elsewhere, None, Some(call)).await?.remembered, None);
    Ok(())
}

async fn an_append_past_its_time_changes_nothing(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    let made = made_by(account(1));
    let head = Version {
        number: 1,
        event: made.id,
    };
    store.append(making(table, made.clone())).await?;
    let now = store.load(table, None, None).await?.now;
    // The store's time has begun before any read of it, so that its beginning has passed.
    let late = Append {
        not_after: Some(StoreTime(Duration::ZERO)),
        ..after(table, head, vec![offer(2)])
    };
    assert_eq!(store.append(late).await?, Appended::TooLate);
    assert_eq!(store.load(table, None, None).await?.log, LogRead::Whole(vec![made]));
    let far = StoreTime(now.0 + Duration::from_secs(3_600));
    let in_time = Append {
        not_after: Some(far),
        ..after(table, head, vec![offer(2)])
    };
    assert_eq!(store.append(in_time).await?, Appended::Stored);
    Ok(())
}

async fn lists_are_filtered_and_paged_newest_first(store: &dyn TableStore) -> Result<(), StoreError> {
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
    let table = TableId::from_bytes([9; 16]);
    let seated = vec![account(0), account(2)];
    let entry = IndexEntry {
        created_at_ms: 1_004,
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
        [8, 7, 6, 5, 4, 3, 2, 1, 0],
        "finished tables are not live"
    );
    let mine = ListFilter {
        seated: Some(account(2)),
        variant: None,
        statuses: vec![Status::Finished],
    };
    assert_eq!(
        listed(store, &mine, 100).await?,
        [9],
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

async fn an_alarm_stays_to_be_armed_until_the_clock_has_the_latest(store: &dyn TableStore) -> Result<(), StoreError> {
    make_two_tables_with_alarms(store).await?;
    let (one, other) = (TableId::from_bytes([1; 16]), TableId::from_bytes([2; 16]));
    let head = Version {
        number: 1,
        event: made_by(account(1)).id,
    };
    let due = |millis| Some(GameTime::from_millis(millis));
    let first = WantedAlarm {
        table: one,
        version: 1,
        due: due(500),
    };
    let second = WantedAlarm {
        table: other,
        version: 1,
        due: due(700),
    };
    assert_eq!(sorted(store.alarms_to_arm(10).await?), [first, second]);
    assert_eq!(store.alarms_to_arm(1).await?.len(), 1);

    store.append(after(one, head, vec![offer(2)])).await?;
    let newer = WantedAlarm {
        table: one,
        version: 2,
        due: None,
    };
    assert_eq!(
        sorted(store.alarms_to_arm(10).await?),
        [newer, second],
        "the latest wish of a table counts"
    );
    store.armed(&[first, second]).await?;
    assert_eq!(store.alarms_to_arm(10).await?, [newer], "a wish made meanwhile stays");
    store.armed(&[newer]).await?;
    store.armed(&[newer]).await?;
    assert_eq!(store.alarms_to_arm(10).await?, []);
    Ok(())
}

/// Makes two tables that want alarms at 500 and 700 ms of game time.
///
/// # Errors
/// When the store cannot be reached.
pub async fn make_two_tables_with_alarms(store: &dyn TableStore) -> Result<(), StoreError> {
    for (number, due) in [(1, 500), (2, 700)] {
        let alarm = Some(GameTime::from_millis(due));
        store
            .append(Append {
                alarm,
                ..making(TableId::from_bytes([number; 16]), made_by(account(1)))
            })
            .await?;
    }
    Ok(())
}

async fn a_dry_move_is_written(store: &dyn TableStore) -> Result<(), StoreError> {
    store.probe().await?;
    store.probe().await
}

fn sorted(mut alarms: Vec<WantedAlarm>) -> Vec<WantedAlarm> {
    alarms.sort_by_key(|alarm| alarm.table);
    alarms
}

fn variant() -> &'static Variant {
    &Variant::all()[0]
}

fn other_variant() -> &'static Variant {
    &Variant::all()[1]
}

fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

fn event(id: u64, kind: EventKind) -> Event {
    Event {
        id: EventId(id),
        recorded_at_ms: 5,
        at: GameTime::from_millis(6),
        outage_credit: Duration::ZERO,
        kind,
    }
}

fn offer(id: u64) -> Event {
    event(
        id,
        EventKind::DrawOffered {
            by: corners_rules::Side::White,
        },
    )
}

fn made_by(creator: AccountId) -> Event {
    let seat = Some(Seat {
        account: creator,
        kind: AccountKind::Guest,
    });
    let agreement = Agreement {
        variant: variant(),
        set_up: None,
        time_control: TimeControl::Untimed,
        takebacks: Takebacks::Agreed,
        creator,
        seats: BySide {
            white: seat,
            black: None,
        },
        request_digest: DIGEST,
    };
    event(1, EventKind::TableCreated(Box::new(agreement)))
}

fn making(table: TableId, made: Event) -> Append {
    Append {
        table,
        expected: None,
        events: vec![made],
        remember: None,
        alarm: None,
        entry: IndexEntry {
            created_at_ms: 5,
            variant: variant().id(),
            status: Status::Open,
            seated: vec![account(1)],
        },
        not_after: None,
    }
}

fn after(table: TableId, expected: Version, events: Vec<Event>) -> Append {
    let made = made_by(account(1));
    Append {
        expected: Some(expected),
        events,
        ..making(table, made)
    }
}

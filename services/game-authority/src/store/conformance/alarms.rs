//! Alarms that wait for the clock, and the dry move.

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;

use super::samples::{account, after, made_by, making, offer};
use crate::store::{Append, StoreError, TableStore, WantedAlarm};
use crate::table::Version;

pub(super) async fn an_alarm_stays_to_be_armed_until_the_clock_has_the_latest(
    store: &dyn TableStore,
) -> Result<(), StoreError> {
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

pub(super) async fn a_dry_move_is_written(store: &dyn TableStore) -> Result<(), StoreError> {
    store.probe().await?;
    store.probe().await
}

fn sorted(mut alarms: Vec<WantedAlarm>) -> Vec<WantedAlarm> {
    alarms.sort_by_key(|alarm| alarm.table);
    alarms
}

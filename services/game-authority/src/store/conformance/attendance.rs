//! Who watches.

use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use corners_rules::Side;

use super::samples::{account, after, ending, made, made_by, making, offer};
use crate::store::{Append, Appended, Attended, SPECTATORS_COUNT_FOR, StoreError, TableStore, Tended};
use crate::table::BySide;

fn at(millis: u64) -> GameTime {
    GameTime::from_millis(millis)
}

fn tended(table: TableId, white: bool, black: bool, spectators: u32) -> Tended {
    Tended {
        table,
        present: BySide { white, black },
        spectators,
        round_trips: BySide::default(),
        announce: white,
    }
}

pub(super) async fn watchers_are_remembered_while_a_table_lives(store: &dyn TableStore) -> Result<(), StoreError> {
    let (table, nowhere) = (TableId::from_bytes([1; 16]), TableId::from_bytes([2; 16]));
    store.append(making(table, made_by(account(1)))).await?;
    let answers = store
        .tend(
            at(5_000),
            &[tended(nowhere, true, false, 1), tended(table, true, false, 3)],
        )
        .await?;
    let white_at = |millis| BySide {
        white: Some(at(millis)),
        black: None,
    };
    let known = Attended {
        length: 1,
        seen: white_at(5_000),
        spectators: 3,
        round_trips: BySide::default(),
    };
    assert_eq!(
        answers,
        [Attended::default(), known],
        "in order, and of tables that are there"
    );

    let answers = store.tend(at(9_000), &[tended(table, false, true, 2)]).await?;
    let both = BySide {
        black: Some(at(9_000)),
        ..white_at(5_000)
    };
    assert_eq!(
        answers[0].seen, both,
        "who is not renewed keeps the time of the last renewal"
    );
    assert_eq!(answers[0].spectators, 2);
    let answers = store.tend(at(8_000), &[tended(table, true, true, 0)]).await?;
    let later = BySide {
        white: Some(at(8_000)),
        ..both
    };
    assert_eq!(answers[0].seen, later, "a late renewal takes nothing back");
    let after_long = at(8_000) + SPECTATORS_COUNT_FOR + Duration::from_millis(1);
    assert_eq!(
        store.tend(after_long, &[tended(table, false, false, 0)]).await?[0].spectators,
        0
    );

    assert_eq!(store.append(ending(table)).await?, Appended::Stored);
    let answers = store.tend(at(9_000), &[tended(table, true, true, 2)]).await?;
    assert_eq!(answers[0].length, 2);
    assert_eq!(
        answers[0].seen,
        BySide::default(),
        "nobody has to be at a table that is over"
    );
    Ok(())
}

pub(super) async fn the_last_round_trip_to_a_player_is_remembered(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    store.append(making(table, made_by(account(1)))).await?;
    let measured = |white: Option<u64>, black: Option<u64>| {
        let millis = BySide { white, black };
        millis.map(|millis| millis.map(Duration::from_millis))
    };
    let tend = async |moment, white, black| {
        let here = Tended {
            round_trips: measured(white, black),
            ..tended(table, true, true, 0)
        };
        let answers = store.tend(at(moment), &[here]).await?;
        Ok::<_, StoreError>(answers[0].round_trips)
    };
    assert_eq!(tend(1_000, None, None).await?, measured(None, None));
    assert_eq!(tend(2_000, Some(40), None).await?, measured(Some(40), None));
    assert_eq!(tend(3_000, None, Some(0)).await?, measured(Some(40), Some(0)));
    assert_eq!(tend(4_000, Some(65_000), None).await?, measured(Some(65_000), Some(0)));
    let answers = store.tend(at(5_000), &[tended(table, false, false, 0)]).await?;
    assert_eq!(answers[0].round_trips, measured(Some(65_000), Some(0)));
    Ok(())
}

pub(super) async fn a_player_who_came_back_is_not_lost_to_a_claim(store: &dyn TableStore) -> Result<(), StoreError> {
    let table = TableId::from_bytes([1; 16]);
    store.append(making(table, made_by(account(1)))).await?;
    store.tend(at(5_000), &[tended(table, true, false, 0)]).await?;
    let unless_seen = |side, millis| Append {
        unless_seen: Some((side, at(millis))),
        ..after(table, made(), vec![offer(2)])
    };
    assert_eq!(
        store.append(unless_seen(Side::White, 4_999)).await?,
        Appended::SeenSince
    );
    assert_eq!(
        store.tend(at(5_000), &[tended(table, true, false, 0)]).await?[0].length,
        1
    );
    assert_eq!(store.append(unless_seen(Side::White, 5_000)).await?, Appended::Stored);
    let black = Append {
        expected: Some(crate::table::Version {
            number: 2,
            event: offer(2).id,
        }),
        events: vec![offer(3)],
        ..unless_seen(Side::Black, 0)
    };
    assert_eq!(
        store.append(black).await?,
        Appended::Stored,
        "who was never seen has not come back"
    );
    Ok(())
}

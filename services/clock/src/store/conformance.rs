//! What every store of the clock must do. Run it on each implementation.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::{Beat, GameTime};
use corners_proto::ids::TableId;

use super::{ClockStore, StoreError};
use crate::alarm::{Alarm, Claim, Ring, hidden_for};

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ClockStore>, StoreError>,
{
    a_new_store_is_at_the_start_of_time_and_has_no_alarms(&*open().await?).await?;
    a_beat_moves_the_pair_to_the_moment_its_probe_began(&*open().await?).await?;
    alarms_come_when_due_the_earliest_first(&*open().await?).await?;
    the_higher_version_of_an_alarm_wins(&*open().await?).await?;
    an_alarm_without_due_time_removes_what_is_set(&*open().await?).await?;
    a_claimed_alarm_is_hidden_and_comes_back(&*open().await?).await?;
    no_alarm_is_claimed_twice_at_once(&*open().await?).await?;
    an_answer_replaces_the_alarm_it_answers(&*open().await?).await?;
    an_answer_does_not_undo_what_was_armed_meanwhile(&*open().await?).await
}

/// Runs the suite of stores that several replicas share: `open` answers handles of two replicas to a new, empty store.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run_shared<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<[Arc<dyn ClockStore>; 2], StoreError>,
{
    let two = async || open().await.map(|[one, other]| (one, other));
    let (one, other) = two().await?;
    beats_of_two_replicas_count_no_time_twice(&*one, &*other).await?;
    let (one, other) = two().await?;
    what_one_replica_sets_the_other_claims_and_settles(&*one, &*other).await?;
    let (one, other) = two().await?;
    two_replicas_never_hold_one_alarm_at_once(&*one, &*other).await
}

async fn a_new_store_is_at_the_start_of_time_and_has_no_alarms(store: &dyn ClockStore) -> Result<(), StoreError> {
    let pair = store.read().await?;
    assert_eq!((pair.beat.game, pair.beat.stall_end), (GameTime::ZERO, None));
    assert!(pair.beat.own_ms <= pair.own_now_ms);
    assert_eq!(store.claim(GameTime::MAX, 10).await?, Claim::default());
    Ok(())
}

async fn a_beat_moves_the_pair_to_the_moment_its_probe_began(store: &dyn ClockStore) -> Result<(), StoreError> {
    let before = store.read().await?;
    let moved = store.beat(before.own_now_ms).await?;
    assert_eq!(moved.beat, before.beat.after_probe(before.own_now_ms, moved.own_now_ms));
    assert!(moved.own_now_ms >= before.own_now_ms);
    assert_eq!(store.read().await?.beat, moved.beat);

    let overtaken = store.beat(before.own_now_ms.saturating_sub(1)).await?;
    let came = Beat {
        came_ms: overtaken.own_now_ms,
        ..moved.beat
    };
    assert_eq!(
        overtaken.beat, came,
        "a probe that began before the last beat adds no time, and shows that moves can be taken"
    );

    let from_the_future = store.beat(u64::MAX).await?;
    assert!(
        from_the_future.beat.own_ms <= from_the_future.own_now_ms,
        "the store's own time is what counts"
    );
    Ok(())
}

async fn alarms_come_when_due_the_earliest_first(store: &dyn ClockStore) -> Result<(), StoreError> {
    store
        .arm(vec![
            set(1, 1, 3_000),
            set(2, 1, 1_000),
            set(3, 1, 2_000),
            set(4, 1, 2_001),
        ])
        .await?;
    assert_eq!(
        store.claim(at(999), 10).await?,
        Claim {
            rings: vec![],
            next: Some(at(1_000))
        }
    );

    let claim = store.claim(at(2_000), 10).await?;
    assert_eq!(claim.rings, [ring(2, 1, 1_000), ring(3, 1, 2_000)]);
    assert_eq!(claim.next, Some(at(2_001)));

    let limited = store.claim(at(3_000), 1).await?;
    assert_eq!(limited.rings.len(), 1, "no more than asked for");
    assert!(limited.next <= Some(at(3_000)), "and the rest at once");
    assert_eq!(store.claim(at(3_000), 0).await?.rings, []);
    Ok(())
}

async fn the_higher_version_of_an_alarm_wins(store: &dyn ClockStore) -> Result<(), StoreError> {
    store.arm(vec![set(1, 5, 1_000), set(1, 4, 10)]).await?;
    assert_eq!(
        store.claim(at(999), 10).await?.next,
        Some(at(1_000)),
        "a lower version is ignored"
    );
    store.arm(vec![set(1, 5, 1_200)]).await?;
    assert_eq!(
        store.claim(at(999), 10).await?.next,
        Some(at(1_200)),
        "the same version again sets it again"
    );
    store.arm(vec![set(1, 6, 1_500)]).await?;
    store.arm(vec![set(1, 5, 1_000)]).await?;
    assert_eq!(
        store.claim(at(1_500), 10).await?.rings,
        [ring(1, 6, 1_500)],
        "a table has one alarm"
    );
    Ok(())
}

async fn an_alarm_without_due_time_removes_what_is_set(store: &dyn ClockStore) -> Result<(), StoreError> {
    store.arm(vec![set(1, 5, 1_000), set(2, 1, 1_000)]).await?;
    store.arm(vec![none(1, 4), none(3, 1)]).await?;
    assert_eq!(
        store.claim(at(0), 10).await?.next,
        Some(at(1_000)),
        "a lower version removes nothing"
    );
    store.arm(vec![none(1, 5), none(2, 2)]).await?;
    assert_eq!(store.claim(GameTime::MAX, 10).await?, Claim::default());
    Ok(())
}

async fn a_claimed_alarm_is_hidden_and_comes_back(store: &dyn ClockStore) -> Result<(), StoreError> {
    store.arm(vec![set(1, 7, 1_000)]).await?;
    let mut now = at(1_000);
    for unanswered in 0..8 {
        let back = now + hidden_for(unanswered);
        assert_eq!(
            store.claim(now, 10).await?,
            Claim {
                rings: vec![ring(1, 7, 1_000)],
                next: Some(back)
            }
        );
        let just_before = GameTime::from_millis(back.millis() - 1);
        assert_eq!(
            store.claim(just_before, 10).await?,
            Claim {
                rings: vec![],
                next: Some(back)
            }
        );
        now = back;
    }
    store.arm(vec![set(1, 8, 1_000)]).await?;
    let back = now + hidden_for(0);
    assert_eq!(
        store.claim(now, 10).await?,
        Claim {
            rings: vec![ring(1, 8, 1_000)],
            next: Some(back)
        }
    );
    Ok(())
}

async fn no_alarm_is_claimed_twice_at_once(store: &dyn ClockStore) -> Result<(), StoreError> {
    store.arm((0..100).map(|table| set(table, 1, 1_000)).collect()).await?;
    let claims = tokio::try_join!(
        store.claim(at(1_000), 40),
        store.claim(at(1_000), 40),
        store.claim(at(1_000), 40),
        store.claim(at(1_000), 40),
    )?;
    let mut tables: Vec<_> = [claims.0, claims.1, claims.2, claims.3]
        .into_iter()
        .flat_map(|claim| claim.rings)
        .map(|ring| ring.table)
        .collect();
    assert_eq!(tables.len(), 100, "all are claimed");
    tables.sort_unstable();
    tables.dedup();
    assert_eq!(tables.len(), 100, "each of them once");
    Ok(())
}

async fn an_answer_replaces_the_alarm_it_answers(store: &dyn ClockStore) -> Result<(), StoreError> {
    store
        .arm(vec![set(1, 5, 1_000), set(2, 5, 1_000), set(3, 5, 1_000)])
        .await?;
    assert_eq!(store.claim(at(1_000), 10).await?.rings.len(), 3);
    store.settle(ring(1, 5, 1_000), none(1, 6)).await?;
    store.settle(ring(2, 5, 1_000), set(2, 5, 4_000)).await?;
    store.settle(ring(3, 5, 1_000), set(3, 3, 5_000)).await?;
    let claim = store.claim(at(5_000), 10).await?;
    assert_eq!(
        claim.rings,
        [ring(2, 5, 4_000), ring(3, 3, 5_000)],
        "even by a lower version: the log lost its tail"
    );
    assert_eq!(claim.next, Some(at(5_000) + hidden_for(0)));
    Ok(())
}

async fn an_answer_does_not_undo_what_was_armed_meanwhile(store: &dyn ClockStore) -> Result<(), StoreError> {
    store
        .arm(vec![set(1, 5, 1_000), set(2, 5, 1_000), set(3, 5, 1_000)])
        .await?;
    store.claim(at(1_000), 10).await?;
    store.arm(vec![set(1, 6, 2_000), set(2, 6, 2_000), none(3, 6)]).await?;
    store.settle(ring(1, 5, 1_000), none(1, 5)).await?;
    store.settle(ring(2, 5, 1_000), set(2, 7, 3_000)).await?;
    store.settle(ring(3, 5, 1_000), set(3, 7, 4_000)).await?;
    let rings = store.claim(at(9_000), 10).await?.rings;
    assert_eq!(rings, [ring(1, 6, 2_000), ring(2, 7, 3_000), ring(3, 7, 4_000)]);
    Ok(())
}

async fn beats_of_two_replicas_count_no_time_twice(
    one: &dyn ClockStore,
    other: &dyn ClockStore,
) -> Result<(), StoreError> {
    let first = one.beat(one.read().await?.own_now_ms).await?;
    for _ in 0..50 {
        // Both probe from the same moment, and each answer comes when the other's may have come already.
        let (asked_by_one, asked_by_other) = (one.read().await?, other.read().await?);
        let (by_one, by_other) =
            tokio::try_join!(one.beat(asked_by_one.own_now_ms), other.beat(asked_by_other.own_now_ms),)?;
        let latest = by_one.beat.game.max(by_other.beat.game);
        let now = other.read().await?;
        assert_eq!(now.beat.game, latest, "both have moved the same pair");
        assert!(now.beat.own_ms <= now.own_now_ms);
        let own_time = now.beat.own_ms - first.beat.own_ms;
        assert_eq!((now.beat.game - first.beat.game).as_millis(), u128::from(own_time));
    }
    assert_eq!(one.read().await?.beat.stall_end, None, "nothing ever stood still");
    Ok(())
}

async fn what_one_replica_sets_the_other_claims_and_settles(
    one: &dyn ClockStore,
    other: &dyn ClockStore,
) -> Result<(), StoreError> {
    assert!(one.is_shared() && other.is_shared(), "so that both look often enough");
    one.arm(vec![set(1, 5, 1_000), set(2, 5, 2_000)]).await?;
    let claim = other.claim(at(1_000), 10).await?;
    assert_eq!(claim.rings, [ring(1, 5, 1_000)]);
    assert_eq!(claim.next, Some(at(1_000) + hidden_for(0)));
    assert_eq!(one.claim(at(1_000), 10).await?.rings, [], "it is the other's for now");
    assert_eq!(
        one.claim(at(1_000) + hidden_for(0), 10).await?.rings,
        [ring(1, 5, 1_000)],
        "and comes back when the other has died with it"
    );
    other.settle(ring(1, 5, 1_000), set(1, 6, 9_000)).await?;
    one.settle(ring(1, 5, 1_000), none(1, 5)).await?;
    assert_eq!(
        one.claim(at(1_999), 10).await?.next,
        Some(at(2_000)),
        "an answer that comes late undoes no later one"
    );
    assert_eq!(
        other.claim(at(9_000), 10).await?.rings,
        [ring(2, 5, 2_000), ring(1, 6, 9_000)]
    );
    Ok(())
}

async fn two_replicas_never_hold_one_alarm_at_once(
    one: &dyn ClockStore,
    other: &dyn ClockStore,
) -> Result<(), StoreError> {
    one.arm((0..250).map(|table| set(table, 1, 1_000)).collect()).await?;
    let mut held = HashMap::new();
    let mut now = at(1_000);
    for _ in 0..20 {
        let (by_one, by_other) = tokio::try_join!(one.claim(now, 60), other.claim(now, 60))?;
        for ring in by_one.rings.into_iter().chain(by_other.rings) {
            let (free_from, claims) = held.entry(ring.table).or_insert((now, 0));
            assert!(*free_from <= now, "{ring:?} is claimed while it is held");
            (*free_from, *claims) = (now + hidden_for(*claims), *claims + 1);
        }
        now = now + Duration::from_millis(10);
    }
    assert_eq!(held.len(), 250, "every alarm is claimed by somebody");
    Ok(())
}

fn at(millis: u64) -> GameTime {
    GameTime::from_millis(millis)
}

fn table(number: u8) -> TableId {
    TableId::from_bytes([number; 16])
}

fn set(number: u8, version: u64, due_ms: u64) -> Alarm {
    Alarm {
        table: table(number),
        version,
        due: Some(at(due_ms)),
    }
}

fn none(number: u8, version: u64) -> Alarm {
    Alarm {
        table: table(number),
        version,
        due: None,
    }
}

fn ring(number: u8, version: u64, due_ms: u64) -> Ring {
    Ring {
        table: table(number),
        version,
        due: at(due_ms),
    }
}

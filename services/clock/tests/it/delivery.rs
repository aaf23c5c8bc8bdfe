//! That alarms are delivered until they are acknowledged, whatever the authority does.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::authority::Health;
use crate::platform::{Platform, pass, table};

#[tokio::test(start_paused = true)]
async fn an_unreachable_authority_loses_no_alarm_and_is_not_stormed() {
    for health in [Health::Down, Health::Hanging] {
        let platform = Platform::start().await;
        for number in 0..1_000 {
            platform.authority.seat(table(number), 10_000 + number).await;
        }
        pass(9_900).await;
        platform.authority.world().health = health;
        pass(60_000).await;
        let calls = platform.authority.world().rings.len();
        assert!(calls > 0 && calls < 3_000, "{calls} calls in vain in a minute");
        assert!(
            platform
                .authority
                .world()
                .tables
                .values()
                .all(|table| table.flag.is_none())
        );

        platform.authority.world().health = Health::Well;
        pass(10_000).await;
        for table in platform.authority.world().tables.values() {
            let flag = table.flag.unwrap();
            assert!(flag.reading_ms - flag.due_ms.unwrap() <= 250, "{flag:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_asked_for_again_and_ends_nothing_twice() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    pass(4_900).await;
    platform.authority.world().health = Health::Mute;
    pass(400).await;
    let ended = platform.authority.table(table(1));
    assert!(ended.flag.is_some());
    platform.authority.world().health = Health::Well;
    pass(5_000).await;
    assert_eq!(platform.authority.table(table(1)), ended);
    let rings = platform.authority.world().rings.len();
    assert!(rings >= 2);
    pass(60_000).await;
    assert_eq!(platform.authority.world().rings.len(), rings, "acknowledged in the end");
}

#[tokio::test(start_paused = true)]
async fn a_table_in_trouble_holds_up_no_other_and_is_asked_less_and_less() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 1_000).await;
    platform.authority.world().tables.get_mut(&table(1)).unwrap().poisoned = true;
    let due_ms = platform.authority.seat(table(2), 30_000).await;
    pass(61_000).await;
    assert_eq!(platform.authority.table(table(2)).flag.unwrap().reading_ms, due_ms);
    let calls = platform
        .authority
        .world()
        .rings
        .iter()
        .filter(|ring| ring.table == table(1))
        .count();
    assert_eq!(
        calls,
        6 + (60_000 - 3_100) / 1_600,
        "six in the first 3.1 s, then one in 1.6 s"
    );

    platform.authority.world().tables.get_mut(&table(1)).unwrap().poisoned = false;
    pass(1_700).await;
    assert!(platform.authority.table(table(1)).flag.is_some(), "and never forgotten");
}

#[tokio::test(start_paused = true)]
async fn the_alarm_of_a_table_that_does_not_exist_is_removed() {
    let platform = Platform::start().await;
    platform.authority.arm(table(9), 1, Some(1_000)).await;
    pass(60_000).await;
    assert_eq!(platform.authority.world().rings.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_alarm_too_early_is_set_again_as_the_table_wants() {
    let platform = Platform::start().await;
    let due_ms = platform.authority.seat(table(1), 20_000).await;
    platform.authority.arm(table(1), 1, Some(3_000)).await;
    pass(3_001).await;
    assert_eq!(platform.authority.world().rings.len(), 1);
    assert_eq!(platform.authority.table(table(1)).flag, None);
    pass(20_000).await;
    assert_eq!(platform.authority.table(table(1)).flag.unwrap().reading_ms, due_ms);
    assert_eq!(platform.authority.world().rings.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_log_lost_its_tail_gets_its_alarm_back() {
    let platform = Platform::start().await;
    let due_ms = platform.authority.seat(table(1), 20_000).await;
    platform.authority.arm(table(1), 7, Some(10_000)).await;
    pass(30_000).await;
    assert_eq!(platform.authority.table(table(1)).flag.unwrap().reading_ms, due_ms);
    assert_eq!(
        platform.authority.world().rings.len(),
        2,
        "the answer of a lower version counts"
    );
}

#[tokio::test(start_paused = true)]
async fn a_killed_replica_s_deliveries_are_taken_over() {
    let platform = Platform::start().await;
    for number in 0..100 {
        platform.authority.seat(table(number), 10_000).await;
    }
    platform.authority.world().delay = Duration::from_millis(40);
    pass(10_020).await;
    assert_eq!(platform.authority.world().rings.len(), 100, "all under way");
    platform.replica.kill();
    let other = platform.another_replica().await;
    platform.authority.use_clock(other.internal());
    pass(230).await;
    for table in platform.authority.world().tables.values() {
        let flag = table.flag.unwrap();
        assert!(flag.reading_ms - flag.due_ms.unwrap() <= 250);
    }
}

#[tokio::test(start_paused = true)]
async fn an_authority_whose_clock_is_behind_is_not_stormed() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    pass(3_500).await;
    let of_another_store = Platform::start().await;
    platform.authority.use_clock(of_another_store.replica.internal());
    pass(3_000).await;
    let rings = platform.authority.world().rings.len();
    assert_eq!(
        platform.authority.table(table(1)).flag,
        None,
        "it is before 3 s for the authority"
    );
    assert!((1..=5).contains(&rings), "{rings}");
    platform.authority.use_clock(platform.replica.internal());
    pass(2_000).await;
    assert!(platform.authority.table(table(1)).flag.is_some());
}

#[tokio::test(start_paused = true)]
async fn what_is_armed_is_kept_over_a_time_without_any_replica() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 60_000).await;
    pass(1_000).await;
    platform.replica.kill();
    pass(600_000).await;
    let other = platform.another_replica().await;
    platform.authority.use_clock(other.internal());
    pass(61_000).await;
    assert!(platform.authority.table(table(1)).flag.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_for_a_while_loses_no_alarm() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    pass(4_900).await;
    platform.store.failing.store(true, Ordering::SeqCst);
    let claims = platform.store.claims.load(Ordering::SeqCst);
    pass(60_000).await;
    let in_vain = platform.store.claims.load(Ordering::SeqCst) - claims;
    assert!((1..100).contains(&in_vain), "{in_vain} claims in vain in a minute");
    platform.store.failing.store(false, Ordering::SeqCst);
    pass(5_000).await;
    assert!(platform.authority.table(table(1)).flag.is_some());
}

//! When alarms ring, and that the clock does nothing but wait between them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use crate::platform::{Platform, pass, table};

/// Hazard 19.
#[tokio::test(start_paused = true)]
async fn nobody_moves_and_nobody_is_connected_and_the_flag_still_falls() {
    let platform = Platform::start().await;
    pass(1_234).await;
    let due_ms = platform.authority.seat(table(1), 60_000).await;
    pass(59_999).await;
    assert_eq!(platform.authority.table(table(1)).flag, None);
    pass(2).await;
    let flag = platform.authority.table(table(1)).flag.unwrap();
    assert_eq!(
        (flag.due_ms, flag.reading_ms),
        (Some(due_ms), due_ms),
        "at the very millisecond"
    );
    pass(600_000).await;
    assert_eq!(
        platform.authority.world().rings.len(),
        1,
        "what is acknowledged rings no more"
    );
}

#[tokio::test(start_paused = true)]
async fn an_alarm_armed_earlier_than_the_one_waited_for_rings_in_time() {
    let platform = Platform::start().await;
    let late = platform.authority.seat(table(1), 60_000).await;
    pass(10_000).await;
    let early = platform.authority.seat(table(2), 5_000).await;
    pass(100_000).await;
    for (number, due_ms) in [(1, late), (2, early)] {
        assert_eq!(platform.authority.table(table(number)).flag.unwrap().reading_ms, due_ms);
    }
}

#[tokio::test(start_paused = true)]
async fn an_alarm_that_is_long_overdue_when_armed_rings_at_once() {
    let platform = Platform::start().await;
    pass(10_000).await;
    platform.authority.seat(table(1), 0).await;
    pass(1).await;
    assert_eq!(platform.authority.table(table(1)).flag.unwrap().reading_ms, 10_000);
}

#[tokio::test(start_paused = true)]
async fn a_move_before_the_deadline_puts_the_flag_off() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 10_000).await;
    for _ in 0..9 {
        pass(1_000).await;
        assert!(platform.authority.play(table(1)).await.is_some());
    }
    pass(999).await;
    assert_eq!(platform.authority.play(table(1)).await, Some(1), "a millisecond left");
    pass(1).await;
    assert_eq!(platform.authority.play(table(1)).await, None);
    pass(1).await;
    assert_eq!(platform.authority.table(table(1)).flag.unwrap().reading_ms, 10_000);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_polled_while_nothing_is_due() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 600_000).await;
    pass(1).await;
    let claims = platform.store.claims.load(Ordering::SeqCst);
    pass(599_000).await;
    assert_eq!(platform.store.claims.load(Ordering::SeqCst), claims);
    for number in 2..1_000 {
        platform.authority.seat(table(number), 600_000 + number).await;
    }
    pass(900).await;
    assert_eq!(
        platform.store.claims.load(Ordering::SeqCst),
        claims,
        "later alarms wake nobody"
    );
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_deadlines_within_ten_seconds_are_all_delivered_and_none_early() {
    let platform = Platform::start().await;
    platform.authority.world().delay = Duration::from_millis(5);
    for number in 0..10_000 {
        let spread = number * 7_919 % 10_000;
        platform.authority.seat(table(number), 20_000 + spread).await;
    }
    pass(60_000).await;
    let world = platform.authority.world();
    let mut lateness: Vec<u64> = world
        .tables
        .values()
        .map(|table| table.flag.unwrap())
        .map(|flag| flag.reading_ms.checked_sub(flag.due_ms.unwrap()).unwrap())
        .collect();
    lateness.sort_unstable();
    assert!(lateness[9_899] <= 250, "{} ms late", lateness[9_899]);
    assert_eq!(world.rings.len(), 10_000, "each once");
}

#[tokio::test(start_paused = true)]
async fn deliveries_are_bounded() {
    let platform = Platform::start().await;
    platform.authority.world().delay = Duration::from_millis(50);
    for number in 0..2_000 {
        platform.authority.seat(table(number), 5_000).await;
    }
    pass(10_000).await;
    let world = platform.authority.world();
    assert!(world.tables.values().all(|table| table.flag.is_some()));
    assert_eq!(world.most_at_once, 256);
}

#[tokio::test(start_paused = true)]
async fn a_table_is_rung_for_the_version_that_was_armed_last() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    platform.authority.world().tables.get_mut(&table(1)).unwrap().version = 3;
    platform.authority.arm(table(1), 3, Some(6_000)).await;
    platform.authority.arm(table(1), 2, Some(1_000)).await;
    let started = Instant::now();
    pass(10_000).await;
    let rings = platform.authority.world().rings.clone();
    assert_eq!(rings.len(), 1);
    assert_eq!(
        (rings[0].version, rings[0].at - started),
        (3, Duration::from_millis(6_000))
    );
}

#[tokio::test(start_paused = true)]
async fn a_table_that_needs_no_alarm_any_more_is_not_rung() {
    let platform = Platform::start().await;
    platform.authority.seat(table(1), 5_000).await;
    platform.authority.arm(table(1), 2, None).await;
    pass(10_000).await;
    assert_eq!(platform.authority.world().rings, []);
}

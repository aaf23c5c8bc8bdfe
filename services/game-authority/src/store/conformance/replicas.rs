//! What replicas know of each other through the store that they share.

use std::collections::BTreeSet;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use futures::StreamExt;
use tokio::time::sleep;

use super::samples::{account, after, ending, made, made_by, making, offer};
use crate::store::{
    Append, Appended, HeartbeatAnswer, LogRead, News, SPECTATORS_COUNT_FOR, StoreError, TableStore, Taking, Tended,
    WantedAlarm, decode_event,
};
use crate::table::{BySide, EventId, Version};

const LONG: Duration = Duration::from_secs(3_600);

/// Between two looks at what comes about by itself.
const PAUSE: Duration = Duration::from_millis(5);

fn at(millis: u64) -> GameTime {
    GameTime::from_millis(millis)
}

fn table(number: u8) -> TableId {
    TableId::from_bytes([number; 16])
}

pub(super) async fn an_append_of_one_is_news_to_the_other(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let mut news = other.news();
    assert_eq!(news.next().await, Some(News::Gap), "what was before is not heard");
    one.append(making(table(1), made_by(account(1)))).await?;
    one.append(after(table(1), made(), vec![offer(2), offer(u64::MAX)]))
        .await?;
    let second = Version {
        number: 2,
        event: EventId(2),
    };
    for (before, event) in [(made(), offer(2)), (second, offer(u64::MAX))] {
        let heard = loop {
            match news.next().await {
                Some(News::Gap) => {}
                heard => break heard,
            }
        };
        let grown = match heard {
            Some(News::Grown { table, before, event }) => Some((table, before, decode_event(&event))),
            _ => None,
        };
        assert_eq!(grown, Some((table(1), before, Ok(event))));
    }
    assert_eq!(
        other.append(after(table(1), made(), vec![offer(3)])).await?,
        Appended::HeadMoved,
        "the other goes by what the one has appended"
    );
    let tail = other.load(table(1), Some(second)).await?.log;
    assert_eq!(tail, LogRead::Tail(vec![offer(u64::MAX)]));
    Ok(())
}

pub(super) async fn an_answer_to_a_heartbeat_reaches_the_other(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let mut news = other.news();
    assert_eq!(news.next().await, Some(News::Gap));
    let answer = HeartbeatAnswer {
        table: table(1),
        account: account(1),
        nonce: u64::MAX,
    };
    // One that is told before the other listens to all partitions is lost, as any news may be.
    let heard = async { while news.next().await != Some(News::Answered(answer)) {} };
    let telling = async {
        loop {
            one.pass_on(answer).await?;
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        () = heard => Ok(()),
        told = telling => told,
    }
}

pub(super) async fn watchers_of_all_replicas_are_known_to_each(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let mut news = other.news();
    assert_eq!(news.next().await, Some(News::Gap));
    one.append(making(table(1), made_by(account(1)))).await?;
    let watched = |white, black, spectators| Tended {
        table: table(1),
        present: BySide { white, black },
        spectators,
        round_trips: BySide::default(),
        announce: white,
    };
    one.tend(at(1_000), &[watched(true, false, 3)]).await?;
    while news.next().await != Some(News::Attended(table(1))) {}
    let seen = |white, black| BySide { white, black };
    let answer = other.tend(at(2_000), &[watched(false, true, 4)]).await?[0];
    assert_eq!(answer.spectators, 7);
    assert_eq!(answer.seen, seen(Some(at(1_000)), Some(at(2_000))));
    let answer = one.tend(at(3_000), &[watched(false, false, 1)]).await?[0];
    assert_eq!(answer.spectators, 5, "a replica's last word counts");
    assert_eq!(answer.seen, seen(Some(at(1_000)), Some(at(2_000))));
    let later = at(2_000) + SPECTATORS_COUNT_FOR;
    assert_eq!(one.tend(later, &[watched(false, false, 1)]).await?[0].spectators, 5);
    let later = later + Duration::from_millis(1);
    assert_eq!(
        one.tend(later, &[watched(false, false, 1)]).await?[0].spectators,
        1,
        "who does not renew its lease is gone"
    );
    Ok(())
}

pub(super) async fn what_a_dead_replica_wanted_is_armed_by_another(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let wanted: Vec<WantedAlarm> = (1..=3)
        .map(|number| WantedAlarm {
            table: table(number),
            version: 1,
            due: (number < 3).then(|| at(u64::from(number))),
        })
        .collect();
    for alarm in &wanted {
        let append = making(alarm.table, made_by(account(1)));
        let alarm = alarm.due;
        one.append(Append { alarm, ..append }).await?;
    }
    // It arms the first, and dies.
    one.armed(&wanted[..1]).await?;
    while other.alarms_to_arm(10).await? != wanted[1..] {
        sleep(PAUSE).await;
    }
    other.armed(&wanted[1..]).await?;
    assert_eq!(other.alarms_to_arm(10).await?, []);
    Ok(())
}

pub(super) async fn no_two_takers_get_one_finished_table(
    one: &dyn TableStore,
    other: &dyn TableStore,
) -> Result<(), StoreError> {
    let all: BTreeSet<TableId> = (0..40).map(table).collect();
    for id in &all {
        one.append(making(*id, made_by(account(1)))).await?;
        one.append(ending(*id)).await?;
    }
    let taking = Taking {
        limit: 3,
        settled_for: Duration::ZERO,
        hidden_for: LONG,
    };
    let mut taken = Vec::new();
    loop {
        let (here, there) = tokio::join!(one.take_finished(taking), other.take_finished(taking));
        let (here, there) = (here?, there?);
        assert!(here.len() <= taking.limit && there.len() <= taking.limit);
        if here.is_empty() && there.is_empty() {
            break;
        }
        taken.extend(here);
        taken.extend(there);
    }
    assert_eq!(taken.len(), all.len());
    assert_eq!(BTreeSet::from_iter(taken.iter().copied()), all);

    let (here, there) = tokio::join!(one.acknowledge(&taken, LONG), other.acknowledge(&taken, LONG));
    assert_eq!(here? + there?, all.len(), "each is acknowledged once");
    assert_eq!(one.backlog().await?, 0);
    Ok(())
}

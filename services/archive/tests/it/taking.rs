//! Finished tables come into the archive once, whatever fails on the way.

use std::collections::HashSet;
use std::time::Duration;

use corners_archive::store::ArchiveStore;
use corners_proto::archive::v1::GetGameRequest;
use corners_proto::game::v1::{EndReason, Ending, Result as Outcome, Table};
use tokio::time::Instant;

use crate::rig::{Finished, Rig, finished_table};

fn tables(count: u64) -> Vec<Table> {
    (0..count).map(|seed| finished_table(Finished::short(seed))).collect()
}

/// The tables of all events of the feed, in its order.
async fn recorded(store: &dyn ArchiveStore) -> Vec<String> {
    let mut tables = Vec::new();
    loop {
        let events = store.events_after(tables.len() as u64, 1_000).await.unwrap();
        if events.is_empty() {
            return tables;
        }
        tables.extend(events.iter().map(|event| event.table.to_string()));
    }
}

fn ids(tables: &[Table]) -> HashSet<String> {
    tables.iter().map(|table| table.id.clone()).collect()
}

/// Every game is recorded, and once.
async fn assert_recorded_once(rig: &Rig, expected: &HashSet<String>) {
    let recorded = recorded(&*rig.store.inner()).await;
    assert_eq!(recorded.len(), expected.len());
    assert_eq!(&recorded.into_iter().collect::<HashSet<_>>(), expected);
}

#[tokio::test(start_paused = true)]
async fn finished_tables_are_recorded_and_then_acknowledged() {
    let rig = Rig::new();
    let tables = tables(600);
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.start();
    rig.authority.until_all_are_settled().await;
    assert_recorded_once(&rig, &ids(&tables)).await;
    assert!(rig.authority.world().dead.is_empty());
    for table in &tables[..3] {
        let request = GetGameRequest {
            table: table.id.clone(),
        };
        let found = rig.games().get_game(request).await.unwrap().into_inner().game.unwrap();
        assert_eq!(found.moves, table.moves);
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_acknowledgement_brings_a_game_again_and_it_is_known() {
    let rig = Rig::new();
    let tables = tables(20);
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.authority.world().acks_lost = 3;
    rig.start();
    rig.authority.until_all_are_settled().await;
    assert!(rig.authority.world().handed_out > tables.len(), "they came again");
    assert_recorded_once(&rig, &ids(&tables)).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_no_game_goes_to_the_dead_letters_and_holds_up_nothing() {
    let rig = Rig::new();
    let mut tables = tables(300);
    let poisoned = [0, 7, 150, 255, 256, 299];
    for index in poisoned {
        tables[index].moves[0].path = "a1-h8".to_owned();
    }
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.start();
    rig.authority.until_all_are_settled().await;
    let dead = rig.authority.world().dead.clone();
    assert_eq!(dead.len(), poisoned.len());
    for index in poisoned {
        let reason = &dead[&tables[index].id];
        assert!(reason.contains("moves[0].path"), "{reason}");
    }
    let mut good = ids(&tables);
    good.retain(|table| !dead.contains_key(table));
    assert_recorded_once(&rig, &good).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_the_store_refuses_is_found_among_the_others() {
    let rig = Rig::new();
    let tables = tables(256);
    let refused = [3, 4, 200];
    for index in refused {
        rig.store.refuse(tables[index].id.parse().unwrap());
    }
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.start();
    rig.authority.until_all_are_settled().await;
    let dead = rig.authority.world().dead.clone();
    let expected: HashSet<_> = refused.into_iter().map(|index| tables[index].id.clone()).collect();
    assert_eq!(dead.keys().cloned().collect::<HashSet<_>>(), expected);
    assert!(
        dead.values().all(|reason| reason.contains("the test refuses it")),
        "{dead:?}"
    );
    let good = &ids(&tables) - &expected;
    assert_recorded_once(&rig, &good).await;
    assert!(
        rig.store.count("record") < 60,
        "halves, not each by itself: {}",
        rig.store.count("record")
    );
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_with_other_content_changes_nothing_and_is_laid_aside() {
    let rig = Rig::new();
    let table = finished_table(Finished::short(1));
    rig.authority.finish(table.clone());
    rig.start();
    rig.authority.until_all_are_settled().await;
    let mut other = table.clone();
    other.state.as_mut().unwrap().ending = Some(Ending {
        reason: EndReason::DrawAgreement.into(),
        result: Outcome::Draw.into(),
        ..Ending::default()
    });
    rig.authority.finish(other);
    rig.authority.until_all_are_settled().await;
    let dead = rig.authority.world().dead.clone();
    assert!(dead[&table.id].contains("another game of this table"), "{dead:?}");
    let request = GetGameRequest {
        table: table.id.clone(),
    };
    let kept = rig.games().get_game(request).await.unwrap().into_inner().game.unwrap();
    assert_eq!(kept.ending, table.state.unwrap().ending);
    assert_recorded_once(&rig, &HashSet::from([table.id])).await;
}

#[tokio::test(start_paused = true)]
async fn while_the_store_is_away_nothing_is_acknowledged_and_afterwards_all_is_recorded() {
    let rig = Rig::new();
    rig.store.set_away(true);
    let tables = tables(300);
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.start();
    rig.store.until("record", 2).await;
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(rig.authority.world().waiting.len(), tables.len());
    let attempts = rig.store.count("record");
    assert!(attempts < 300, "{attempts} attempts in two minutes");
    rig.store.set_away(false);
    rig.authority.until_all_are_settled().await;
    assert_recorded_once(&rig, &ids(&tables)).await;
}

#[tokio::test(start_paused = true)]
async fn an_authority_that_is_away_is_asked_again_until_it_is_back() {
    let rig = Rig::new();
    rig.authority.world().is_away = true;
    let table = finished_table(Finished::short(1));
    rig.authority.finish(table.clone());
    rig.start();
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(recorded(&*rig.store.inner()).await.is_empty());
    rig.authority.world().is_away = false;
    rig.authority.until_all_are_settled().await;
    assert_recorded_once(&rig, &HashSet::from([table.id])).await;
}

#[tokio::test(start_paused = true)]
async fn two_archives_with_the_same_tables_record_each_once() {
    let rig = Rig::new();
    let other = rig.another();
    rig.authority.world().hands_out_twice = true;
    let tables = tables(400);
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    rig.start();
    other.start();
    rig.authority.until_all_are_settled().await;
    assert_recorded_once(&rig, &ids(&tables)).await;
    assert!(rig.authority.world().dead.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_batch_in_hand_is_finished_before_the_archive_ends() {
    let rig = Rig::new();
    let tables = tables(256);
    tables.iter().for_each(|table| rig.authority.finish(table.clone()));
    let loops = rig.start();
    rig.store.until("record", 1).await;
    rig.drain.start();
    assert!(rig.drain.finish(Duration::from_secs(10)).await);
    loops.await.unwrap();
    let recorded: HashSet<_> = recorded(&*rig.store.inner()).await.into_iter().collect();
    let acknowledged: HashSet<_> = rig.authority.world().acknowledged.iter().cloned().collect();
    assert_eq!(recorded, acknowledged);
    assert!(!recorded.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_idle_archive_asks_a_few_times_a_second() {
    let rig = Rig::new();
    rig.start();
    rig.store.until("events_after", 1).await;
    let (began, before) = (Instant::now(), rig.store.count_all());
    tokio::time::sleep(Duration::from_secs(60)).await;
    let per_second = (rig.store.count_all() - before) as f64 / began.elapsed().as_secs_f64();
    assert!(per_second < 25.0, "{per_second} questions a second");
}

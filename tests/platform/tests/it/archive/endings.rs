//! Whatever ends a game, and however much of it at once: one result.

use std::sync::Arc;

use corners_client::Session;
use corners_client::proto::game::v1::{
    ClaimGameRequest, CreateTableRequest, JoinTableRequest, RealTime, ResignRequest, Side, TimeControl, time_control,
};
use futures::future::join_all;
use tokio::sync::Barrier;

use super::support::{Archived, finished_game, two_of_each};

/// Tables whose games end at the same moments.
const TABLES: usize = 24;

/// Games that end while everything is told to stop.
const MANY: usize = 1000;

fn one_second() -> TimeControl {
    TimeControl {
        kind: Some(time_control::Kind::RealTime(RealTime {
            reserve: Some(prost_types::Duration { seconds: 1, nanos: 0 }),
            increment: None,
        })),
    }
}

/// A table at which both have moved, so that White's clock of a second runs.
async fn running_table(white: &Session, black: &Session) -> String {
    let request = CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(one_second()),
        ..Default::default()
    };
    let table = white.create_table(request).await.unwrap().id;
    let request = JoinTableRequest {
        table: table.clone(),
        ..Default::default()
    };
    black.join_table(request).await.unwrap();
    white.play(&table, "c3-d3", None).await.unwrap();
    black.play(&table, "f6-e6", None).await.unwrap();
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resignation_flag_and_claim_at_one_moment_make_one_result() {
    let archived = Arc::new(Archived::on(two_of_each()).await);
    let games = (0..TABLES).map(|number| {
        let archived = Arc::clone(&archived);
        tokio::spawn(async move { end_in_every_way(&archived, number).await })
    });
    let tables: Vec<_> = join_all(games).await.into_iter().map(Result::unwrap).collect();

    let mut feed = archived.feed();
    feed.until_all(&tables).await;
    for table in &tables {
        let game = archived.game(table).await;
        let live = archived.reader.get_table(table).await.unwrap().state.unwrap();
        assert_eq!(game.ending, live.ending, "{table}");
    }
    assert_eq!(feed.events.len(), TABLES);
}

/// Both resign and claim again and again until the flag has fallen or one of them was faster.
async fn end_in_every_way(archived: &Archived, number: usize) -> String {
    let (white, black) = (
        archived.corners.guest().await.unwrap(),
        archived.corners.guest().await.unwrap(),
    );
    let table = running_table(&white, &black).await;
    let mut watch = white.watch([&table]);
    let barrier = Barrier::new(2);
    let act = async |session: &Session, side: Side| {
        barrier.wait().await;
        // Some wait until the flag falls by itself, so that it meets the others' words.
        let claim = ClaimGameRequest {
            table: table.clone(),
            side: side.into(),
            ..Default::default()
        };
        let _ = session.claim_game(claim).await;
        if !number.is_multiple_of(3) {
            let resign = ResignRequest {
                table: table.clone(),
                side: side.into(),
                ..Default::default()
            };
            let _ = session.resign(resign).await;
        }
    };
    tokio::join!(act(&white, Side::White), act(&black, Side::Black));
    while let Some(update) = watch.next_in_log().await {
        update.unwrap();
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_games_that_end_while_everything_is_told_to_stop_are_all_archived() {
    let mut archived = Archived::on(two_of_each()).await;
    let player = archived.corners.guest().await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..MANY / 50 {
        let made = join_all((0..50).map(|_| super::support::table(&player))).await;
        tables.extend(made.into_iter().map(|table| table.unwrap().id));
    }
    let ending = tokio::spawn({
        let (player, tables) = (player.clone(), tables.clone());
        async move {
            let mut ends = futures::stream::FuturesUnordered::new();
            for table in tables {
                let player = player.clone();
                ends.push(async move { super::support::resign(&player, &table).await });
                if ends.len() == 50 {
                    futures::StreamExt::next(&mut ends).await.unwrap().unwrap();
                }
            }
            while let Some(ended) = futures::StreamExt::next(&mut ends).await {
                ended.unwrap();
            }
        }
    });
    // One replica of each after the other, as a deploy does it.
    for replica in 0..2 {
        assert!(archived.stage.archives[replica].stop().await.success());
        assert!(archived.stage.authorities[replica].stop().await.success());
        archived.stage.authorities[replica].restart().await;
        archived.stage.archives[replica].restart().await;
    }
    ending.await.unwrap();
    // Later than all the others, so that nothing is left behind it.
    tables.push(finished_game(&player).await.unwrap());
    let mut feed = archived.feed();
    feed.until_all(&tables).await;
    assert_eq!(feed.events.len(), tables.len());
}

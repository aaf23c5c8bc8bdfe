//! Postgres away, archives killed: nothing is lost, and nothing is there twice.

use corners_client::proto::error::Reason;
use corners_platform_tests::Kill;
use futures::future::join_all;

use super::support::{Archived, finished_game, table, two_of_each};

/// Games of a round.
const GAMES: usize = 40;

/// Finished games that may wait.
const BACKLOG: usize = 30;

async fn finished_games(archived: &Archived, count: usize) -> Vec<String> {
    let player = archived.corners.guest().await.unwrap();
    let games = join_all((0..count).map(|_| finished_game(&player))).await;
    games.into_iter().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn archives_killed_between_transaction_and_acknowledgement_record_everything_once() {
    let mut archived = Archived::on(two_of_each()).await;
    let mut tables = Vec::new();
    for round in 0..4 {
        let replica = round % 2;
        archived.stage.archives[replica].kill();
        let kill = Kill {
            point: "archive-after-record",
            passage: 1,
        };
        archived.stage.archives[replica].restart_to_die(kill).await;
        tables.extend(finished_games(&archived, GAMES).await);
        // It takes some of them, records them, and dies.
        archived.stage.archives[1 - replica].pause();
        archived.stage.archives[replica].gone().await;
        archived.stage.archives[1 - replica].resume();
        archived.stage.archives[replica].restart().await;
    }
    let mut feed = archived.feed();
    feed.until_all(&tables).await;
    assert_eq!(feed.events.len(), tables.len());
    for table in &tables {
        assert_eq!(archived.game(table).await.table, *table);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_postgres_is_away_games_go_on_up_to_the_bound_and_are_all_recorded_afterwards() {
    let bound = BACKLOG.to_string();
    let stage = two_of_each().authorities_with("CORNERS_GAME__MOST_FINISHED", &bound);
    let mut archived = Archived::on(stage).await;
    let player = archived.corners.guest().await.unwrap();
    let on_the_board = table(&player).await.unwrap().id;
    let mut tables = finished_games(&archived, 5).await;
    archived.feed().until_all(&tables).await;

    archived.stage.postgres().kill().await.unwrap();
    // New tables are made until the bound is noticed.
    let refused = loop {
        match finished_game(&player).await {
            Ok(table) => tables.push(table),
            Err(error) => break error,
        }
        assert!(tables.len() < 100 * BACKLOG, "no bound is kept");
    };
    assert!(refused.reason() == Some(Reason::BacklogFull.as_str()), "{refused}");
    // A game that is on goes on.
    player.play(&on_the_board, "c3-d3", None).await.unwrap();
    super::support::resign(&player, &on_the_board).await.unwrap();
    tables.push(on_the_board);

    archived.stage.postgres().restart().await.unwrap();
    let mut feed = archived.feed();
    feed.until_all(&tables).await;
    // There is room again: the SDK tries until there is.
    tables.push(finished_game(&player).await.unwrap());
    feed.until_all(&tables).await;
    assert_eq!(feed.events.len(), tables.len());
}

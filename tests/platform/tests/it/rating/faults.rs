//! Whatever is killed on the way, a rated game changes both ratings once.

use std::sync::Arc;

use corners_platform_tests::Kill;
use futures::future::join_all;

use super::support::{Hall, Rated, changes, game, two_of_each};

/// Games that are played while something is killed.
const GAMES: usize = 12;

/// Plays games of fresh players, at once.
async fn games(hall: &Arc<Hall>) -> Vec<String> {
    let playing = (0..GAMES).map(|_| {
        let hall = Arc::clone(hall);
        tokio::spawn(async move {
            let players = hall.guests(2).await;
            game(&hall, &players[0], &players[1]).await
        })
    });
    join_all(playing).await.into_iter().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_killed_around_their_transaction_count_every_game_once() {
    let mut rated = Rated::on(two_of_each()).await;
    let mut tables = Vec::new();
    for (round, point) in ["rating-before-take", "rating-before-commit", "rating-after-take"]
        .into_iter()
        .enumerate()
    {
        let replica = round % 2;
        let stage = &mut rated.stage;
        stage.ratings[0].kill();
        stage.ratings[1].kill();
        // It is alone, so that it comes to the point.
        stage.ratings[replica].restart_to_die(Kill { point, passage: 1 }).await;
        tables.extend(games(&rated.hall).await);
        rated.stage.ratings[replica].gone().await;
        rated.stage.ratings[0].restart().await;
        rated.stage.ratings[1].restart().await;
    }
    let events = rated.hall.events(&tables).await;
    assert_eq!(
        events.iter().map(|event| changes(event).len()).sum::<usize>(),
        2 * tables.len()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_change_both_ratings_once_whatever_is_killed_while_they_are_played() {
    let mut rated = Rated::on(two_of_each()).await;
    let mut tables = Vec::new();
    for victim in ["authorities", "archives", "ratings", "postgres"] {
        let playing = tokio::spawn({
            let hall = Arc::clone(&rated.hall);
            async move { games(&hall).await }
        });
        // Some of these have ended when something is killed, and the others have not.
        tables.extend(games(&rated.hall).await);
        let stage = &mut rated.stage;
        let killed = match victim {
            "authorities" => &mut stage.authorities[..1],
            "archives" => &mut stage.archives[..],
            "ratings" => &mut stage.ratings[..],
            _ => {
                stage.postgres().kill().await.unwrap();
                stage.postgres().restart().await.unwrap();
                &mut []
            }
        };
        for service in &mut *killed {
            service.kill();
        }
        for service in killed {
            service.restart().await;
        }
        tables.extend(playing.await.unwrap());
    }
    let events = rated.hall.events(&tables).await;
    assert_eq!(
        events.iter().map(|event| changes(event).len()).sum::<usize>(),
        2 * tables.len()
    );
}

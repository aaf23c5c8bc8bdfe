//! A player whose moves go to another replica than the one that measures its way.

use std::time::Duration;

use corners_client::proto::game::v1::{PlayMoveRequest, Side};
use tokio::time::sleep;

use super::support::{Replicas, both_seats, paths, playing, seconds};

/// How long each turn takes.
const TURN: Duration = Duration::from_millis(200);

/// Leases, and with them the round trip, are renewed every 4 s: some move must see it before so many.
const MOST_MOVES: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_round_trip_measured_by_one_replica_is_granted_by_another() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let table = player.at(0).create_table(both_seats(seconds(600), "")).await.unwrap();
    // Answers heartbeats, by itself.
    let _watch = player.at(0).watch([&table.id]);
    let mut state = table.state.unwrap();
    for number in 0..MOST_MOVES {
        sleep(TURN).await;
        let legal = paths(&state);
        // Not always the same, or the game would be drawn.
        let path = legal[number * 7 % legal.len()].to_owned();
        let before = state.clocks.unwrap();
        let request = PlayMoveRequest {
            think_time: Some(prost_types::Duration::default()),
            ..playing(&table.id, &state, &path)
        };
        let played = player.at(1).play_move(request).await.unwrap();
        let (made, after) = (played.r#move.unwrap(), played.state.unwrap());
        if before.running() == made.side() {
            let clock_ms = match made.side() {
                Side::Black => before.black_ms,
                _ => before.white_ms,
            };
            assert_eq!(made.remaining_ms, Some(clock_ms - made.elapsed_ms + made.lag_credit_ms));
        }
        if made.lag_credit_ms > 0 {
            assert!(made.lag_credit_ms <= made.elapsed_ms);
            return;
        }
        state = after;
    }
    panic!("no move was given anything back");
}

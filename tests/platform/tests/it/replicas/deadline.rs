//! Moves at the last moment, and flags that nobody waits for.

use std::time::Duration;

use corners_client::Options;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{
    CreatorSeats, EndReason, JoinTableRequest, Result as Outcome, Table, TableState, TableStatus,
};
use corners_platform_tests::{Kill, Stage};
use corners_proto::game::internal::v1::TakeFinishedRequest;
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_test_redis::{Durability, Options as RedisOptions, Step};
use futures::future::join_all;
use tokio::time::{Instant, interval, sleep_until};

use super::support::{Everywhere, Replicas, both_seats, log, playing, replicas, seconds, version};

/// Games of which each has one move at its last moment.
const GAMES: u32 = 90;

/// What an alarm waits for after the deadline, for moves that were punched in time.
const GRACE: Duration = Duration::from_millis(120);

/// How far the moves of games that follow each other are apart.
const SPREAD: Duration = Duration::from_millis(2);

/// What became of the move at the last moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Played,
    TooLate,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_at_the_last_moment_is_played_or_loses_and_its_rival_never_loses_by_it() {
    let replicas = Replicas::start().await;
    let (white, black) = (replicas.guest().await, replicas.guest().await);
    let games = (0..GAMES).map(|number| a_move_at_the_last_moment(&replicas, &white, &black, number));
    let moves = join_all(games).await;
    for became in [Move::Played, Move::TooLate] {
        assert!(moves.contains(&became), "no move was {became:?}");
    }
}

/// The moment of the third move: a third of the games early in the turn, a third about when White's clock is at zero, and a
/// third about when the alarm ends the game.
fn last_moment(state: &TableState, seen: Instant, number: u32) -> Instant {
    let clocks = state.clocks.as_ref().unwrap();
    let zero = Duration::from_millis(clocks.white_ms);
    let alarm = Duration::from_millis(clocks.due_ms.unwrap() - clocks.game_time_ms) + GRACE;
    let moment = [zero / 10, zero, alarm][number as usize % 3];
    seen + (moment + SPREAD * number).saturating_sub(SPREAD * (GAMES / 2))
}

async fn a_move_at_the_last_moment(replicas: &Replicas, white: &Everywhere, black: &Everywhere, number: u32) -> Move {
    let at = number as usize;
    let table = running_game(white, black, at).await;
    let state = table.state.as_ref().unwrap();
    sleep_until(last_moment(state, Instant::now(), number)).await;
    let played = white.at(at / 2).play_move(playing(&table.id, state, "d3-e3")).await;
    let became = match &played {
        Ok(played) => {
            let after = played.state.as_ref().unwrap();
            assert_eq!(after.status(), TableStatus::Playing, "the game goes on");
            Move::Played
        }
        Err(error) if error.is(Reason::FlagFallen) || error.is(Reason::GameOver) => Move::TooLate,
        Err(error) => panic!("neither played nor too late: {error}"),
    };
    if became == Move::Played {
        // Its own flag may have fallen by now.
        let _ = black.at(at).seat(&table.id).resign().await;
    }
    let over = until_over(replicas, white, &table.id).await;
    assert_eq!(over.moves.len(), if became == Move::Played { 3 } else { 2 });
    let ending = over.state.as_ref().unwrap().ending.as_ref().unwrap();
    if became == Move::TooLate {
        assert_eq!(
            (ending.result(), ending.reason()),
            (Outcome::BlackWins, EndReason::Timeout)
        );
    }
    let events = log(white.at(at), &table, version(over.state.as_ref()).number).await;
    let ends = events
        .iter()
        .filter(|event| matches!(event.kind, Some(Kind::GameEnded(_))));
    assert_eq!(ends.count(), 1);
    became
}

/// A game in which White's clock has begun to run, with a second on it.
async fn running_game(white: &Everywhere, black: &Everywhere, at: usize) -> Table {
    let mut request = both_seats(seconds(1), "");
    request.seats = CreatorSeats::White.into();
    let mut table = white.at(at).create_table(request).await.unwrap();
    let joining = JoinTableRequest {
        table: table.id.clone(),
        ..Default::default()
    };
    black.at(at + 1).join_table(joining).await.unwrap();
    white.at(at).play(&table.id, "c3-d3", None).await.unwrap();
    table.state = black.at(at).play(&table.id, "f6-e6", None).await.unwrap().state;
    table
}

/// The table after its end, of which all replicas say the same.
async fn until_over(replicas: &Replicas, reader: &Everywhere, table: &str) -> Table {
    let mut watch = reader.at(0).watch([table]);
    while let Some(update) = watch.next_in_log().await {
        update.unwrap();
    }
    replicas.agreed(reader, table).await
}

/// How often it is asked whether the game is over.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_though_its_authority_died_and_the_clock_of_redis_was_set_back() {
    let own_clock = RedisOptions::of(Durability::Always).own_clock();
    let mut stage = Stage::build().replicas_on(own_clock).start().await;
    let player = stage.player().await;
    let [dies, stays] = [0, 1].map(|replica| stage.connect_to(replica, Options::default()));
    let (dies, stays) = (player.over(&dies.await), player.over(&stays.await));
    let table = stays.create_table(both_seats(seconds(1), "")).await.unwrap().id;
    stays.play(&table, "c3-d3", None).await.unwrap();
    stage.authorities[0].kill();
    let after_its_append = Kill {
        point: "after-append",
        passage: 1,
    };
    stage.authorities[0].restart_to_die(after_its_append).await;
    // Nobody arms the alarm of the next move before the clock is set.
    stage.authorities[1].pause();
    let last_move = tokio::spawn(async move { dies.play(&table, "f6-e6", None).await });
    stage.authorities[0].gone().await;
    last_move.abort();
    let hour = Duration::from_secs(60 * 60);
    stage.redis().step_clock(Step::Back(hour)).unwrap();
    stage.authorities[1].resume();
    let over = next_finished(&stage, 1).await;
    assert_eq!(over.moves.len(), 2);
    assert_eq!(over.state.unwrap().ending.unwrap().reason(), EndReason::Timeout);
}

/// The next table that is over, as whoever records them takes it from a replica: no player, who looks at no table that is
/// on.
async fn next_finished(stage: &Stage, replica: usize) -> Table {
    let inside = stage.inside(stage.authority_internal_address(replica)).await;
    let mut archive = GameInternalServiceClient::new(inside);
    let mut look = interval(BETWEEN_LOOKS);
    loop {
        look.tick().await;
        let taken = archive.take_finished(TakeFinishedRequest { limit: 1 }).await.unwrap();
        if let Some(over) = taken.into_inner().tables.pop() {
            return over;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_with_nobody_connected() {
    let stage = replicas(Durability::EverySecond).start().await;
    let (table, due_ms) = {
        let alone = stage.guest().await;
        let table = alone.create_table(both_seats(seconds(1), "")).await.unwrap().id;
        alone.play(&table, "c3-d3", None).await.unwrap();
        let state = alone.play(&table, "f6-e6", None).await.unwrap().state.unwrap();
        (table, state.clocks.unwrap().due_ms.unwrap())
    };
    stage.entrance.cut().await;
    let over = next_finished(&stage, 0).await;
    assert_eq!(over.id, table);
    let state = over.state.unwrap();
    assert_eq!(state.ending.unwrap().reason(), EndReason::Timeout);
    assert!(state.clocks.unwrap().game_time_ms >= due_ms, "not before its time");
}

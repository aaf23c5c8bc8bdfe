//! Redis that is away, slow, full or read-only, and what players are told meanwhile.

use std::time::Duration;

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::TableState;
use corners_client::{Options, Session};
use corners_platform_tests::{Player, Proxy, Service, Stage};
use corners_test_redis::{Durability, Options as RedisOptions};
use futures::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tokio::time::Instant;
use tonic::Code;

use super::support::{Everywhere, Replicas, next_event, paths, playing, replicas, version};

/// What a call may take while Redis is away, and what a busy machine adds.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
const SLACK: Duration = Duration::from_secs(1);

/// Calls that are made while Redis is away.
const CALLS: usize = 40;

/// What can be wrong with Redis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Killed,
    Paused,
    Refused,
    BlackHole,
    Slow,
    Full,
    ReadOnly,
}

use Fault::{BlackHole, Full, Killed, Paused, ReadOnly, Refused, Slow};

impl Fault {
    async fn begin(self, stage: &mut Stage) {
        match self {
            Killed => stage.redis_mut().kill(),
            Paused => stage.redis().pause(),
            Refused => {
                for link in links(stage) {
                    link.refuse().await;
                }
            }
            BlackHole => links(stage).for_each(Proxy::black_hole),
            Slow => links(stage).for_each(|link| link.delay(Duration::from_secs(2))),
            Full => stage.redis().config_set("maxmemory", "1").await.unwrap(),
            ReadOnly => stage.redis().ask(&["REPLICAOF", "127.0.0.1", "1"]).await.unwrap(),
        }
    }

    async fn end(self, stage: &mut Stage) {
        match self {
            Killed => stage.redis_mut().restart().await.unwrap(),
            Paused => stage.redis().resume(),
            Refused => {
                for link in links(stage) {
                    link.accept().await;
                }
            }
            BlackHole => links(stage).for_each(Proxy::flow),
            Slow => links(stage).for_each(|link| link.delay(Duration::ZERO)),
            Full => stage.redis().config_set("maxmemory", "0").await.unwrap(),
            ReadOnly => stage.redis().ask(&["REPLICAOF", "NO", "ONE"]).await.unwrap(),
        }
    }
}

/// All ways to Redis.
fn links(stage: &Stage) -> impl Iterator<Item = &Proxy> {
    let links = &stage.links;
    links.clocks_to_redis.iter().chain(&links.authorities_to_redis)
}

/// Sends every call once.
fn impatient() -> Options {
    Options {
        max_tries: 1,
        ..Default::default()
    }
}

async fn sessions_that_send_once(stage: &Stage, player: &Player) -> Vec<Session> {
    let mut sessions = Vec::new();
    for replica in 0..stage.authorities.len() {
        sessions.push(player.over(&stage.connect_to(replica, impatient()).await));
    }
    sessions
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_redis_is_away_calls_are_unavailable_within_a_second_and_it_comes_back_without_a_restart() {
    let mut replicas = Replicas::on(replicas(Durability::Always).start().await).await;
    let player = replicas.stage.player().await;
    let once = sessions_that_send_once(&replicas.stage, &player).await;
    let player = replicas.everywhere(&player);
    let table = player.table().await;
    let mut watches: Vec<_> = player.all().map(|session| session.watch([&table.id])).collect();
    for watch in &mut watches {
        watch.next_in_log().await.unwrap().unwrap();
    }
    let mut random = StdRng::seed_from_u64(1);
    let mut state = table.state.clone().unwrap();
    for fault in [Killed, Paused, Refused, BlackHole, Slow, Full, ReadOnly] {
        fault.begin(&mut replicas.stage).await;
        let lines_before = warnings(&replicas.stage);
        calls_are_unavailable(&once, &table.id, &state, fault).await;
        let lines = warnings(&replicas.stage) - lines_before;
        assert!(
            lines < CALLS,
            "{fault:?} was logged {lines} times, by calls and not by changes"
        );
        fault.end(&mut replicas.stage).await;
        state = goes_on(&player, &table.id, &mut random).await;
    }
    // Whatever anybody missed came later.
    let head = version(replicas.agreed(&player, &table.id).await.state.as_ref()).number;
    let first = version(table.state.as_ref()).number;
    for watch in &mut watches {
        for expected in first + 1..=head {
            let event = next_event(watch).await.unwrap();
            assert_eq!(version(event.state.as_ref()).number, expected);
        }
    }
}

/// Many calls at once: each is refused, and in time. Whether one of them happens later nobody knows.
async fn calls_are_unavailable(once: &[Session], table: &str, state: &TableState, fault: Fault) {
    let path = paths(state)[0].to_owned();
    let calls = (0..CALLS).map(|call| {
        let session = &once[call % once.len()];
        let request = playing(table, state, &path);
        async move {
            let sent = Instant::now();
            (session.play_move(request).await, sent.elapsed())
        }
    });
    for (answer, took) in join_all(calls).await {
        let error = answer.err().unwrap_or_else(|| panic!("{fault:?}: a call got through"));
        assert_eq!(
            error.code(),
            Some(Code::Unavailable),
            "{fault:?} after {took:?}: {error}"
        );
        assert!(took < ANSWERED_WITHIN + SLACK, "{fault:?}: answered after {took:?}");
    }
}

/// Every replica takes moves again.
async fn goes_on(player: &Everywhere, table: &str, random: &mut StdRng) -> TableState {
    let mut state = player.at(0).get_table(table).await.unwrap().state.unwrap();
    for session in player.all() {
        // What was in doubt may happen until then.
        loop {
            let path = *paths(&state).choose(random).unwrap();
            match session.play_move(playing(table, &state, path)).await {
                Ok(played) => break state = played.state.unwrap(),
                Err(error) if error.is(Reason::StaleTurn) => {
                    state = session.get_table(table).await.unwrap().state.unwrap();
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    player.at(0).get_table(table).await.unwrap().state.unwrap()
}

/// Warnings that the replicas have logged.
fn warnings(stage: &Stage) -> usize {
    let services = stage.authorities.iter().chain(&stage.clocks);
    let logs = services.map(Service::log);
    logs.map(|log| log.lines().filter(|line| line.contains(" WARN ")).count())
        .sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_cannot_use_redis_says_so_and_does_not_start() {
    let guarded = RedisOptions::of(Durability::Memory).password("open sesame");
    let password = "CORNERS_REDIS__PASSWORD";
    let stage = Stage::build().replicas_on(guarded);
    let stage = stage.clocks_with(password, "open sesame");
    let mut stage = stage.authorities_with(password, "open sesame").start().await;
    let (wrong_password, nobody_there) = ((password, "guessed"), ("CORNERS_REDIS__NODES", "127.0.0.1:9"));
    for (setting, says) in [(wrong_password, "password"), (nobody_there, "127.0.0.1:9")] {
        for service in [0, 1] {
            let service = if service == 0 {
                &mut stage.clocks[0]
            } else {
                &mut stage.authorities[0]
            };
            service.kill();
            let (status, log) = service.refused_start(&[setting]).await;
            assert!(!status.success());
            assert!(log.contains("error: ") && log.contains(says), "{log}");
            assert!(!log.contains("guessed"), "a password is never shown: {log}");
        }
    }
    stage.clocks[0].restart().await;
    stage.redis().ask::<()>(&["REPLICAOF", "127.0.0.1", "1"]).await.unwrap();
    let (status, log) = stage.authorities[0].refused_start(&[]).await;
    assert!(!status.success());
    assert!(log.contains("READONLY") || log.contains("replica"), "{log}");
}

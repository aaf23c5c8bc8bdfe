//! What is special about the store in Redis: forgetful servers, and the script that moves the pair.

use std::collections::BTreeSet;
use std::time::Duration;

use corners_clock::store::{ClockStore, RedisClockStore};
use corners_clock::{Alarm, Ring};
use corners_clockwork::{Beat, GameTime};
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Durability, Server};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use crate::platform::table;

const PAIR: &str = "clock:{time}:pair";

async fn connect(server: &Server) -> Redis {
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()]);
    Redis::connect(&config).await.unwrap()
}

async fn started() -> (Server, RedisClockStore) {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = RedisClockStore::new(connect(&server).await);
    (server, store)
}

async fn put(server: &Server, beat: &Beat) {
    server.ask::<()>(&["DEL", PAIR]).await.unwrap();
    let [own, came, game] = [beat.own_ms, beat.came_ms, beat.game.millis()].map(|millis| millis.to_string());
    server
        .ask::<()>(&["HSET", PAIR, "own_ms", &own, "came_ms", &came, "game_ms", &game])
        .await
        .unwrap();
    if let Some(stall_end) = beat.stall_end {
        let stall_end = stall_end.millis().to_string();
        server
            .ask::<()>(&["HSET", PAIR, "stall_end_ms", &stall_end])
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn the_script_moves_the_pair_as_the_arithmetic_says() {
    let (server, _) = started().await;
    let redis = connect(&server).await;
    let span = || prop_oneof![Just(0), 0..3_000_i64, -3_000..0_i64, -5_000_000..5_000_000_i64];
    let game = prop_oneof![0..20_000_u64, 1_000_000_000_000..9_000_000_000_000_000_u64];
    let stall = prop::option::of(-3_000..=0_i64);
    let mut runner = TestRunner::new(Config::with_cases(500));
    for _ in 0..500 {
        let cases = (span(), span(), span(), game.clone(), stall.clone())
            .new_tree(&mut runner)
            .unwrap();
        let (beat_to_now, came_to_now, probe_to_now, game_ms, stall_to_game) = cases.current();
        // A replica that has seen nothing yet.
        let store = RedisClockStore::new(redis.clone());
        let now = i64::try_from(RedisClockStore::new(redis.clone()).read().await.unwrap().own_now_ms).unwrap();
        let moment = |offset: i64| u64::try_from(now + offset).unwrap();
        let stored = Beat {
            own_ms: moment(beat_to_now),
            came_ms: moment(came_to_now),
            game: GameTime::from_millis(game_ms),
            stall_end: stall_to_game.map(|offset| GameTime::from_millis(game_ms.saturating_add_signed(offset))),
        };
        put(&server, &stored).await;
        let probe_began_ms = moment(probe_to_now);
        let moved = store.beat(probe_began_ms).await.unwrap();
        let expected = stored.after_probe(probe_began_ms, moved.own_now_ms);
        assert_eq!(
            moved.beat, expected,
            "{stored:?}, probe at {probe_began_ms}, now {}",
            moved.own_now_ms
        );
        assert_eq!(store.read().await.unwrap().beat, expected);
    }
}

#[tokio::test]
async fn a_server_that_forgot_the_pair_is_reminded_of_it() {
    let (server, store) = started().await;
    let own_ms = store.read().await.unwrap().own_now_ms;
    let seen = Beat {
        own_ms,
        came_ms: own_ms,
        game: GameTime::from_millis(3_600_000),
        stall_end: Some(GameTime::from_millis(5_000)),
    };
    put(&server, &seen).await;
    assert_eq!(store.read().await.unwrap().beat, seen);

    // A failover to a replica that lacks the last second of it.
    let behind = Beat {
        game: GameTime::from_millis(3_599_000),
        ..seen
    };
    put(&server, &behind).await;
    assert_eq!(store.read().await.unwrap().beat.game, seen.game, "no reading goes back");
    let newcomer = RedisClockStore::new(connect(&server).await);
    assert_eq!(newcomer.read().await.unwrap().beat.game, behind.game);
    let own_now_ms = store.read().await.unwrap().own_now_ms;
    let moved = store.beat(own_now_ms).await.unwrap().beat;
    assert!(moved.game >= seen.game);
    assert_eq!(
        newcomer.read().await.unwrap().beat,
        moved,
        "the next beat tells everybody"
    );

    // All is lost.
    server.ask::<()>(&["FLUSHALL"]).await.unwrap();
    let after = store.read().await.unwrap();
    assert_eq!((after.beat.game, after.beat.stall_end), (moved.game, moved.stall_end));
    store.beat(after.own_now_ms).await.unwrap();
    assert!(newcomer.read().await.unwrap().beat.game >= moved.game);
}

#[tokio::test]
async fn alarms_leave_nothing_behind() {
    let (server, store) = started().await;
    let alarm = |number, version, due| Alarm {
        table: table(number),
        version,
        due,
    };
    let due = GameTime::from_millis(1_000);
    let spread = |number: u64| number << 56 | number;
    store
        .arm((0..256).map(|number| alarm(spread(number), 1, Some(due))).collect())
        .await
        .unwrap();
    assert_eq!(server.ask::<usize>(&["DBSIZE"]).await.unwrap(), 2 * 256);
    let mut rings: Vec<Ring> = Vec::new();
    let mut now = due;
    while rings.len() < 256 {
        rings.extend(store.claim(now, 100).await.unwrap().rings);
        for ring in rings.iter().filter(|ring| ring.table.partition() % 2 == 0) {
            store.settle(*ring, alarm_of(ring, None)).await.unwrap();
        }
        now = now + Duration::from_millis(1);
    }
    let others = (0..256).map(|number| alarm(spread(number), 2, None)).collect();
    store.arm(others).await.unwrap();
    assert_eq!(server.ask::<usize>(&["DBSIZE"]).await.unwrap(), 0);
}

fn alarm_of(ring: &Ring, due: Option<GameTime>) -> Alarm {
    Alarm {
        table: ring.table,
        version: ring.version,
        due,
    }
}

#[tokio::test]
async fn numbers_that_lua_does_not_have_are_kept_as_they_are() {
    let (_server, store) = started().await;
    let beyond = GameTime::from_millis((1 << 53) + 1);
    let alarm = Alarm {
        table: table(1),
        version: u64::MAX,
        due: Some(beyond),
    };
    store.arm(vec![alarm]).await.unwrap();
    store
        .arm(vec![Alarm {
            version: u64::MAX - 1,
            due: None,
            ..alarm
        }])
        .await
        .unwrap();
    let rings = store.claim(beyond + Duration::from_secs(1), 10).await.unwrap().rings;
    let expected = Ring {
        table: alarm.table,
        version: u64::MAX,
        due: beyond,
    };
    assert_eq!(rings, [expected], "neither has passed through a floating one");
}

#[tokio::test]
async fn a_store_that_is_away_says_so_and_comes_back() {
    let (mut server, store) = started().await;
    server.kill();
    assert!(store.read().await.is_err());
    assert!(store.beat(0).await.is_err());
    assert!(store.claim(GameTime::MAX, 10).await.is_err());
    assert!(
        store
            .arm(vec![Alarm {
                table: table(1),
                version: 1,
                due: None
            }])
            .await
            .is_err()
    );
    server.restart().await.unwrap();
    while store.read().await.is_err() {
        tokio::task::yield_now().await;
    }
    assert!(store.claim(GameTime::MAX, 10).await.is_ok());
}

#[tokio::test]
async fn what_is_no_alarm_stops_none_of_the_others() {
    let (server, store) = started().await;
    let due = GameTime::from_millis(1_000);
    let alarm = |number: u64| Alarm {
        table: table(number),
        version: 1,
        due: Some(due),
    };
    store
        .arm((1..=3).map(|number| alarm(number << 56 | number)).collect())
        .await
        .unwrap();
    let digits = "1".repeat(41);
    for (member, value) in [
        ("no alarm", "garbage"),
        ("sixteen bytes in", "garbage"),
        ("sixteen bytes of", "0000000000000000000100000000000000000001"),
        ("sixteen bytes at", digits.as_str()),
    ] {
        server
            .ask::<()>(&["HSET", "clock:{p001}:alarms", member, value])
            .await
            .unwrap();
        server
            .ask::<()>(&["ZADD", "clock:{p001}:due", "1", member])
            .await
            .unwrap();
    }
    server
        .ask::<()>(&["SET", "clock:{p002}:due", "a string"])
        .await
        .unwrap();
    let mut rang = BTreeSet::new();
    for _ in 0..3 {
        let claim = store.claim(due, 100).await.unwrap();
        rang.extend(claim.rings.into_iter().map(|ring| ring.table));
    }
    assert!(rang.contains(&table(1 << 56 | 1)) && rang.contains(&table(3 << 56 | 3)));
    let left: Vec<Vec<u8>> = server.ask(&["HKEYS", "clock:{p001}:alarms"]).await.unwrap();
    assert!(
        left.iter()
            .all(|member| member.len() == 16 && !member.ends_with(b" in"))
    );
}

#[tokio::test]
async fn a_pair_that_is_no_pair_is_written_anew() {
    let (server, store) = started().await;
    for (field, value) in [
        ("own_ms", "garbage"),
        ("own_ms", "-5"),
        ("came_ms", "-5"),
        ("game_ms", "nan"),
        ("game_ms", "9007199254740992"),
        ("stall_end_ms", "1e300"),
    ] {
        let before = store.read().await.unwrap().beat.game;
        server.ask::<()>(&["HSET", PAIR, field, value]).await.unwrap();
        let read = store.read().await.unwrap();
        let moved = store.beat(read.own_now_ms).await.unwrap().beat;
        for game in [read.beat.game, moved.game] {
            assert!(
                game >= before && game - before <= Duration::from_secs(1),
                "{field} {value}: {game}"
            );
        }
        assert!(moved.stall_end <= Some(moved.game + Duration::from_secs(1)));
    }
}

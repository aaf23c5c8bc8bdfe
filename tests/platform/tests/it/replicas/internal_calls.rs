//! Calls between the services that come twice, late, or in another order.

use corners_client::Update;
use corners_client::proto::game::v1::EndReason;
use corners_client::proto::game::v1::table_event::Kind;
use corners_platform_tests::{ServiceChannel, seed};
use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
use corners_proto::clock::internal::v1::{Alarm, ArmRequest};
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::game::internal::v1::{AlarmDueRequest, AlarmDueResponse};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::support::{Everywhere, Replicas, both_seats, next_event, seconds, version};

/// What moves that were punched in time are waited for, after the time is up.
const GRACE_MS: u64 = 120;

/// The clients of each replica's internal side.
struct Inside {
    authorities: Vec<GameInternalServiceClient<ServiceChannel>>,
    clocks: Vec<ClockInternalServiceClient<ServiceChannel>>,
}

impl Inside {
    async fn of(replicas: &Replicas) -> Self {
        let stage = &replicas.stage;
        let mut inside = Self {
            authorities: Vec::new(),
            clocks: Vec::new(),
        };
        for replica in 0..stage.authorities.len() {
            let channel = stage.inside(stage.authority_internal_address(replica)).await;
            inside.authorities.push(GameInternalServiceClient::new(channel));
        }
        for replica in 0..stage.clocks.len() {
            let channel = stage.inside(stage.clock_internal_address(replica)).await;
            inside.clocks.push(ClockInternalServiceClient::new(channel));
        }
        inside
    }

    /// Rings for a table at every replica, for each of these versions.
    async fn ring(&self, table: &str, versions: &[u64]) -> Vec<AlarmDueResponse> {
        let mut answers = Vec::new();
        for &version in versions {
            for authority in &self.authorities {
                let ring = AlarmDueRequest {
                    table: table.to_owned(),
                    version,
                };
                answers.push(authority.clone().alarm_due(ring).await.unwrap().into_inner());
            }
        }
        answers
    }

    /// Arms a table at every clock, in this order, each twice.
    async fn arm(&self, alarms: &[Alarm]) {
        for alarm in alarms {
            for clock in self.clocks.iter().chain(&self.clocks) {
                let arm = ArmRequest {
                    alarms: vec![alarm.clone()],
                };
                clock.clone().arm(arm).await.unwrap();
            }
        }
    }
}

/// A table on which both clocks have begun to run, and the version of its head.
async fn running_game(player: &Everywhere, reserve_s: i64) -> (String, u64) {
    let request = both_seats(seconds(reserve_s), "");
    let table = player.at(0).create_table(request).await.unwrap().id;
    let mut head = 0;
    for (at, path) in ["c3-d3", "f6-e6", "d3-e3"].into_iter().enumerate() {
        let played = player.at(at).play(&table, path, None).await.unwrap();
        head = version(played.state.as_ref()).number;
    }
    (table, head)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alarms_that_ring_twice_late_or_for_other_versions_change_nothing() {
    let replicas = Replicas::start().await;
    let inside = Inside::of(&replicas).await;
    let player = replicas.guest().await;
    let (table, head) = running_game(&player, 60).await;
    let before = replicas.agreed(&player, &table).await;
    let due_ms = before.state.as_ref().unwrap().clocks.as_ref().unwrap().due_ms;
    let again = AlarmDueResponse {
        version: head,
        due_ms: due_ms.map(|due_ms| due_ms + GRACE_MS),
    };
    let mut versions: Vec<_> = (1..=head + 3).chain(1..=head + 3).collect();
    versions.shuffle(&mut StdRng::seed_from_u64(1));
    for answer in inside.ring(&table, &versions).await {
        assert_eq!(answer, again);
    }
    assert_eq!(replicas.agreed(&player, &table).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_once_however_often_and_in_whatever_order_it_is_armed_and_rung() {
    let seed = seed().unwrap_or_else(|| rand::rng().random());
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let replicas = Replicas::start().await;
    let inside = Inside::of(&replicas).await;
    let player = replicas.guest().await;
    let (table, head) = running_game(&player, 2).await;
    let mut watch = player.at(1).watch([&table]);
    let Some(Ok(Update::Snapshot(_))) = watch.next().await else {
        panic!("a watch starts with a snapshot");
    };
    // Armings of turns that are over, which come late: with no alarm, with one long ago, with one that never comes.
    let mut late: Vec<_> = (1..head)
        .flat_map(|version| [None, Some(1), Some((1 << 53) - 1)].map(|due_ms| (version, due_ms)))
        .map(|(version, due_ms)| Alarm {
            table: table.clone(),
            version,
            due_ms,
        })
        .collect();
    late.shuffle(&mut random);
    inside.arm(&late).await;
    let ended = next_event(&mut watch).await.unwrap();
    let Some(Kind::GameEnded(ending)) = ended.kind else {
        panic!("the flag is next: {ended:?}");
    };
    assert_eq!(ending.ending.unwrap().reason(), EndReason::Timeout);
    let end = version(ended.state.as_ref()).number;
    assert_eq!(end, head + 1);
    // The same again, after the end.
    late.push(Alarm {
        table: table.clone(),
        version: head,
        due_ms: Some(1),
    });
    inside.arm(&late).await;
    let never = AlarmDueResponse {
        version: end,
        due_ms: None,
    };
    for answer in inside.ring(&table, &[head, 1, head, end, end + 1]).await {
        assert_eq!(answer, never);
    }
    assert_eq!(
        version(replicas.agreed(&player, &table).await.state.as_ref()).number,
        end
    );
}

use std::time::Duration;

use corners_redis::driver::cmd;
use corners_redis::{Heard, Redis, Script, Subscription, partition_tag};
use corners_test_redis::{Cluster, Durability, Sentinel, Server};
use tokio::time::timeout;

use crate::support::{clustered, single, until_answered, watched};

fn channel(partition: u8) -> String {
    format!("test:{}:wake", partition_tag(partition))
}

/// As stores publish: by a script that is in the slot of the channel.
async fn publish(redis: &Redis, partition: u8, text: &str) {
    let script = Script::new("#!lua\nredis.call('INCR', KEYS[1])\nreturn redis.call('SPUBLISH', KEYS[2], ARGV[1])");
    let key = format!("test:{}:count", partition_tag(partition));
    until_answered(|| redis.run::<u64>(&script, (&key, channel(partition)), text)).await;
}

async fn next(subscription: &mut Subscription) -> Heard {
    timeout(Duration::from_secs(30), subscription.next()).await.unwrap()
}

fn message(partition: u8, text: &str) -> Heard {
    Heard::Message {
        channel: channel(partition),
        payload: text.as_bytes().to_vec(),
    }
}

/// After a gap everything is heard, in the order of its channel.
async fn everything_is_heard(redis: &Redis, subscription: &mut Subscription) {
    for round in 0..3 {
        for partition in 0..=255 {
            publish(redis, partition, &round.to_string()).await;
        }
    }
    let mut rounds = [0; 256];
    for _ in 0..3 * 256 {
        let Heard::Message { channel: from, payload } = next(subscription).await else {
            panic!("a gap without a reason");
        };
        let partition = (0..=255).find(|partition| channel(*partition) == from).unwrap();
        let expected = rounds[usize::from(partition)].to_string();
        assert_eq!(String::from_utf8(payload).unwrap(), expected, "of {from}");
        rounds[usize::from(partition)] += 1;
    }
}

#[tokio::test]
async fn what_one_server_publishes_is_heard() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let mut subscription = redis.subscribe((0..=255).map(channel));
    assert_eq!(next(&mut subscription).await, Heard::Gap, "what was before is not");
    everything_is_heard(&redis, &mut subscription).await;
}

#[tokio::test]
async fn what_a_cluster_publishes_is_heard_over_one_connection_to_each_server() {
    let cluster = Cluster::start(3).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    let mut subscription = redis.subscribe((0..=255).map(channel));
    for partition in [0, 1, 2, 3, 4, 5, 6, 7] {
        // Each server's part begins with a gap of its own, and what was published before is not heard.
        until_heard(&redis, &mut subscription, partition).await;
    }
    everything_is_heard(&redis, &mut subscription).await;
    for master in &cluster.masters {
        let clients: usize = master.info("pubsubshard_channels").await.unwrap().parse().unwrap();
        assert!(clients > 50, "each has its share: {clients}");
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_is_a_gap() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let mut subscription = redis.subscribe([channel(0)]);
    for _ in 0..5 {
        assert_eq!(next(&mut subscription).await, Heard::Gap);
        after_the_last_gap_all_is_heard(&redis, &mut subscription, 0).await;
        server.ask::<()>(&["CLIENT", "KILL", "TYPE", "pubsub"]).await.unwrap();
    }
}

#[tokio::test]
async fn a_server_that_was_away_is_a_gap() {
    let mut server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let mut subscription = redis.subscribe([channel(0)]);
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    server.kill();
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    server.restart().await.unwrap();
    after_the_last_gap_all_is_heard(&redis, &mut subscription, 0).await;

    server.pause();
    assert_eq!(
        next(&mut subscription).await,
        Heard::Gap,
        "although no connection has ended"
    );
    server.resume();
    after_the_last_gap_all_is_heard(&redis, &mut subscription, 0).await;
}

#[tokio::test]
async fn failovers_and_moved_slots_are_gaps() {
    let sentinel = Sentinel::start().await.unwrap();
    let redis = Redis::connect(&watched(&sentinel)).await.unwrap();
    let mut subscription = redis.subscribe([channel(0)]);
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    sentinel.failover().await.unwrap();
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    after_the_last_gap_all_is_heard(&redis, &mut subscription, 0).await;

    let cluster = Cluster::start(2).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    let mut subscription = redis.subscribe([channel(7)]);
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    let slot: u16 = cluster.masters[0]
        .ask(&["CLUSTER", "KEYSLOT", &channel(7)])
        .await
        .unwrap();
    let (from, to) = if slot < 8192 { (0, 1) } else { (1, 0) };
    let to_id: String = cluster.masters[to].ask(&["CLUSTER", "MYID"]).await.unwrap();
    for position in [to, from] {
        let server = &cluster.masters[position];
        server
            .ask::<()>(&["CLUSTER", "SETSLOT", &slot.to_string(), "NODE", &to_id])
            .await
            .unwrap();
    }
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    after_the_last_gap_all_is_heard(&redis, &mut subscription, 7).await;
}

/// Publishes until what was published last is heard.
async fn until_heard(redis: &Redis, subscription: &mut Subscription, partition: u8) {
    for number in 0_u64.. {
        let text = number.to_string();
        publish(redis, partition, &text).await;
        while let Ok(heard) = timeout(Duration::from_millis(50), subscription.next()).await {
            if heard == message(partition, &text) {
                return;
            }
        }
    }
}

/// Publishes numbers until one is heard; from then on none may be missing without a gap.
async fn after_the_last_gap_all_is_heard(redis: &Redis, subscription: &mut Subscription, partition: u8) {
    let mut last = None;
    for number in 0_u64.. {
        publish(redis, partition, &number.to_string()).await;
        while let Ok(heard) = timeout(Duration::from_millis(20), subscription.next()).await {
            let Heard::Message { payload, .. } = heard else {
                last = None;
                continue;
            };
            let heard: u64 = String::from_utf8(payload).unwrap().parse().unwrap();
            assert!(last.is_none_or(|last| heard == last + 1), "{last:?}, then {heard}");
            last = Some(heard);
            if heard > 20 {
                return;
            }
        }
    }
}

#[tokio::test]
async fn a_subscriber_that_does_not_keep_up_is_told_so() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let mut subscription = redis.subscribe([channel(0)]);
    assert_eq!(next(&mut subscription).await, Heard::Gap);
    let flood = Script::new("#!lua\nfor i = 1, 40000 do redis.call('SPUBLISH', KEYS[1], i) end");
    redis
        .run::<()>(&flood, channel(0), corners_redis::NO_ARGS)
        .await
        .unwrap();
    // Everything has been sent before this is answered; now it has been received, too.
    redis.query::<()>(cmd("GET").arg("a")).await.unwrap();
    while next(&mut subscription).await != Heard::Gap {}
}

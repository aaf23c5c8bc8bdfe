use corners_redis::driver::cmd;
use corners_redis::{NO_ARGS, Pipeline, Redis, RedisFault, Script, partition_tag};
use corners_test_redis::{Cluster, Durability, Sentinel, Server};

use crate::support::{clustered, count, counted, look, single, watched};

#[tokio::test]
async fn one_server_does_what_it_is_asked() {
    let server = Server::start(Durability::Memory).await.unwrap();
    calls_are_answered(&Redis::connect(&single(&server)).await.unwrap()).await;
}

#[tokio::test]
async fn a_cluster_does_what_it_is_asked() {
    let cluster = Cluster::start(3).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    calls_are_answered(&redis).await;
    for master in &cluster.masters {
        let keys: usize = master.ask(&["DBSIZE"]).await.unwrap();
        assert!(keys > 50, "each master has its share of 256 partitions: {keys}");
    }
    let written: Vec<u64> = redis
        .each_master(&count(), |tag| format!("dry:{tag}:write"), NO_ARGS)
        .await
        .unwrap();
    assert_eq!(written, [1, 1, 1], "each master is written to once");
}

#[tokio::test]
async fn a_master_that_a_sentinel_names_does_what_it_is_asked() {
    let sentinel = Sentinel::start().await.unwrap();
    calls_are_answered(&Redis::connect(&watched(&sentinel)).await.unwrap()).await;
}

async fn calls_are_answered(redis: &Redis) {
    assert_eq!(counted(redis, "{p001}:a").await, Ok(1));
    assert_eq!(counted(redis, "{p001}:a").await, Ok(2));
    assert_eq!(redis.run(&look(), "{p001}:a", NO_ARGS).await, Ok(2));
    assert_eq!(redis.query(cmd("GET").arg("{p001}:a")).await, Ok(2));

    let mut pipeline = Pipeline::new();
    for partition in 0..=255 {
        pipeline.run(&count(), format!("{}:b", partition_tag(partition)), NO_ARGS);
        pipeline.query(cmd("INCR").arg(format!("{}:c", partition_tag(partition))));
    }
    let answers: Result<Vec<u64>, _> = redis.pipeline(&pipeline).await.into_iter().collect();
    assert_eq!(answers, Ok(vec![1; 512]), "each is carried out once");
}

#[tokio::test]
async fn a_script_sees_its_keys_and_arguments_as_they_were_given() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let echo = Script::new("#!lua flags=no-writes\nreturn {KEYS[1], KEYS[2], ARGV[1], ARGV[2], #KEYS, #ARGV}");
    let bytes: &[u8] = &[0, 255, 13, 10];
    let said: (String, String, u64, Vec<u8>, u64, u64) = redis
        .run(&echo, ("{p000}:a", "{p000}:b"), (u64::MAX, bytes))
        .await
        .unwrap();
    assert_eq!(
        said,
        ("{p000}:a".into(), "{p000}:b".into(), u64::MAX, bytes.to_vec(), 2, 2)
    );
}

#[tokio::test]
async fn scripts_that_the_servers_have_forgotten_are_sent_again() {
    let cluster = Cluster::start(3).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    for master in &cluster.masters {
        master.ask::<()>(&["SCRIPT", "FLUSH"]).await.unwrap();
    }
    assert_eq!(counted(&redis, "{p001}:a").await, Ok(1));

    for master in &cluster.masters {
        master.ask::<()>(&["SCRIPT", "FLUSH"]).await.unwrap();
    }
    let mut pipeline = Pipeline::new();
    for partition in 0..=255 {
        let tag = partition_tag(partition);
        pipeline.run(&count(), format!("{tag}:b"), NO_ARGS);
        pipeline.run(&look(), format!("{tag}:a"), NO_ARGS);
    }
    let answers: Result<Vec<Option<u64>>, _> = redis.pipeline(&pipeline).await.into_iter().collect();
    let counted: Vec<u64> = answers.unwrap().into_iter().flatten().collect();
    assert_eq!(
        counted, [1; 257],
        "each call was carried out once, and found what was there before"
    );
}

#[tokio::test]
async fn a_mistake_is_the_callers_and_its_text_is_told() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let wrong = Script::new("#!lua\nreturn redis.call('INCR')");
    let failed = redis.run::<u64>(&wrong, "a", NO_ARGS).await;
    assert!(
        matches!(&failed, Err(RedisFault::Failed(text)) if text.contains("number of args")),
        "{failed:?}"
    );

    let no_number = redis
        .run::<u64>(&Script::new("#!lua\nreturn 'many'"), "a", NO_ARGS)
        .await;
    assert!(
        matches!(&no_number, Err(RedisFault::Failed(text)) if text.contains("unexpected")),
        "{no_number:?}"
    );

    let mut pipeline = Pipeline::new();
    pipeline
        .run(&count(), "a", NO_ARGS)
        .run(&wrong, "a", NO_ARGS)
        .run(&count(), "a", NO_ARGS);
    let answers = redis.pipeline::<u64>(&pipeline).await;
    assert_eq!(
        (answers[0].clone(), answers[2].clone()),
        (Ok(1), Ok(2)),
        "the others are carried out"
    );
    assert!(matches!(answers[1], Err(RedisFault::Failed(_))));
}

#[tokio::test]
async fn calls_follow_a_slot_that_is_being_moved() {
    let cluster = Cluster::start(2).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    assert_eq!(counted(&redis, "{foo}:old").await, Ok(1));

    // 12182 is the slot of foo; of two masters the second one has it.
    let [to, from] = &cluster.masters[..] else { panic!() };
    let slot = "12182";
    let to_id: String = to.ask(&["CLUSTER", "MYID"]).await.unwrap();
    let from_id: String = from.ask(&["CLUSTER", "MYID"]).await.unwrap();
    to.ask::<()>(&["CLUSTER", "SETSLOT", slot, "IMPORTING", &from_id])
        .await
        .unwrap();
    from.ask::<()>(&["CLUSTER", "SETSLOT", slot, "MIGRATING", &to_id])
        .await
        .unwrap();
    assert_eq!(
        counted(&redis, "{foo}:old").await,
        Ok(2),
        "what has not moved is where it was"
    );
    assert_eq!(
        counted(&redis, "{foo}:new").await,
        Ok(1),
        "what is new is at the new place (ASK)"
    );
    assert_eq!(to.ask::<usize>(&["DBSIZE"]).await.unwrap(), 1);

    let port = to.port().to_string();
    from.ask::<()>(&["MIGRATE", "127.0.0.1", &port, "{foo}:old", "0", "5000"])
        .await
        .unwrap();
    for server in [to, from] {
        server
            .ask::<()>(&["CLUSTER", "SETSLOT", slot, "NODE", &to_id])
            .await
            .unwrap();
    }
    assert_eq!(counted(&redis, "{foo}:old").await, Ok(3), "and then everything (MOVED)");
    assert_eq!(counted(&redis, "{foo}:new").await, Ok(2));
}

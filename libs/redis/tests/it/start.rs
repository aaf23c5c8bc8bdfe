use corners_redis::{Mode, Redis, RedisConfig, Secret};
use corners_test_redis::{Cluster, Durability, Options, Sentinel, Server};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::support::{address, clustered, counted, single, watched};

/// What the service says and ends with.
async fn refusal(config: &RedisConfig) -> String {
    match Redis::connect(config).await {
        Ok(_) => panic!("it has connected"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn nobody_there_names_the_address_and_the_setting() {
    let mut server = Server::start(Durability::Memory).await.unwrap();
    server.kill();
    let said = refusal(&single(&server)).await;
    assert!(
        said.contains(&server.address()) && said.contains("redis.nodes"),
        "{said}"
    );
    assert!(said.contains("refused"), "{said}");
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_not_waited_for() {
    let server = Server::start(Durability::Memory).await.unwrap();
    server.pause();
    let said = refusal(&single(&server)).await;
    assert!(
        said.contains("no answer in time") && said.contains("redis.nodes"),
        "{said}"
    );
}

#[tokio::test]
async fn a_wrong_password_is_named_but_never_shown() {
    let server = Server::with(Options::default().password("right")).await.unwrap();
    let without = single(&server);
    let wrong = RedisConfig {
        password: Secret::new("swordfish"),
        ..without.clone()
    };
    let right = RedisConfig {
        password: Secret::new("right"),
        ..without.clone()
    };
    for config in [&without, &wrong] {
        let said = refusal(config).await;
        assert!(said.contains("redis.username and redis.password"), "{said}");
        assert!(!said.contains("swordfish"));
    }
    assert!(!format!("{wrong:?}").contains("swordfish"));
    let redis = Redis::connect(&right).await.unwrap();
    assert_eq!(counted(&redis, "a").await, Ok(1));
}

#[tokio::test]
async fn a_replica_is_no_place_to_write_to() {
    let sentinel = Sentinel::start().await.unwrap();
    let said = refusal(&single(&sentinel.servers[1])).await;
    assert!(
        said.contains("it is a replica; name its master in redis.nodes"),
        "{said}"
    );
}

#[tokio::test]
async fn a_server_that_refuses_writes_is_told_apart_by_what_to_do() {
    let server = Server::start(Durability::Memory).await.unwrap();
    server.config_set("maxmemory", "1").await.unwrap();
    let said = refusal(&single(&server)).await;
    assert!(said.contains("OOM") && said.contains("raise its maxmemory"), "{said}");

    server.config_set("maxmemory", "0").await.unwrap();
    server.config_set("min-replicas-to-write", "1").await.unwrap();
    let said = refusal(&single(&server)).await;
    assert!(
        said.contains("NOREPLICAS") && said.contains("min-replicas-to-write"),
        "{said}"
    );
}

#[tokio::test]
async fn the_mode_has_to_be_what_there_is() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let cluster = Cluster::start(1).await.unwrap();
    let sentinel = Sentinel::start().await.unwrap();
    let at = |mode, text: &str| RedisConfig::of(mode, vec![address(text)]);

    let said = refusal(&at(Mode::Cluster, &server.address())).await;
    assert!(said.contains("it is no node of a cluster"), "{said}");
    let said = refusal(&at(Mode::Single, &cluster.masters[0].address())).await;
    assert!(said.contains("set redis.mode to \"cluster\""), "{said}");
    let said = refusal(&at(Mode::Single, &sentinel.address())).await;
    assert!(said.contains("set redis.mode to \"sentinel\""), "{said}");
    let said = refusal(&at(Mode::Sentinel, &server.address())).await;
    assert!(said.contains("redis.nodes"), "{said}");
    let said = refusal(&at(Mode::Off, &server.address())).await;
    assert!(said.contains("redis.mode"), "{said}");
}

#[tokio::test]
async fn an_unknown_master_is_named() {
    let sentinel = Sentinel::start().await.unwrap();
    let config = RedisConfig {
        master: "halma".to_owned(),
        ..watched(&sentinel)
    };
    let said = refusal(&config).await;
    assert!(said.contains("\"halma\"") && said.contains("redis.master"), "{said}");
}

#[tokio::test]
async fn a_cluster_is_found_by_any_node_that_is_there() {
    let mut cluster = Cluster::start(3).await.unwrap();
    let mut config = clustered(&cluster);
    config.nodes.truncate(1);
    assert!(Redis::connect(&config).await.is_ok(), "one address is enough");

    cluster.masters[0].kill();
    let said = refusal(&clustered(&cluster)).await;
    assert!(
        said.contains(&cluster.masters[0].address()),
        "but all masters have to be there: {said}"
    );
}

#[tokio::test]
async fn an_old_server_is_refused_by_its_version() {
    let old = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = old.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((stream, _)) = old.accept().await {
            tokio::spawn(speak_like_redis_6(stream));
        }
    });
    let said = refusal(&RedisConfig::of(Mode::Single, vec![address(&at)])).await;
    assert!(
        said.contains("version 6.2.14") && said.contains("7.0 or newer"),
        "{said}"
    );
}

/// Answers `HELLO` and `INFO`, and everything else with `OK`.
async fn speak_like_redis_6(mut stream: tokio::net::TcpStream) {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match line.as_str() {
            "HELLO" => "%1\r\n+proto\r\n:3\r\n".to_owned(),
            "CLIENT" | "PING" | "ROLE" => "+OK\r\n".to_owned(),
            "INFO" => {
                let text = "redis_version:6.2.14\r\nredis_mode:standalone\r\nrole:master\r\n";
                format!("${}\r\n{text}\r\n", text.len())
            }
            _ => continue,
        };
        if writer.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

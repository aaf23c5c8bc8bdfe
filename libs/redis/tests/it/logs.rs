use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use corners_redis::{NO_ARGS, Redis};
use corners_test_redis::{Durability, Server};
use tokio::time::sleep;
use tracing::subscriber::DefaultGuard;

use crate::support::{counted, look, single, until_answered};

/// What is logged on this thread, where everything runs.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn listen(&self) -> DefaultGuard {
        let log = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || log.clone())
            .finish();
        tracing::subscriber::set_default(subscriber)
    }

    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap();
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Calls until the log says so: it may be a second after the first success.
async fn until_logged(log: &Log, redis: &Redis, lines: usize) {
    while log.lines().len() < lines {
        until_answered(|| counted(redis, "a")).await;
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn an_outage_is_two_lines_however_many_calls_it_cost() {
    let log = Log::default();
    let _listening = log.listen();
    let mut server = Server::start(Durability::Always).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    server.kill();
    for _ in 0..1_000 {
        assert!(counted(&redis, "a").await.is_err());
    }
    server.restart().await.unwrap();
    until_logged(&log, &redis, 2).await;
    let lines = log.lines();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("WARN") && lines[0].contains("not available") && lines[0].contains(&server.address()));
    assert!(lines[1].contains("INFO") && lines[1].contains("available again"));
}

#[tokio::test]
async fn a_server_that_takes_reads_but_no_writes_is_one_line() {
    let log = Log::default();
    let _listening = log.listen();
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    server.config_set("maxmemory", "1").await.unwrap();
    for _ in 0..100 {
        assert!(counted(&redis, "a").await.is_err());
        assert_eq!(redis.run(&look(), "a", NO_ARGS).await, Ok(None::<u64>));
    }
    let lines = log.lines();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("OOM"), "it says why: {}", lines[0]);
    server.config_set("maxmemory", "0").await.unwrap();
    until_logged(&log, &redis, 2).await;
    assert_eq!(log.lines().len(), 2);
}

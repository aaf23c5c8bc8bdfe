//! What the same machine can do at most, to compare with: raw calls to the same servers, raw scripts in the same Redis.

use std::sync::Arc;
use std::time::Duration;

use corners_client::Corners;
use corners_service::startup::MainError;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use super::measured::Latencies;

/// How long each is measured.
const MEASURED_FOR: Duration = Duration::from_secs(3);

/// How many callers there are, each of which calls again when it is answered.
const CALLERS: usize = 64;

/// What a script writes: as much as a move does, in bytes.
const WRITTEN: usize = 600;

/// Where the scripts write, all in one slot. Deleted when they are done.
const KEYS: [&str; 2] = ["corners-load:{p000}:value", "corners-load:{p000}:stream"];

/// One write of a value and one entry of a stream, as an accepted move makes.
const SCRIPT: &str = "redis.call('SET', KEYS[1], ARGV[1]) \
                      redis.call('XADD', KEYS[2], 'MAXLEN', '~', '1000', '*', 'e', ARGV[1]) return 1";

/// How often something could be done in a second, and how long it took.
#[derive(Debug, Default)]
pub(crate) struct Ceiling {
    pub(crate) per_second: f64,
    pub(crate) latencies: Latencies,
}

/// Health checks at the servers of the tables: the least that a unary call can be.
pub(crate) async fn unary_calls(connections: &[Corners]) -> Result<Ceiling, MainError> {
    let clients = connections.iter().map(|corners| HealthClient::new(corners.channel()));
    let clients: Arc<[_]> = clients.collect();
    let call = move |caller: usize| {
        let mut client = clients[caller % clients.len()].clone();
        async move { client.check(HealthCheckRequest::default()).await.map(drop) }
    };
    let measured = closed_loop(call).await;
    Ok(measured.map_err(|status| format!("cannot measure unary calls: {status}"))?)
}

/// Scripts in Redis, all over one connection.
pub(crate) async fn scripts(url: &str) -> Result<Ceiling, MainError> {
    let cannot_measure = |error: redis::RedisError| format!("cannot measure scripts at --redis: {error}");
    let client = redis::Client::open(url).map_err(cannot_measure)?;
    let mut connection = client
        .get_multiplexed_async_connection()
        .await
        .map_err(cannot_measure)?;
    let (script, value) = (Arc::new(redis::Script::new(SCRIPT)), "x".repeat(WRITTEN));
    let value: Arc<str> = value.into();
    let callers = connection.clone();
    let call = move |_| {
        let (script, mut connection, value) = (Arc::clone(&script), callers.clone(), Arc::clone(&value));
        async move {
            let mut invocation = script.prepare_invoke();
            for key in KEYS {
                invocation.key(key);
            }
            invocation.arg(&*value).invoke_async::<()>(&mut connection).await
        }
    };
    let measured = closed_loop(call).await;
    let deleted = redis::cmd("DEL").arg(&KEYS).query_async::<()>(&mut connection).await;
    deleted.map_err(cannot_measure)?;
    Ok(measured.map_err(cannot_measure)?)
}

/// Calls again and again, from several callers at once.
async fn closed_loop<F, Called, E>(call: F) -> Result<Ceiling, E>
where
    F: Fn(usize) -> Called + Clone + Send + 'static,
    Called: Future<Output = Result<(), E>> + Send,
    E: Send + 'static,
{
    let begin = Instant::now();
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        let call = call.clone();
        callers.spawn(async move {
            let mut latencies = Latencies::default();
            while begin.elapsed() < MEASURED_FOR {
                let called = Instant::now();
                call(caller).await?;
                latencies.record(called.elapsed());
            }
            Ok(latencies)
        });
    }
    let mut ceiling = Ceiling::default();
    while let Some(ended) = callers.join_next().await {
        // A caller that panicked has nothing to add; the panic itself is told where it happens.
        if let Ok(latencies) = ended {
            ceiling.latencies.add(latencies?);
        }
    }
    ceiling.per_second = per_second(ceiling.latencies.count(), begin.elapsed());
    Ok(ceiling)
}

#[allow(clippy::cast_precision_loss, reason = "counts of calls are far below 2^52")]
pub(crate) fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

//! Whatever is done in whatever order, a store does what a plain model of it does.

mod check;
mod reference;
mod steps;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use corners_embedded::Location;
use corners_matchmaking::store::MatchmakingStore;
use corners_redis::Mode;
use corners_test_redis::{Durability, Server};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::redis::connect;
use crate::store::{clock, open};
use check::Run;
use steps::{Spans, Step, steps};

/// Runs the cases, each on an empty store that `empty` makes.
fn hold(
    cases: u32,
    spans: Spans,
    runtime: &tokio::runtime::Runtime,
    empty: impl AsyncFn() -> (Arc<dyn MatchmakingStore>, Option<Arc<AtomicU64>>),
) {
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::with_cases(cases)
    });
    let ran = runner.run(&steps(spans), |steps: Vec<Step>| {
        runtime.block_on(async {
            let (store, clock) = empty().await;
            let mut run = Run::begin(&*store).await;
            for step in &steps {
                match (step, &clock) {
                    (Step::Pass(millis), Some(clock)) => {
                        clock.fetch_add(*millis, Ordering::SeqCst);
                    }
                    (Step::Pass(_), None) => {}
                    (step, _) => run.take(step).await.map_err(TestCaseError::fail)?,
                }
                run.compare().await.map_err(TestCaseError::fail)?;
            }
            Ok(())
        })
    });
    ran.map_err(|error| error.to_string()).unwrap();
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn the_embedded_store_does_what_the_model_does() {
    hold(150, Spans::OfAnyLength, &runtime(), async || {
        let clock = clock();
        let store: Arc<dyn MatchmakingStore> = Arc::new(open(Location::Memory, &clock));
        (store, Some(clock))
    });
}

#[test]
fn the_redis_store_does_what_the_model_does() {
    let runtime = runtime();
    let server = runtime.block_on(Server::start(Durability::Memory)).unwrap();
    hold(40, Spans::NoneOrLong, &runtime, async || {
        server.ask::<()>(&["FLUSHALL"]).await.unwrap();
        (connect(Mode::Single, &[&server]).await, None)
    });
}

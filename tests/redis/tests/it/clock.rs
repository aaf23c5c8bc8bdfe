//! A server whose real-time clock is set while it runs.

use std::time::Duration;

use corners_test_redis::{Durability, Options, Server, Step};
use tokio::time::Instant;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Far more than a test takes, and far less than a step.
const MEANWHILE: Duration = Duration::from_secs(10 * 60);

/// What the server's clock says.
async fn time(server: &Server) -> Duration {
    let (seconds, microseconds): (u64, u64) = server.ask(&["TIME"]).await.unwrap();
    Duration::from_secs(seconds) + Duration::from_micros(microseconds)
}

#[tokio::test]
async fn a_stepped_clock_says_another_time_in_both_directions_and_the_server_goes_on() {
    let options = Options::of(Durability::Always).own_clock();
    let mut server = Server::with(options).await.unwrap();
    let begun = Instant::now();
    let at_first = time(&server).await;

    server.step_clock(Step::Forward(HOUR)).unwrap();
    let later = time(&server).await;
    assert!(later >= at_first + HOUR && later < at_first + HOUR + MEANWHILE);
    server.ask::<()>(&["SET", "written", "an hour later"]).await.unwrap();

    server.step_clock(Step::Back(2 * HOUR)).unwrap();
    let earlier = time(&server).await;
    assert!(earlier >= at_first - HOUR && earlier < at_first - HOUR + MEANWHILE);
    let in_a_script: Vec<String> = server.ask(&["EVAL", "return redis.call('TIME')", "0"]).await.unwrap();
    assert!(in_a_script[0].parse::<u64>().unwrap() >= earlier.as_secs());
    assert!(in_a_script[0].parse::<u64>().unwrap() < at_first.as_secs());
    server
        .ask::<()>(&["SET", "written again", "an hour earlier"])
        .await
        .unwrap();

    server.restart().await.unwrap();
    let written: Vec<String> = server.ask(&["MGET", "written", "written again"]).await.unwrap();
    assert_eq!(written, ["an hour later", "an hour earlier"]);
    assert!(time(&server).await < at_first, "a restart sets no clock");
    assert!(
        begun.elapsed() < MEANWHILE,
        "the monotonic clock of the test is the machine's"
    );
}

#[tokio::test]
async fn a_server_without_a_clock_of_its_own_cannot_be_set() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let refused = server.step_clock(Step::Forward(HOUR)).unwrap_err();
    assert!(refused.to_string().contains("Options::own_clock"));
}

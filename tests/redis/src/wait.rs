//! Waiting for what a server does in its own time.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::error::TestRedisError;

const LONGEST: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(10);

/// Waits until the question is answered with something.
pub(crate) async fn until<T>(
    what: &'static str,
    mut question: impl AsyncFnMut() -> Option<T>,
) -> Result<T, TestRedisError> {
    let end = Instant::now() + LONGEST;
    while Instant::now() < end {
        if let Some(answer) = question().await {
            return Ok(answer);
        }
        sleep(PAUSE).await;
    }
    Err(TestRedisError::NeverCame(what))
}

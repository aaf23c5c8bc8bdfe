//! Asking the store from the body of a stream.

use std::future::Future;

use tokio::task::JoinHandle;

/// Does some work in a task of its own. The body of a stream is polled when its client reads, and a call of the store that is not polled
/// keeps its place among the calls: a client that stops reading must not keep it.
pub(super) async fn apart<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let mut task = Task(tokio::spawn(work));
    match (&mut task.0).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Only the end of the process cancels it, and nobody waits then.
            Err(_) => std::future::pending().await,
        },
    }
}

/// A task that ends with whoever waits for it.
struct Task<T>(JoinHandle<T>);

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

//! Asking several servers the same, of which some may be dead and some behind.

use std::future::Future;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, timeout_at};

/// How long others may still answer after the first one has.
const FOR_OTHERS: Duration = Duration::from_millis(100);

/// The answer of the highest rank, of those that come in time; what went wrong with the last one where there is none.
pub(super) async fn best_of<T, E, F>(
    questions: impl IntoIterator<Item = F>,
    rank: impl Fn(&T) -> u64,
) -> Option<Result<T, E>>
where
    F: Future<Output = Result<T, E>>,
{
    let mut open: FuturesUnordered<F> = questions.into_iter().collect();
    let mut best: Option<Result<T, E>> = None;
    let mut until: Option<Instant> = None;
    loop {
        let next = match until {
            Some(until) => timeout_at(until, open.next()).await.unwrap_or(None),
            None => open.next().await,
        };
        let Some(answer) = next else {
            return best;
        };
        if answer.is_ok() && until.is_none() {
            until = Some(Instant::now() + FOR_OTHERS);
        }
        best = match (best, answer) {
            (Some(Ok(known)), Ok(new)) if rank(&known) >= rank(&new) => Some(Ok(known)),
            (Some(Ok(known)), Err(_)) => Some(Ok(known)),
            (_, answer) => Some(answer),
        };
    }
}

//! Sending a call until it gets through.
//!
//! Sending again is safe because the request does not change: its request id names the call, and the platform does a
//! call once. Reads have no id and need none.

use std::error::Error as _;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tonic::{Code, Request, Response, Status};
use tonic_types::StatusExt;

use crate::{Error, Options, Refused};

/// Sends a request with `send` until it is answered, within the bounds of the options.
///
/// # Errors
/// [`Error::Refused`] when the server refused the call, [`Error::Unreachable`] when no try got through.
pub(crate) async fn call<Message, Answer, Sent>(
    options: &Options,
    call: &'static str,
    request: Message,
    mut send: impl FnMut(Request<Message>) -> Sent,
) -> Result<Answer, Error>
where
    Message: Clone,
    Sent: Future<Output = Result<Response<Answer>, Status>>,
{
    let begin = Instant::now();
    let mut tries = 0;
    loop {
        let left = options.deadline.saturating_sub(begin.elapsed());
        let status = match one_try(left.min(options.try_timeout), request.clone(), &mut send).await {
            Ok(answer) => return Ok(answer),
            Err(status) => status,
        };
        tries += 1;
        if !invites_retry(&status) {
            return Err(Error::Refused {
                call,
                refused: Box::new(status.into()),
            });
        }
        let wait = wait_after(options, &status, tries);
        let waited = begin.elapsed();
        if tries >= options.max_tries || waited + wait >= options.deadline {
            return Err(Error::Unreachable {
                call,
                tries,
                waited,
                refused: Box::new(Refused::from(status)),
            });
        }
        tracing::debug!(call, tries, ?wait, code = ?status.code(), "the call did not get through");
        sleep(wait).await;
    }
}

async fn one_try<Message, Answer, Sent>(
    allowed: Duration,
    message: Message,
    send: &mut impl FnMut(Request<Message>) -> Sent,
) -> Result<Answer, Status>
where
    Sent: Future<Output = Result<Response<Answer>, Status>>,
{
    let mut request = Request::new(message);
    request.set_timeout(allowed);
    match timeout(allowed, send(request)).await {
        Ok(answer) => answer.map(Response::into_inner),
        Err(_) => Err(Status::deadline_exceeded(format!("no answer within {allowed:?}"))),
    }
}

/// Whether the same call may get through if it is sent again.
///
/// A status with a source was made on this side: the connection failed before the server's answer came, whatever the
/// code says (a killed server shows as UNKNOWN). Nobody cancels a try while it is awaited, so that a CANCELLED is never
/// this client's wish.
pub(crate) fn invites_retry(status: &Status) -> bool {
    match status.code() {
        Code::Unavailable | Code::Cancelled | Code::DeadlineExceeded => true,
        Code::ResourceExhausted => asked_wait(status).is_some(),
        _ => status.source().is_some(),
    }
}

fn asked_wait(status: &Status) -> Option<Duration> {
    status.get_details_retry_info().and_then(|info| info.retry_delay)
}

/// The wait before the next try: by backoff, but never less than the server asked for.
pub(crate) fn wait_after(options: &Options, status: &Status, failures: u32) -> Duration {
    let backoff = options.backoff.random_wait(failures);
    match asked_wait(status) {
        Some(asked) => asked + backoff,
        None => backoff,
    }
}

//! Deadlines: the client's, carried as `grpc-timeout`, and the platform's own cap.

use std::future::Future;
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use http::{HeaderMap, HeaderValue};
use tokio::time::Instant;

/// The header that carries how long the caller will wait.
const GRPC_TIMEOUT: &str = "grpc-timeout";

/// The protocol allows eight digits.
const MOST_DIGITS: usize = 8;
const LARGEST_VALUE: u64 = 99_999_999;

/// When the caller stops waiting. Found in the extensions of a request, to be passed on to the calls made for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// The deadline of a request that came in through the server or an internal channel, if it has one.
    #[must_use]
    pub fn of<T>(request: &tonic::Request<T>) -> Option<Self> {
        request.extensions().get::<Self>().copied()
    }

    /// The deadline that is `timeout` away.
    #[must_use]
    pub fn after(timeout: Duration) -> Self {
        // Nobody waits for a day; the bound keeps the sum representable.
        Self(Instant::now() + timeout.min(Duration::from_secs(24 * 60 * 60)))
    }

    /// How long is left.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// The moment.
    pub(crate) fn instant(&self) -> Instant {
        self.0
    }

    /// Passes the deadline on: `request` shall be answered within what is left, and within `at_most`.
    pub fn pass_on<T>(&self, request: &mut tonic::Request<T>, at_most: Duration) {
        request.set_timeout(self.remaining().min(at_most));
    }
}

/// Runs `work` until the deadline.
pub(crate) async fn run_until<T>(deadline: Option<Deadline>, work: impl Future<Output = T>) -> Result<T, Refusal> {
    let Some(Deadline(end)) = deadline else {
        return Ok(work.await);
    };
    tokio::time::timeout_at(end, work)
        .await
        .map_err(|_| deadline_exceeded())
}

/// What a caller is told whose deadline has passed.
pub(crate) fn deadline_exceeded() -> Refusal {
    Refusal::new(
        Reason::DeadlineExceeded,
        "the call was not answered by its deadline; whether it took effect is not known, repeat it with the same \
         request id",
    )
}

/// How long the caller will wait; absent when it did not say so in the protocol's form.
pub(crate) fn timeout_of(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(GRPC_TIMEOUT)?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > MOST_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(value * 60 * 60)),
        "M" => Some(Duration::from_secs(value * 60)),
        "S" => Some(Duration::from_secs(value)),
        "m" => Some(Duration::from_millis(value)),
        "u" => Some(Duration::from_micros(value)),
        "n" => Some(Duration::from_nanos(value)),
        _ => None,
    }
}

/// Says how long this caller will wait, in whole milliseconds.
pub(crate) fn set_timeout(headers: &mut HeaderMap, timeout: Duration) {
    let millis = u64::try_from(timeout.as_millis())
        .unwrap_or(LARGEST_VALUE)
        .min(LARGEST_VALUE);
    if let Ok(value) = HeaderValue::from_str(&format!("{millis}m")) {
        headers.insert(GRPC_TIMEOUT, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Option<Duration> {
        timeout_of(&HeaderMap::from_iter([(
            http::HeaderName::from_static(GRPC_TIMEOUT),
            HeaderValue::from_static(text),
        )]))
    }

    #[test]
    fn every_unit_of_the_protocol_is_read() {
        assert_eq!(read("2H"), Some(Duration::from_secs(7200)));
        assert_eq!(read("3M"), Some(Duration::from_secs(180)));
        assert_eq!(read("99999999S"), Some(Duration::from_secs(99_999_999)));
        assert_eq!(read("250m"), Some(Duration::from_millis(250)));
        assert_eq!(read("7u"), Some(Duration::from_micros(7)));
        assert_eq!(read("0n"), Some(Duration::ZERO));
    }

    #[test]
    fn what_is_not_a_timeout_is_none() {
        for text in ["", "m", "5", "-1m", "+1m", "1.5S", "123456789m", "1 m", "1x", "ms"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_set_is_read_back() {
        let mut headers = HeaderMap::new();
        for millis in [0, 1, 1000, LARGEST_VALUE] {
            set_timeout(&mut headers, Duration::from_millis(millis));
            assert_eq!(timeout_of(&headers), Some(Duration::from_millis(millis)));
        }
        set_timeout(&mut headers, Duration::MAX);
        assert_eq!(timeout_of(&headers), Some(Duration::from_millis(LARGEST_VALUE)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_is_passed_on_as_what_is_left_of_it() {
        let deadline = Deadline::after(Duration::from_millis(700));
        tokio::time::advance(Duration::from_millis(300)).await;
        let mut request = tonic::Request::new(());
        deadline.pass_on(&mut request, Duration::from_secs(1));
        assert_eq!(
            timeout_of(request.metadata().as_ref()),
            Some(Duration::from_millis(400))
        );
        deadline.pass_on(&mut request, Duration::from_millis(100));
        assert_eq!(
            timeout_of(request.metadata().as_ref()),
            Some(Duration::from_millis(100))
        );
    }
}

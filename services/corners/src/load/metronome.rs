//! Moments at a fixed rate, from a thread that does nothing else: the runtime's timer is no finer than a millisecond.

use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

/// How many moments may wait for a program that is late; more than any that can still be made up for.
const BACKLOG: usize = 1 << 16;

/// Sends each moment when it has come, `per_second` of them from `start` until `end`. A moment that waits to be received
/// stays what it was, so that lateness is measured and not left out.
pub(crate) fn start(start: Instant, end: Instant, per_second: u32) -> mpsc::Receiver<Instant> {
    let (send, moments) = mpsc::channel(BACKLOG);
    thread::spawn(move || {
        for number in 0_u64.. {
            let due = start + Duration::from_nanos(number.saturating_mul(1_000_000_000) / u64::from(per_second));
            if due >= end {
                return;
            }
            while let Some(left) = due
                .checked_duration_since(Instant::now())
                .filter(|left| !left.is_zero())
            {
                thread::park_timeout(left);
            }
            if send.blocking_send(due).is_err() {
                return;
            }
        }
    });
    moments
}

//! How long the way to a player and back is, measured on its stream.

use std::time::Duration;

use tokio::time::Instant;

/// How many measurements count: what is taken is the one in the middle, so that one that was lucky or stuck does not.
const RECENT: usize = 3;

/// An answer that took longer says nothing of the way.
const LONGEST: Duration = Duration::from_secs(5);

/// A client that has answered nothing for so long is not measured any more: three heartbeats went by.
const KNOWN_FOR: Duration = Duration::from_secs(50);

/// The round trips measured on one stream.
#[derive(Debug, Default)]
pub(super) struct RoundTrips {
    asked: Option<(u64, Instant)>,
    /// In milliseconds, the latest first.
    recent: [Option<u16>; RECENT],
    answered: Option<Instant>,
}

impl RoundTrips {
    /// A heartbeat with this nonce is being sent. An answer to one before is not waited for any longer.
    pub(super) fn asked(&mut self, nonce: u64) {
        self.asked = Some((nonce, Instant::now()));
    }

    /// A nonce has come back. Answers whether it is the one that was sent last, for the first time.
    pub(super) fn answered(&mut self, nonce: u64) -> bool {
        let Some((_, sent)) = self.asked.take_if(|(asked, _)| *asked == nonce) else {
            return false;
        };
        let took = sent.elapsed();
        if took <= LONGEST {
            self.answered = Some(Instant::now());
            self.recent.rotate_right(1);
            self.recent[0] = u16::try_from(took.as_millis()).ok();
        }
        true
    }

    /// The round trip: the one in the middle of the last measurements, the shorter of two; none before any, and none when
    /// the client has stopped answering.
    pub(super) fn usual(&self) -> Option<Duration> {
        self.answered.filter(|answered| answered.elapsed() < KNOWN_FOR)?;
        let mut measured: Vec<u16> = self.recent.iter().flatten().copied().collect();
        measured.sort_unstable();
        let middle = measured.len().checked_sub(1)? / 2;
        measured
            .get(middle)
            .map(|millis| Duration::from_millis((*millis).into()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    async fn measure(trips: &mut RoundTrips, nonce: u64, took_ms: u64) {
        trips.asked(nonce);
        advance(Duration::from_millis(took_ms)).await;
        assert!(trips.answered(nonce));
    }

    #[tokio::test(start_paused = true)]
    async fn the_one_in_the_middle_of_the_last_three_counts() {
        let mut trips = RoundTrips::default();
        let mut usual = vec![trips.usual()];
        for (nonce, took_ms) in (1..).zip([300, 40, 5_001, 50, 60, 900]) {
            measure(&mut trips, nonce, took_ms).await;
            usual.push(trips.usual());
        }
        let expected = [None, Some(300), Some(40), Some(40), Some(50), Some(50), Some(60)];
        assert_eq!(usual, expected.map(|millis| millis.map(Duration::from_millis)));
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_answering_is_not_known_any_more() {
        let mut trips = RoundTrips::default();
        measure(&mut trips, 1, 40).await;
        advance(KNOWN_FOR - Duration::from_millis(1)).await;
        assert_eq!(trips.usual(), Some(Duration::from_millis(40)));
        advance(Duration::from_millis(1)).await;
        assert_eq!(trips.usual(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_last_nonce_counts_and_only_once() {
        let mut trips = RoundTrips::default();
        assert!(!trips.answered(0), "nothing was asked");
        trips.asked(1);
        trips.asked(2);
        assert!(!trips.answered(1));
        assert!(trips.answered(2));
        assert!(!trips.answered(2));
        assert_eq!(trips.usual(), Some(Duration::ZERO));
    }
}

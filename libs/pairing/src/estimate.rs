use std::collections::VecDeque;

/// Ratings are remembered by regions of so many points.
const REGION: f64 = 200.0;

/// So many regions, from a rating of 0; what is below or above counts in the first or the last.
const REGIONS: usize = 20;

/// So many waits are remembered of each region.
const REMEMBERED: usize = 64;

/// For how long a wait says something about waits to come.
const RECENT_MS: u64 = 30 * 60_000;

/// How many waits there have to be to say anything, of people who had waited as long as the one who asks.
const FEWEST: usize = 8;

/// How a wait came to its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WaitEnd {
    /// The player was paired.
    Paired,
    /// The player left without. That says that somebody would have had to wait for longer than that.
    Left,
}

/// How long players of a pool will have to wait, from how long others had to, lately and with ratings near theirs.
///
/// It remembers 64 waits of each of 20 regions of the rating, and none for longer than half an hour. Times are those of one
/// clock, in milliseconds, whichever it is.
///
/// ```
/// use corners_pairing::{Estimate, WaitEnd};
///
/// let mut estimate = Estimate::default();
/// assert_eq!(estimate.further_ms(1500.0, 0, 0), None, "nothing is known yet");
/// for waited_ms in [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000] {
///     estimate.ended(1500.0, waited_ms, WaitEnd::Paired, 10_000);
/// }
/// assert_eq!(estimate.further_ms(1500.0, 0, 10_000), Some(5_000));
/// ```
#[derive(Clone, Debug)]
pub struct Estimate {
    regions: Vec<VecDeque<Wait>>,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    waited_ms: u64,
    end: WaitEnd,
    at_ms: u64,
}

impl Default for Estimate {
    /// Nothing is known.
    fn default() -> Self {
        Self {
            regions: vec![VecDeque::new(); REGIONS],
        }
    }
}

impl Estimate {
    /// A player with this rating has stopped waiting now, after so long.
    pub fn ended(&mut self, rating: f64, waited_ms: u64, end: WaitEnd, now_ms: u64) {
        let waits = &mut self.regions[region(rating)];
        if waits.len() == REMEMBERED {
            waits.pop_front();
        }
        waits.push_back(Wait {
            waited_ms,
            end,
            at_ms: now_ms,
        });
    }

    /// For how much longer a player will wait who has waited so long: the time after which half of those had been paired who
    /// had waited as long as that, in milliseconds. None if too few are remembered to tell, or if fewer than half were.
    ///
    /// It looks at the player's own region, and as far around as it has to for eight waits. Those who left count for as long
    /// as they stayed (E. L. Kaplan, P. Meier, "Nonparametric estimation from incomplete observations", 1958).
    pub fn further_ms(&self, rating: f64, waited_ms: u64, now_ms: u64) -> Option<u64> {
        let own = region(rating);
        let mut found = Vec::new();
        for radius in 0..REGIONS {
            found = self.around(own, radius, waited_ms, now_ms);
            if found.len() >= FEWEST {
                break;
            }
        }
        if found.len() < FEWEST {
            return None;
        }
        let half = median_ms(found)?;
        Some(half.saturating_sub(waited_ms))
    }

    /// The recent waits of these regions that lasted for longer than this.
    fn around(&self, region: usize, radius: usize, longer_than_ms: u64, now_ms: u64) -> Vec<Wait> {
        let lowest = region.saturating_sub(radius);
        let highest = (region + radius).min(REGIONS - 1);
        let waits = self.regions[lowest..=highest].iter().flatten().copied();
        waits
            .filter(|wait| wait.waited_ms > longer_than_ms && now_ms.saturating_sub(wait.at_ms) <= RECENT_MS)
            .collect()
    }
}

fn region(rating: f64) -> usize {
    // A cast takes what is below the range, and what is no number, to 0.
    ((rating / REGION) as usize).min(REGIONS - 1)
}

/// The time by which half are expected to be paired.
fn median_ms(mut waits: Vec<Wait>) -> Option<u64> {
    waits.sort_unstable_by_key(|wait| wait.waited_ms);
    let mut waiting_share = 1.0;
    for (before, wait) in waits.iter().enumerate() {
        let still_waiting = (waits.len() - before) as f64;
        if wait.end == WaitEnd::Paired {
            waiting_share *= 1.0 - 1.0 / still_waiting;
        }
        // Half, but for what rounding leaves of it.
        if waiting_share <= 0.5 + 1e-9 {
            return Some(wait.waited_ms);
        }
    }
    None
}

//! What is printed.

use std::time::{Duration, Instant};

/// Prints a line.
#[allow(clippy::print_stdout, reason = "a bench prints what it has measured")]
pub fn say(line: &str) {
    println!("{line}");
}

/// How this program was built.
#[must_use]
pub const fn build() -> &'static str {
    if cfg!(debug_assertions) {
        "built with the profile dev"
    } else {
        "release build"
    }
}

/// What else the machine does.
#[must_use]
pub fn load() -> String {
    let averages = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let last = averages.split(' ').next().unwrap_or_default();
    format!("load average {last}")
}

/// How many there were in a second since a moment.
#[must_use]
pub fn per_second(count: usize, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}

/// Processor time that a process has used, in microseconds; 0 when it is gone.
#[must_use]
pub fn processor_us(process: &str) -> u64 {
    /// A tick of the kernel's accounts.
    const TICK_US: u64 = 10_000;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, which may have spaces, is in parentheses; the times of the process are the 12th and 13th word behind it.
    let (_, words) = stat.rsplit_once(')').unwrap_or_default();
    let ticks = words.split_whitespace().skip(11).take(2);
    TICK_US * ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
}

/// Times that something took.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds one.
    pub fn note(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds those of another.
    pub fn take(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that a share of them did not exceed, in milliseconds; 0 when nothing was timed.
    pub fn share(&mut self, share: f64) -> f64 {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        let place = (share * last as f64).round() as usize;
        self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }

    /// As `p50 / p99 / max`, in milliseconds.
    pub fn told(&mut self) -> String {
        if self.0.is_empty() {
            return "-".to_owned();
        }
        let shares = [0.5, 0.99, 1.0].map(|share| format!("{:.2}", self.share(share)));
        shares.join(" / ")
    }
}

//! Clock comments: `[%clk 0:04:58]`, the time left after a ply as hours, minutes and seconds.

use std::time::Duration;

/// Longer readings than this many hours are no clock readings.
const MOST_HOURS: u64 = 99_999;

/// The clock reading in a comment (the text between the braces), or `None` if it holds none.
pub(super) fn find_clock(comment: &str) -> Option<Duration> {
    let (_, from_command) = comment.split_once("[%clk")?;
    let (reading, _) = from_command.split_once(']')?;
    parse_reading(reading.trim())
}

fn parse_reading(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (seconds, millis) = match seconds.split_once('.') {
        Some((seconds, fraction)) => (seconds, parse_millis(fraction)?),
        None => (seconds, 0),
    };
    let hours = parse_digits(hours, 1..=5).filter(|hours| *hours <= MOST_HOURS)?;
    let minutes = parse_digits(minutes, 2..=2).filter(|minutes| *minutes < 60)?;
    let seconds = parse_digits(seconds, 2..=2).filter(|seconds| *seconds < 60)?;
    Some(Duration::from_millis(
        ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis,
    ))
}

/// The thousandths in a fraction of one to three digits.
fn parse_millis(fraction: &str) -> Option<u64> {
    let digits = parse_digits(fraction, 1..=3)?;
    Some(digits * [100, 10, 1].get(fraction.len() - 1)?)
}

fn parse_digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<u64> {
    let is_number = lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// The comment for a clock reading, with braces. Parts of a second are written only if there are any, down to a
/// thousandth; readings above 99,999 hours are written as the longest there is.
pub(super) fn clock_comment(reading: Duration) -> String {
    let longest = Duration::from_secs((MOST_HOURS + 1) * 3600) - Duration::from_millis(1);
    let reading = reading.min(longest);
    let (seconds, millis) = (reading.as_secs(), reading.subsec_millis());
    let mut fraction = String::new();
    if millis > 0 {
        fraction = format!(".{millis:03}");
        fraction.truncate(fraction.trim_end_matches('0').len());
    }
    format!(
        "{{[%clk {}:{:02}:{:02}{fraction}]}}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

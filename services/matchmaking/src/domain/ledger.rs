//! What spoils games for others, and what comes of it.

use std::collections::VecDeque;

use corners_proto::ids::TableId;
use serde::{Deserialize, Serialize};

/// How long an offence counts.
const COUNTS_MS: u64 = 12 * 60 * 60 * 1_000;

/// How many offences are remembered.
const REMEMBERED: usize = 10;

/// So many offences are nobody's business: connections break.
const FORGIVEN: usize = 2;

/// How long who goes on has to wait; doubles with each further offence.
const FIRST_DELAY_MS: u64 = 60_000;

/// The longest delay.
const LONGEST_DELAY_MS: u64 = 30 * 60 * 1_000;

/// What spoils a game for the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OffenceKind {
    /// The player aborted the game.
    Abort,
    /// The player did not make the first move in time.
    NoShow,
    /// The player walked away, and the other one claimed the game.
    WalkedAway,
}

impl OffenceKind {
    /// The word that clients switch on.
    #[must_use]
    pub const fn why(self) -> &'static str {
        match self {
            Self::Abort => "ABORTS",
            Self::NoShow => "NO_SHOWS",
            Self::WalkedAway => "WALKED_AWAY",
        }
    }
}

/// Something that spoilt a game for the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// What.
    pub kind: OffenceKind,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// At which table.
    pub table: TableId,
}

/// Notes an offence, once for each table; those that count no more are forgotten.
pub fn note(offences: &mut VecDeque<Offence>, offence: Offence) {
    if offences.iter().any(|known| known.table == offence.table) {
        return;
    }
    offences.push_front(offence);
    offences
        .make_contiguous()
        .sort_by_key(|known| std::cmp::Reverse(known.at_ms));
    offences.truncate(REMEMBERED);
    let last_ms = offences.front().map_or(0, |last| last.at_ms);
    offences.retain(|known| known.at_ms + COUNTS_MS > last_ms);
}

/// Until when the account has to wait before it can look for a game again; none when it need not. `now_ms` is in milliseconds
/// since 1970. The first two offences in 12 hours are forgiven; the third delays by a minute from when it was done, and each
/// further one by twice as long, up to half an hour.
#[must_use]
pub fn delayed_until(offences: &VecDeque<Offence>, now_ms: u64) -> Option<u64> {
    let counting = offences
        .iter()
        .filter(|offence| offence.at_ms + COUNTS_MS > now_ms)
        .count();
    let beyond = counting.checked_sub(FORGIVEN + 1)?;
    let doublings = u32::try_from(beyond).unwrap_or(u32::MAX).min(20);
    let delay_ms = (FIRST_DELAY_MS << doublings).min(LONGEST_DELAY_MS);
    let until_ms = offences.front()?.at_ms + delay_ms;
    (until_ms > now_ms).then_some(until_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offence(table: u8, at_ms: u64) -> Offence {
        Offence {
            kind: OffenceKind::Abort,
            at_ms,
            table: TableId::from_bytes([table; 16]),
        }
    }

    #[test]
    fn two_offences_are_forgiven_and_each_further_one_delays_twice_as_long() {
        let mut offences = VecDeque::new();
        let mut delays = Vec::new();
        for table in 0..10 {
            let at_ms = 1_000_000 + u64::from(table);
            note(&mut offences, offence(table, at_ms));
            delays.push(delayed_until(&offences, at_ms).map(|until_ms| (until_ms - at_ms) / 60_000));
        }
        let expected = [
            None,
            None,
            Some(1),
            Some(2),
            Some(4),
            Some(8),
            Some(16),
            Some(30),
            Some(30),
            Some(30),
        ];
        assert_eq!(delays, expected);
    }

    #[test]
    fn a_delay_ends_and_offences_are_forgotten_after_half_a_day() {
        let mut offences = VecDeque::new();
        for table in 0..3 {
            note(&mut offences, offence(table, 1_000_000));
        }
        assert_eq!(delayed_until(&offences, 1_059_999), Some(1_060_000));
        assert_eq!(delayed_until(&offences, 1_060_000), None);
        note(&mut offences, offence(3, 1_000_000 + COUNTS_MS));
        assert_eq!(offences.len(), 1);
    }

    #[test]
    fn a_table_counts_once() {
        let mut offences = VecDeque::new();
        for _ in 0..5 {
            note(&mut offences, offence(1, 5));
        }
        assert_eq!(offences.len(), 1);
    }
}

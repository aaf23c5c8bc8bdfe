//! The report of a campaign, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::Outcome;
use crate::invariants::{History, What};

/// How many broken promises are shown.
const MOST_SHOWN: usize = 20;

/// The report of a campaign, in Markdown.
#[must_use]
pub fn report(outcome: &Outcome) -> String {
    let history = &outcome.history;
    let mut rows = vec![(
        "processes killed, or told to stop".to_owned(),
        outcome.deaths.len().to_string(),
    )];
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, kind) in &outcome.deaths {
        *kinds.entry(kind).or_default() += 1;
    }
    rows.extend(
        kinds
            .iter()
            .map(|(kind, count)| (format!("- {kind}"), count.to_string())),
    );
    rows.extend(counts(history));
    rows.extend(outages(history));
    rows.push((
        "most that a turn cost its mover, who moves as soon as it hears of the rival's move".to_owned(),
        format!("{:.0?}", most_charged(history)),
    ));
    rows.extend(absences(&outcome.absences));
    rows.push(("promises broken".to_owned(), outcome.violations.len().to_string()));

    let mut text = format!(
        "# {}, seeds {} to {}, {} tables, {:.0?}\n\n| what | figure |\n|---|---|\n",
        outcome.title,
        outcome.first_seed,
        outcome.deaths.last().map_or(outcome.first_seed, |(seed, _)| *seed),
        outcome.tables,
        outcome.took,
    );
    for (what, figure) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {figure} |");
    }
    for violation in outcome.violations.iter().take(MOST_SHOWN) {
        let _ = writeln!(text, "\nBROKEN: {violation}");
    }
    text
}

fn counts(history: &History) -> Vec<(String, String)> {
    let tables = || history.tables.values();
    let acknowledged: usize = tables().map(|table| table.acknowledged.len()).sum();
    let stored: usize = tables().map(|table| table.log.len()).sum();
    let seen: usize = tables().flat_map(|table| table.watchers.values()).map(Vec::len).sum();
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    for logged in tables().flat_map(|table| &table.log) {
        if let What::End(reason) = &logged.what {
            *ends.entry(reason.trim_start_matches("END_REASON_")).or_default() += 1;
        }
    }
    let mut rows = vec![
        ("games".to_owned(), history.tables.len().to_string()),
        (
            "moves acknowledged, each found once in its log".to_owned(),
            acknowledged.to_string(),
        ),
        ("events read back from the logs".to_owned(), stored.to_string()),
        ("events seen by watchers, without a gap".to_owned(), seen.to_string()),
    ];
    rows.extend(
        ends.iter()
            .map(|(reason, count)| (format!("games ended by {reason}"), count.to_string())),
    );
    rows
}

fn outages(history: &History) -> Vec<(String, String)> {
    let lifetimes = &history.lifetimes;
    let [median, longest] = median_and_longest(lifetimes.outage_lengths());
    let across = history
        .readings
        .windows(2)
        .filter_map(|pair| match pair {
            [before, after] if lifetimes.outages(before.answered, after.sent) > 0 => {
                let ran = Duration::from_millis(after.game_time_ms.saturating_sub(before.game_time_ms));
                let up = lifetimes.up(before.sent, after.answered);
                let outages = lifetimes.outages(before.answered, after.sent);
                Some(ran.saturating_sub(up) / outages)
            }
            _ => None,
        })
        .max();
    vec![
        (
            "away at a kill, from death to listening again: median".to_owned(),
            format!("{median:.0?}"),
        ),
        ("away at a kill: longest".to_owned(), format!("{longest:.0?}")),
        (
            "most that an outage cost a running clock, beyond the time the platform was up".to_owned(),
            format!("{:.0?}", across.unwrap_or_default()),
        ),
    ]
}

/// The most that a turn cost its mover. Everybody here moves as soon as it hears of the rival's move: a turn costs what
/// hearing and being heard take.
pub(super) fn most_charged(history: &History) -> Duration {
    let logged = history.tables.values().flat_map(|table| &table.log);
    let charges = logged.filter_map(|logged| match logged.what {
        What::Move { charged_ms, .. } => charged_ms,
        _ => None,
    });
    Duration::from_millis(charges.max().unwrap_or_default())
}

fn absences(absences: &[Duration]) -> Vec<(String, String)> {
    if absences.is_empty() {
        return Vec::new();
    }
    let [median, longest] = median_and_longest(absences.iter().copied());
    let what = "from a death until every table had gone on without the dead process";
    vec![
        (
            format!("{what}, {} times: median", absences.len()),
            format!("{median:.0?}"),
        ),
        (format!("{what}: longest"), format!("{longest:.0?}")),
    ]
}

fn median_and_longest(lengths: impl Iterator<Item = Duration>) -> [Duration; 2] {
    let mut lengths: Vec<_> = lengths.collect();
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied();
    [median.unwrap_or_default(), lengths.last().copied().unwrap_or_default()]
}

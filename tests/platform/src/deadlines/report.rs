//! The report of a campaign, in Markdown.

use std::fmt::Write as _;

use super::judge::{Lateness, Verdict};

/// How many broken promises are shown.
const MOST_SHOWN: usize = 20;

/// The report of a campaign, in Markdown.
#[must_use]
pub fn report(verdict: &Verdict) -> String {
    let (before, after) = verdict.due_before_and_after_the_kill;
    let rows = [
        ("tables whose flag was to fall", verdict.tables.to_string()),
        ("flags that fell, each once and none early", verdict.fallen.to_string()),
        ("from the first deadline to the last", format!("{:.1?}", verdict.within)),
        ("due before and after a clock was killed", format!("{before}, {after}")),
        ("in the log, after the deadline", shown(verdict.in_the_log)),
        (
            "heard by a player, after the deadline",
            verdict
                .heard
                .map_or_else(|| "not told: game time stood still".to_owned(), shown),
        ),
        ("promises broken", verdict.violations.len().to_string()),
    ];
    let mut text = String::from("| what | figure |\n|---|---|\n");
    for (what, figure) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {figure} |");
    }
    for broken in verdict.violations.iter().take(MOST_SHOWN) {
        let _ = writeln!(text, "\nBROKEN: {broken}");
    }
    text
}

fn shown(late: Lateness) -> String {
    let Lateness {
        p50_ms,
        p99_ms,
        most_ms,
    } = late;
    format!("p50 {p50_ms} ms, p99 {p99_ms} ms, at most {most_ms} ms")
}

//! The report of a campaign, in Markdown.

use std::fmt::Write as _;

use super::judge::Verdict;

/// How many broken promises are shown of each outage.
const MOST_SHOWN: usize = 10;

/// The report of a campaign, in Markdown.
#[must_use]
pub fn report(verdicts: &[Verdict]) -> String {
    let mut text = String::from(
        "| outage | games running | with <= 3 s left | lost | moves taken | flags in their time | most a clock lost, ms \
         | credits (largest, ms) | a move taken after | every move after | took |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for verdict in verdicts {
        let credits = verdict.credits.iter();
        let credits: Vec<_> = credits
            .map(|(reason, (count, most))| format!("{count} {reason} ({most})"))
            .collect();
        let (lost_at_least, lost_at_most) = verdict.most_lost_ms;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {lost_at_least} to {lost_at_most} | {} | {:.0?} | {:.0?} | {:.0?} |",
            verdict.outage,
            verdict.running,
            verdict.with_little_left,
            verdict.lost,
            verdict.moves,
            verdict.flags,
            credits.join(", "),
            verdict.back_after.0,
            verdict.back_after.1,
            verdict.took,
        );
    }
    for verdict in verdicts {
        if verdict.over_before > 0 {
            let _ = writeln!(
                text,
                "\n{}: {} games were over before it",
                verdict.outage, verdict.over_before
            );
        }
        let broken = &verdict.violations;
        if !broken.is_empty() {
            let _ = writeln!(text, "\n{}: {} promises BROKEN", verdict.outage, broken.len());
        }
        for broken in broken.iter().take(MOST_SHOWN) {
            let _ = writeln!(text, "- {broken}");
        }
    }
    text
}

//! The report of a campaign, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::MatchersOutcome;

/// How many broken promises are shown.
const MOST_SHOWN: usize = 20;

/// The report of a campaign, in Markdown.
#[must_use]
pub fn report(outcome: &MatchersOutcome) -> String {
    let campaign = outcome.campaign;
    let mut rows = vec![("matchers killed".to_owned(), outcome.deaths.len().to_string())];
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, kind) in &outcome.deaths {
        *kinds.entry(kind).or_default() += 1;
    }
    rows.extend(
        kinds
            .iter()
            .map(|(kind, count)| (format!("- {kind}"), count.to_string())),
    );
    let waited = outcome.rounds.iter().filter(|ends| ends.died_while_somebody_waited);
    rows.push(("of them while somebody waited".to_owned(), waited.count().to_string()));
    let sum = |what: fn(&super::round::Ends) -> usize| outcome.rounds.iter().map(what).sum::<usize>().to_string();
    rows.extend([
        ("tickets that came to a game".to_owned(), sum(|ends| ends.matched)),
        (
            "- while they were being taken back".to_owned(),
            sum(|ends| ends.matched_unseen),
        ),
        (
            "new tables, each with two players who sit at no other".to_owned(),
            sum(|ends| ends.tables),
        ),
    ]);
    let mut ended: BTreeMap<&str, usize> = BTreeMap::new();
    for (why, count) in outcome.rounds.iter().flat_map(|ends| &ends.ended) {
        *ended.entry(why).or_default() += count;
    }
    rows.extend(
        ended
            .iter()
            .map(|(why, count)| (format!("tickets that ended without one: {why}"), count.to_string())),
    );
    let mut took = outcome.took.clone();
    took.sort_unstable();
    let median = took.get(took.len() / 2).copied().unwrap_or_default();
    let longest = took.last().copied().unwrap_or_default();
    rows.push((
        "from the first ticket to the last end: median".to_owned(),
        format!("{median:.1?}"),
    ));
    rows.push((
        "from the first ticket to the last end: longest".to_owned(),
        format!("{longest:.1?}"),
    ));
    rows.push(("promises broken".to_owned(), outcome.violations.len().to_string()));

    let mut text = format!(
        "# kill -9 of matchers, seeds {} to {}, {} tickets in each round\n\n| what | figure |\n|---|---|\n",
        campaign.first_seed,
        campaign.first_seed + campaign.kills.saturating_sub(1),
        campaign.tickets,
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

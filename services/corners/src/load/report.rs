//! The report.

use std::fmt::Write as _;

use serde_json::json;

use super::cli::LoadArgs;
use super::measured::{Latencies, Of};
use super::open_loop::Outcome;

/// The quantiles that are reported, with their names.
const QUANTILES: [(&str, f64); 5] = [
    ("p50", 0.5),
    ("p90", 0.9),
    ("p99", 0.99),
    ("p99.9", 0.999),
    ("max", 1.0),
];

const ROWS: [(Of, &str); 4] = [
    (Of::PlayMove, "PlayMove"),
    (Of::Event, "move to the opponent's event"),
    (Of::GameTime, "GetGameTime, for comparison"),
    (Of::Lateness, "of which this program was late"),
];

/// The report in Markdown.
pub(crate) fn markdown(args: &LoadArgs, outcome: &Outcome) -> String {
    let mut text = format!(
        "# {} tables, {} moves/s for {} s, {} spectators\n\n\
         Latencies in milliseconds, each from the moment at which the call was due.\n\n\
         | of | count | p50 | p90 | p99 | p99.9 | max |\n|---|---|---|---|---|---|---|\n",
        args.tables, args.rate, args.seconds, args.spectators,
    );
    for (name, latencies) in rows(outcome) {
        // Writing to a string cannot fail.
        let _ = write!(text, "| {name} | {} |", latencies.count());
        for (_, quantile) in QUANTILES {
            let _ = write!(text, " {:.2} |", latencies.quantile_ms(quantile));
        }
        text.push('\n');
    }
    let numbers = &outcome.numbers;
    let _ = write!(
        text,
        "\nPlayMove takes {:.1} times what GetGameTime takes at p50, {:.1} times at p99.\n\
         {:.0} moves/s were answered. Games ended: {}. Events to spectators: {}.\n",
        ratio(outcome, 0.5),
        ratio(outcome, 0.99),
        achieved(outcome),
        numbers.games_ended,
        numbers.events_to_spectators,
    );
    for (reason, count) in &numbers.failures {
        let _ = writeln!(text, "Failed: {count} x {reason}");
    }
    text
}

/// The report in JSON.
pub(crate) fn json(args: &LoadArgs, outcome: &Outcome) -> String {
    let latencies: serde_json::Map<_, _> = rows(outcome)
        .map(|(name, latencies)| {
            let mut row: serde_json::Map<_, _> = QUANTILES
                .iter()
                .map(|(quantile_name, quantile)| ((*quantile_name).to_owned(), json!(latencies.quantile_ms(*quantile))))
                .collect();
            row.insert("count".to_owned(), json!(latencies.count()));
            (name.to_owned(), row.into())
        })
        .collect();
    let report = json!({
        "tables": args.tables,
        "rate": args.rate,
        "seconds": args.seconds,
        "spectators": args.spectators,
        "latencies_ms": latencies,
        "achieved_per_second": achieved(outcome),
        "ratio_to_game_time": { "p50": ratio(outcome, 0.5), "p99": ratio(outcome, 0.99) },
        "games_ended": outcome.numbers.games_ended,
        "events_to_spectators": outcome.numbers.events_to_spectators,
        "failures": outcome.numbers.failures,
    });
    format!("{report:#}")
}

fn rows(outcome: &Outcome) -> impl Iterator<Item = (&'static str, &Latencies)> {
    ROWS.iter()
        .filter_map(|(of, name)| Some((*name, outcome.numbers.latencies.get(of)?)))
}

fn ratio(outcome: &Outcome, quantile: f64) -> f64 {
    let at = |of| {
        outcome
            .numbers
            .latencies
            .get(&of)
            .map(|latencies| latencies.quantile_ms(quantile))
    };
    match (at(Of::PlayMove), at(Of::GameTime)) {
        (Some(play), Some(compared)) if compared > 0.0 => play / compared,
        _ => 0.0,
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts of calls are far below 2^52")]
fn achieved(outcome: &Outcome) -> f64 {
    let moves = outcome.numbers.latencies.get(&Of::PlayMove).map_or(0, Latencies::count);
    moves as f64 / outcome.measured_for.as_secs_f64()
}

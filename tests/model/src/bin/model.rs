//! Checks the larger runs, or those that are named, and prints what was found.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use corners_test_model::check::{Report, Step, check};
use corners_test_model::runs::{Size, all};

const THREADS: usize = 2;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout();
    let mut is_good = true;
    for setting in all(Size::Large)? {
        if named.is_empty() || named.iter().any(|name| name == setting.name) {
            let report = check(setting, THREADS);
            print(&mut out, &report)?;
            is_good &= report.is_good();
        }
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report {
        name,
        states,
        unique_states,
        depth,
        took,
        ..
    } = report;
    let seconds = took.as_secs_f64();
    writeln!(
        out,
        "{name}: {states} states, {unique_states} unique, depth {depth}, {seconds:.1} s"
    )?;
    let lists = [
        ("holds", &report.holding),
        ("reached", &report.reached),
        ("NOT REACHED", &report.not_reached),
    ];
    for (what, properties) in lists {
        for property in properties {
            writeln!(out, "  {what}: {property}")?;
        }
    }
    for (property, steps) in &report.failing {
        writeln!(out, "  FAILS: {property}")?;
        for step in steps {
            print_step(out, step)?;
        }
    }
    Ok(())
}

fn print_step(out: &mut impl Write, step: &Step) -> io::Result<()> {
    let Step {
        at_ms,
        game_ms,
        head,
        action,
    } = step;
    let action = action.map_or_else(|| "the property fails".to_owned(), |action| format!("{action:?}"));
    writeln!(out, "    {at_ms:>5} ms, game time {game_ms}, head {head}: {action}")
}

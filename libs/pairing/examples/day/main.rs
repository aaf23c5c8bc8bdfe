//! A day of a site: how long players wait and whom they get, by the waves of this crate and by what else is done.
//!
//! `cargo run --release -p corners-pairing --example day -- --seed 1 --players 20000 --days 30 --picture pairing-day.svg`
//!
//! The same arguments give the same report. More days give steadier figures for thin pools. docs/pairing.md says how to read
//! it.

use std::error::Error;
use std::io::{Write, stdout};

mod arguments;
mod picture;
#[path = "mod.rs"]
mod site_day;

use arguments::Arguments;
use site_day::Report;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse(std::env::args().skip(1))?;
    let report = Report::of(arguments.seed, arguments.players, arguments.days);
    stdout().write_all(report.table().as_bytes())?;
    if let Some(file) = &arguments.picture {
        picture::draw(&report, file)?;
    }
    Ok(())
}

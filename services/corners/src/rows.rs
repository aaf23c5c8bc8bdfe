//! What commands print: tables for people, a JSON object a line for programs.

use std::io::{self, Write};
use std::time::SystemTime;

use serde_json::Value;

/// Something that has a line in a table and an object in JSON.
pub(crate) trait Row {
    /// The names of the columns.
    const COLUMNS: &'static [&'static str];
    fn cells(&self, now: SystemTime) -> Vec<String>;
    fn object(&self) -> Value;
}

/// Writes rows.
pub(crate) fn write<R: Row>(output: &mut impl Write, rows: &[R], as_json: bool, now: SystemTime) -> io::Result<()> {
    if as_json {
        return rows.iter().try_for_each(|row| writeln!(output, "{}", row.object()));
    }
    let head = R::COLUMNS.iter().map(|name| (*name).to_owned()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain(
            rows.iter()
                .map(|row| row.cells(now).iter().map(|cell| plain(cell)).collect()),
        )
        .collect();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..R::COLUMNS.len()).map(width).collect();
    for line in &lines {
        let padded = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        writeln!(output, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Without what could lead a terminal astray.
fn plain(text: &str) -> String {
    let shown = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    text.chars().map(shown).collect()
}

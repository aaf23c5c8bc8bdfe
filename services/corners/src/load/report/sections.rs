//! The report for people: the same sections as plain text and as Markdown.

use super::{Compared, Quantiles, Report, Server};

/// A table of the report. The first column is text, the others are numbers.
struct Section {
    title: String,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Report {
    /// As plain text, in columns.
    pub(crate) fn text(&self) -> String {
        let sections: Vec<_> = self.sections().iter().map(Section::text).collect();
        format!("{}\n\n{}\n{}", self.title(), sections.join("\n"), self.notes())
    }

    /// As Markdown.
    pub(crate) fn markdown(&self) -> String {
        let sections: Vec<_> = self.sections().iter().map(Section::markdown).collect();
        format!("# {}\n\n{}\n{}", self.title(), sections.join("\n"), self.notes())
    }

    fn title(&self) -> String {
        let settings = &self.settings;
        let more = [
            (settings.live_only, "tables live besides"),
            (settings.spectators, "spectators"),
            (settings.crowd, "spectators of one more table"),
            (settings.idle_streams, "idle streams"),
        ];
        let more = more.iter().filter(|(count, _)| *count > 0);
        let more: String = more.map(|(count, what)| format!(", {count} {what}")).collect();
        format!(
            "{} tables, {} moves/s for {} s{more}",
            settings.tables, settings.rate, settings.seconds
        )
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.latencies(), self.ceilings()];
        if !self.processor.servers.is_empty() {
            sections.push(self.processor());
        }
        sections
    }

    fn latencies(&self) -> Section {
        let row = |row: &super::Row| {
            let mut cells = vec![row.of.to_owned(), row.quantiles.count.to_string()];
            cells.extend(milliseconds(&row.quantiles));
            cells
        };
        Section {
            title: "Latencies in milliseconds, each from the moment at which the call was due".to_owned(),
            head: vec!["of", "count", "p50", "p90", "p99", "p99.9", "max"],
            rows: self.latencies.iter().map(row).collect(),
        }
    }

    fn ceilings(&self) -> Section {
        let row = |compared: &Compared| {
            vec![
                compared.what.to_owned(),
                format!("{:.0}", compared.before.per_second),
                format!("{:.0}", compared.after.per_second),
                format!("{:.2}", compared.before.quantiles.p99_ms),
                format!("{:.2}", compared.after.quantiles.p99_ms),
                format!("{:.1} %", compared.ratio * 100.0),
            ]
        };
        Section {
            title: "Ceilings of the same servers before and after, called by 64 callers without a pause".to_owned(),
            head: vec!["of", "a second before", "after", "p99 ms before", "after", "moves are"],
            rows: self.ceilings.iter().map(row).collect(),
        }
    }

    fn processor(&self) -> Section {
        let row = |server: &Server| {
            let number =
                |number: Option<f64>, digits| number.map_or("-".to_owned(), |number| format!("{number:.digits$}"));
            vec![
                format!("{} {}", server.name.as_deref().unwrap_or("?"), server.pid),
                number(server.cores, 2),
                number(server.us_per_move, 0),
            ]
        };
        Section {
            title: "Processor time of the servers".to_owned(),
            head: vec!["of", "cores", "us for each move"],
            rows: self.processor.servers.iter().map(row).collect(),
        }
    }

    /// What stands in no table, a line each.
    fn notes(&self) -> String {
        let moves = &self.moves;
        let mut notes = vec![format!(
            "{:.0} moves/s were answered, {} in all; {} games ended.",
            moves.answered_per_second, moves.answered, moves.games_ended
        )];
        if let Some(idle) = &self.idle_streams {
            let each = idle
                .server_kib_per_stream
                .map_or(String::new(), |kib| format!(", {kib:.1} KiB each in the server"));
            notes.push(format!("{} idle streams were open{each}.", idle.open));
        }
        if let Some(own) = self.processor.this_program {
            notes.push(format!("This program used {own:.2} cores."));
        }
        notes.push(format!(
            "corners {}, {} cores, load average {} before and {} after.",
            self.version,
            self.before.cores,
            self.before.load_text(),
            self.after.load_text(),
        ));
        notes.extend(
            self.failures
                .iter()
                .map(|(reason, count)| format!("Failed: {count} x {reason}")),
        );
        notes
            .iter()
            .map(|note| format!("{note}\n\n"))
            .collect::<String>()
            .trim_end()
            .to_owned()
            + "\n"
    }
}

fn milliseconds(quantiles: &Quantiles) -> [String; 5] {
    [
        quantiles.p50_ms,
        quantiles.p90_ms,
        quantiles.p99_ms,
        quantiles.p999_ms,
        quantiles.max_ms,
    ]
    .map(|value| format!("{value:.2}"))
}

impl Section {
    fn text(&self) -> String {
        let lines: Vec<_> = [self.head.iter().map(|cell| (*cell).to_owned()).collect()]
            .into_iter()
            .chain(self.rows.iter().cloned())
            .collect();
        let width = |column: usize| {
            lines
                .iter()
                .filter_map(|line: &Vec<String>| line.get(column))
                .map(String::len)
                .max()
        };
        let line = |cells: &Vec<String>| {
            let padded = cells
                .iter()
                .enumerate()
                .map(|(column, cell)| match (column, width(column).unwrap_or(0)) {
                    (0, width) => format!("{cell:width$}"),
                    (_, width) => format!("  {cell:>width$}"),
                });
            padded.collect::<String>() + "\n"
        };
        let table: String = lines.iter().map(line).collect();
        format!("{}\n\n{table}", self.title)
    }

    fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<_> = self.head.iter().map(|cell| (*cell).to_owned()).collect();
        let rule = vec!["---".to_owned(); self.head.len()];
        let rows: String = self.rows.iter().map(|cells| row(cells)).collect();
        format!("{}\n\n{}{}{rows}", self.title, row(&head), row(&rule))
    }
}

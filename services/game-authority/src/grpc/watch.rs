//! WatchTables.

use std::collections::HashSet;

use corners_proto::error::{Refusal, Violations};
use corners_proto::game::v1 as proto;

use super::parse;
use crate::watch::{MOST_TABLES, Watched};

/// The tables that a request asks to watch.
pub(super) fn watched(request: &proto::WatchTablesRequest) -> Result<Vec<Watched>, Refusal> {
    let mut violations = Violations::new();
    if request.tables.is_empty() || request.tables.len() > MOST_TABLES {
        violations.add(
            "tables",
            format!("names {} tables: expected 1 to {MOST_TABLES}", request.tables.len()),
        );
        return Err(violations.refusal());
    }
    let mut seen_before = HashSet::new();
    let mut watched = Vec::with_capacity(request.tables.len());
    for (index, entry) in request.tables.iter().enumerate() {
        let table = violations.check(&format!("tables[{index}].table"), entry.table.parse());
        let field = format!("tables[{index}].resume_after.event_id");
        let resume = entry.resume_after.as_ref();
        let seen = resume.and_then(|version| violations.check(&field, parse::version(version)));
        let Some(table) = table else { continue };
        if !seen_before.insert(table) {
            violations.add(format!("tables[{index}].table"), "is named twice");
        }
        watched.push(Watched { table, seen });
    }
    violations.into_result()?;
    Ok(watched)
}

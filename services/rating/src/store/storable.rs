//! Which results can be stored at all, in whatever store.

use corners_proto::time::LAST_MS;

use super::Results;
use crate::domain::Told;

/// Why a result cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the result of table {table} cannot be stored: {problem}")]
pub(super) struct Unstorable {
    table: String,
    problem: &'static str,
}

/// Checks what is to be taken together.
pub(super) fn check(results: &Results) -> Result<(), Unstorable> {
    for told in results.results.iter().filter_map(|(_, told)| told.as_ref()) {
        if let Some(problem) = problem(told) {
            let table = told.game().table.to_string();
            return Err(Unstorable { table, problem });
        }
    }
    Ok(())
}

fn problem(told: &Told) -> Option<&'static str> {
    let annulled_at_ms = match told {
        Told::Finished(_) => 0,
        Told::Annulled(_, at_ms) => *at_ms,
    };
    if told.game().finished_at_ms.max(annulled_at_ms) > LAST_MS {
        return Some("a moment is beyond the year 9999");
    }
    if told.game().variant.contains('\0') {
        return Some("a text has a character zero");
    }
    None
}

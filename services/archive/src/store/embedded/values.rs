//! How values stand in SQLite.

use corners_embedded::damaged;
use corners_proto::stored::unknown;
use rusqlite::{Result, Row};

use crate::store::stored_moves::{Times, list_text};

/// A list as a JSON array.
pub(super) fn array(times: &Times) -> Option<String> {
    times.as_ref().map(|values| format!("[{}]", list_text(values)))
}

/// Reads a list.
pub(super) fn times(row: &Row<'_>, column: usize) -> Result<Times> {
    let Some(text) = row.get::<_, Option<String>>(column)? else {
        return Ok(None);
    };
    let read = |value: &str| match value {
        "null" => Ok(None),
        number => number.parse().map(Some),
    };
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let values = inner.and_then(|values| values.split(',').map(read).collect::<Result<Vec<_>, _>>().ok());
    values
        .map(Some)
        .ok_or_else(|| damaged(column, unknown("list of times", text)))
}

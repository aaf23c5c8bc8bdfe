//! Lists of tables.

use corners_embedded::rusqlite::types::Value;
use corners_embedded::rusqlite::{self, Connection, Row, params_from_iter};
use corners_proto::ids::TableId;

use super::{loaded, stored};
use crate::store::{ListFilter, ListPlace};
use crate::table::Status;

/// Reads a page. Each status is a range of an index, so that a page costs its length whatever the number of tables.
pub(super) fn read_list(
    connection: &Connection,
    filter: &ListFilter,
    after: Option<ListPlace>,
    limit: usize,
) -> rusqlite::Result<Vec<ListPlace>> {
    let mut places = Vec::new();
    for status in &filter.statuses {
        places.extend(read_status(connection, filter, *status, after, limit)?);
    }
    places.sort_unstable_by(|one, other| other.cmp(one));
    places.truncate(limit);
    Ok(places)
}

fn read_status(
    connection: &Connection,
    filter: &ListFilter,
    status: Status,
    after: Option<ListPlace>,
    limit: usize,
) -> rusqlite::Result<Vec<ListPlace>> {
    let mut values = vec![Value::Integer(status_code(status))];
    let mut query = String::new();
    // Both have the columns that the page is ordered by, each in an index that begins with what is filtered by.
    let ordered_by = match filter.seated {
        None => {
            query.push_str("SELECT tables.created_at_ms, tables.id FROM tables WHERE tables.status = ? ");
            ["tables.created_at_ms", "tables.id"]
        }
        Some(account) => {
            query.push_str(
                "SELECT seats.created_at_ms, seats.table_id FROM seats CROSS JOIN tables
                 WHERE tables.id = seats.table_id AND tables.status = ? AND seats.account = ? ",
            );
            values.push(Value::Blob(account.as_bytes().to_vec()));
            ["seats.created_at_ms", "seats.table_id"]
        }
    };
    if let Some(variant) = filter.variant {
        query.push_str("AND tables.variant = ? ");
        values.push(Value::Text(variant.to_owned()));
    }
    let [created, id] = ordered_by;
    if let Some(place) = after {
        query.push_str(&format!("AND ({created}, {id}) < (?, ?) "));
        values.push(Value::Integer(stored(place.created_at_ms)));
        values.push(Value::Blob(place.table.as_bytes().to_vec()));
    }
    query.push_str(&format!("ORDER BY {created} DESC, {id} DESC LIMIT ?"));
    values.push(Value::Integer(stored(limit as u64)));
    connection
        .prepare_cached(&query)?
        .query_map(params_from_iter(values), list_place)?
        .collect()
}

fn list_place(row: &Row<'_>) -> rusqlite::Result<ListPlace> {
    Ok(ListPlace {
        created_at_ms: loaded(row.get(0)?),
        table: TableId::from_bytes(row.get(1)?),
    })
}

pub(super) fn status_code(status: Status) -> i64 {
    match status {
        Status::Open => 1,
        Status::Playing => 2,
        Status::Finished => 3,
    }
}

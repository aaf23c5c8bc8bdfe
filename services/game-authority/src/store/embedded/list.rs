//! Lists of tables.

use corners_embedded::rusqlite::types::Value;
use corners_embedded::rusqlite::{self, Connection, Row, params_from_iter};
use corners_proto::ids::TableId;

use super::{loaded, stored};
use crate::store::{ListFilter, ListPlace};
use crate::table::Status;

pub(super) fn read_list(
    connection: &Connection,
    filter: &ListFilter,
    after: Option<ListPlace>,
    limit: usize,
) -> rusqlite::Result<Vec<ListPlace>> {
    let mut query = String::from("SELECT tables.created_at_ms, tables.id FROM tables ");
    let mut values: Vec<Value> = Vec::new();
    if let Some(account) = filter.seated {
        query.push_str("JOIN seats ON seats.table_id = tables.id AND seats.account = ? ");
        values.push(Value::Blob(account.as_bytes().to_vec()));
    }
    query.push_str("WHERE tables.status IN (");
    query.push_str(&vec!["?"; filter.statuses.len()].join(","));
    query.push_str(") ");
    values.extend(
        filter
            .statuses
            .iter()
            .map(|status| Value::Integer(status_code(*status))),
    );
    if let Some(variant) = filter.variant {
        query.push_str("AND tables.variant = ? ");
        values.push(Value::Text(variant.to_owned()));
    }
    if let Some(place) = after {
        query.push_str("AND (tables.created_at_ms, tables.id) < (?, ?) ");
        values.push(Value::Integer(stored(place.created_at_ms)));
        values.push(Value::Blob(place.table.as_bytes().to_vec()));
    }
    query.push_str("ORDER BY tables.created_at_ms DESC, tables.id DESC LIMIT ?");
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

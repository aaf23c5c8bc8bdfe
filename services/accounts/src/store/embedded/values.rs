//! How values stand in SQLite.

use std::str::FromStr;

use corners_proto::ids::AccountId;
pub(super) use corners_proto::stored::{from_sql, to_sql};
use rusqlite::Row;
use rusqlite::types::Type;

pub(super) fn moment(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(from_sql)
}

pub(super) fn optional_moment(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(from_sql))
}

pub(super) fn account_id(row: &Row<'_>, column: usize) -> rusqlite::Result<AccountId> {
    row.get(column).map(AccountId::from_bytes)
}

pub(super) fn optional_account_id(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<AccountId>> {
    Ok(row.get::<_, Option<_>>(column)?.map(AccountId::from_bytes))
}

/// A text of a closed set, such as a kind.
pub(super) fn word<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let text: String = row.get(column)?;
    text.parse()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

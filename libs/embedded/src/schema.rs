//! Migrations, in order, counted by `PRAGMA user_version`.

use std::path::Path;

use rusqlite::Connection;

use crate::error::EmbeddedError;

/// The migrations of a store, oldest first: SQL scripts, each of which leads from one schema version to the next. A
/// released script never changes; the schema grows by appending another.
#[derive(Debug, Clone, Copy)]
pub struct Schema(pub &'static [&'static str]);

impl Schema {
    /// Brings the database up to date, in one transaction: all missing migrations or none.
    pub(crate) fn migrate(self, connection: &mut Connection, path: &Path) -> Result<(), EmbeddedError> {
        let failed = |version| {
            move |source| EmbeddedError::Migration {
                path: path.to_owned(),
                version,
                source,
            }
        };
        let transaction = connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(|source| EmbeddedError::Open {
                path: path.to_owned(),
                source,
            })?;
        let found: u32 = transaction
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(|source| EmbeddedError::Open {
                path: path.to_owned(),
                source,
            })?;
        let known = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        if found > known {
            return Err(EmbeddedError::NewerSchema {
                path: path.to_owned(),
                found,
                known,
            });
        }
        for (version, script) in (1..).zip(self.0).skip(found as usize) {
            transaction.execute_batch(script).map_err(failed(version))?;
        }
        transaction
            .pragma_update(None, "user_version", known)
            .map_err(failed(known))?;
        transaction.commit().map_err(failed(known))
    }
}

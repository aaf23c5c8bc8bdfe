//! The tables.

use corners_embedded::Schema;

/// Moments are milliseconds since 1970 by the store's clock; revisions, ids and holders are all 64 bits with the sign that
/// SQLite gives them.
pub(super) const SCHEMA: Schema = Schema(&["
    CREATE TABLE record (
        key BLOB PRIMARY KEY,
        revision INTEGER NOT NULL,
        until_ms INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX record_by_end ON record (until_ms);
    CREATE TABLE entry (
        list TEXT NOT NULL,
        member BLOB NOT NULL,
        moment_ms INTEGER NOT NULL,
        PRIMARY KEY (list, member)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entry_by_moment ON entry (list, moment_ms, member);
    CREATE TABLE pool (
        name TEXT PRIMARY KEY,
        list TEXT NOT NULL,
        entered_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE lease (
        pool TEXT PRIMARY KEY,
        holder INTEGER NOT NULL,
        token INTEGER NOT NULL,
        until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE audience (
        name TEXT PRIMARY KEY,
        head INTEGER NOT NULL,
        until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX audience_by_end ON audience (until_ms);
    CREATE TABLE news (
        audience TEXT NOT NULL,
        number INTEGER NOT NULL,
        id INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (audience, number)
    ) STRICT, WITHOUT ROWID;
    "]);

//! The tables.

use corners_embedded::Schema;

pub(super) const SCHEMA: Schema = Schema(&[
    "
    CREATE TABLE account (
        id BLOB PRIMARY KEY,
        kind TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE request (
        number INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        account_id BLOB NOT NULL REFERENCES account (id),
        forget_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX request_by_age ON request (forget_at_ms);
    ",
    // Guests of before had no names. What was remembered for an hour is forgotten.
    "
    DROP TABLE request;
    ALTER TABLE account RENAME TO former_account;
    CREATE TABLE account (
        id BLOB PRIMARY KEY,
        revision INTEGER NOT NULL,
        kind TEXT NOT NULL,
        display_name TEXT NOT NULL,
        folded_name TEXT NOT NULL,
        name_key BLOB UNIQUE,
        password TEXT,
        recovery BLOB,
        owner BLOB REFERENCES account (id),
        operator INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        renamed_at_ms INTEGER,
        ban_until_ms INTEGER,
        ban_note TEXT,
        deleted_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    INSERT INTO account (id, revision, kind, display_name, folded_name, operator, created_at_ms)
        SELECT id, 1, kind, 'Guest ' || substr(hex(id), 1, 8), 'guest ' || lower(substr(hex(id), 1, 8)), 0, created_at_ms
        FROM former_account;
    DROP TABLE former_account;
    CREATE INDEX account_by_age ON account (created_at_ms, id);
    CREATE INDEX account_by_name ON account (folded_name);
    CREATE INDEX account_by_owner ON account (owner) WHERE owner IS NOT NULL;
    CREATE INDEX account_by_ban ON account (ban_until_ms) WHERE ban_until_ms IS NOT NULL;
    CREATE TABLE name (
        key BLOB PRIMARY KEY,
        account BLOB NOT NULL,
        until_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX name_by_end ON name (until_ms) WHERE until_ms IS NOT NULL;
    CREATE TABLE identity (
        issuer TEXT NOT NULL,
        subject TEXT NOT NULL,
        account BLOB NOT NULL,
        PRIMARY KEY (issuer, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_by_account ON identity (account);
    CREATE TABLE session (
        id BLOB PRIMARY KEY,
        account BLOB NOT NULL,
        origin TEXT NOT NULL,
        secret BLOB NOT NULL,
        previous BLOB,
        request BLOB,
        created_at_ms INTEGER NOT NULL,
        refreshed_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL,
        access_until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_by_account ON session (account, refreshed_at_ms);
    CREATE INDEX session_by_end ON session (expires_at_ms);
    CREATE TABLE personal_token (
        id BLOB PRIMARY KEY,
        account BLOB NOT NULL,
        label TEXT NOT NULL,
        scopes TEXT NOT NULL,
        secret BLOB NOT NULL,
        created_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL,
        last_used_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX personal_token_by_account ON personal_token (account);
    CREATE INDEX personal_token_by_end ON personal_token (expires_at_ms);
    CREATE TABLE request (
        digest BLOB PRIMARY KEY,
        body BLOB NOT NULL,
        account BLOB NOT NULL,
        subject BLOB NOT NULL,
        created INTEGER NOT NULL,
        forget_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_by_end ON request (forget_at_ms);
    CREATE TABLE revocation (
        subject BLOB PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        forget_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX revocation_by_age ON revocation (at_ms, subject);
    CREATE INDEX revocation_by_end ON revocation (forget_at_ms);
    CREATE TABLE audit (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        action TEXT NOT NULL,
        actor BLOB,
        account BLOB,
        subject TEXT NOT NULL,
        address TEXT NOT NULL,
        note TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_age ON audit (at_ms);
    CREATE INDEX audit_by_actor ON audit (actor) WHERE actor IS NOT NULL;
    CREATE INDEX audit_by_account ON audit (account) WHERE account IS NOT NULL;
    CREATE INDEX audit_by_action ON audit (action);
    CREATE TABLE meter (
        key BLOB PRIMARY KEY,
        level INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        forget_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX meter_by_end ON meter (forget_at_ms);
    CREATE TABLE secret (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        bytes BLOB NOT NULL
    ) STRICT;
    ",
]);

-- Accounts, what opens them, and what happened to them. Ids are random and 16 bytes long, which makes them UUIDs; digests
-- and keys have 32 bytes; moments are milliseconds since 1970. Texts that are searched or sorted are compared by code
-- point, whatever the database's own order is.

CREATE TABLE account (
    id            UUID    NOT NULL PRIMARY KEY,
    revision      BIGINT  NOT NULL,
    kind          TEXT    NOT NULL,
    display_name  TEXT    NOT NULL,
    folded_name   TEXT    NOT NULL COLLATE "C",
    name_key      BYTEA   UNIQUE,
    password      TEXT,
    recovery      BYTEA,
    owner         UUID    REFERENCES account (id),
    operator      BOOLEAN NOT NULL,
    created_at_ms BIGINT  NOT NULL,
    renamed_at_ms BIGINT,
    ban_until_ms  BIGINT,
    ban_note      TEXT,
    deleted_at_ms BIGINT
);
CREATE INDEX account_by_age ON account (created_at_ms, id);
CREATE INDEX account_by_name ON account (folded_name);
CREATE INDEX account_by_owner ON account (owner) WHERE owner IS NOT NULL;
CREATE INDEX account_by_ban ON account (ban_until_ms) WHERE ban_until_ms IS NOT NULL;

-- Names that are somebody's, and those that are reserved for a former holder until a moment.
CREATE TABLE name (
    key      BYTEA NOT NULL PRIMARY KEY,
    account  UUID  NOT NULL,
    until_ms BIGINT
);
CREATE INDEX name_by_end ON name (until_ms) WHERE until_ms IS NOT NULL;

CREATE TABLE identity (
    issuer  TEXT NOT NULL COLLATE "C",
    subject TEXT NOT NULL COLLATE "C",
    account UUID NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_by_account ON identity (account);

CREATE TABLE session (
    id              UUID   NOT NULL PRIMARY KEY,
    account         UUID   NOT NULL,
    origin          TEXT   NOT NULL,
    secret          BYTEA  NOT NULL,
    previous        BYTEA,
    request         BYTEA,
    created_at_ms   BIGINT NOT NULL,
    refreshed_at_ms BIGINT NOT NULL,
    expires_at_ms   BIGINT NOT NULL,
    access_until_ms BIGINT NOT NULL
);
CREATE INDEX session_by_account ON session (account);
CREATE INDEX session_by_end ON session (expires_at_ms);

CREATE TABLE personal_token (
    id              UUID   NOT NULL PRIMARY KEY,
    account         UUID   NOT NULL,
    label           TEXT   NOT NULL,
    scopes          TEXT   NOT NULL,
    secret          BYTEA  NOT NULL,
    created_at_ms   BIGINT NOT NULL,
    expires_at_ms   BIGINT NOT NULL,
    last_used_at_ms BIGINT
);
CREATE INDEX personal_token_by_account ON personal_token (account);
CREATE INDEX personal_token_by_end ON personal_token (expires_at_ms);

-- Calls that are remembered, so that repeating one is answered and not done again.
CREATE TABLE request (
    digest       BYTEA   NOT NULL PRIMARY KEY,
    body         BYTEA   NOT NULL,
    account      UUID    NOT NULL,
    subject      UUID    NOT NULL,
    created      BOOLEAN NOT NULL,
    forget_at_ms BIGINT  NOT NULL
);
CREATE INDEX request_by_end ON request (forget_at_ms);

-- What was revoked before it expired: a session, a personal token or an account.
CREATE TABLE revocation (
    subject      UUID   NOT NULL PRIMARY KEY,
    at_ms        BIGINT NOT NULL,
    forget_at_ms BIGINT NOT NULL
);
CREATE INDEX revocation_by_age ON revocation (at_ms, subject);
CREATE INDEX revocation_by_end ON revocation (forget_at_ms);

-- Read from its end: of everybody, of one account as the one who did it or to whom it was done, of one action.
CREATE TABLE audit (
    number  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    action  TEXT   NOT NULL COLLATE "C",
    actor   UUID,
    account UUID,
    subject TEXT   NOT NULL,
    address TEXT   NOT NULL,
    note    TEXT   NOT NULL
);
CREATE INDEX audit_by_age ON audit (at_ms);
CREATE INDEX audit_by_actor ON audit (actor, number) WHERE actor IS NOT NULL;
CREATE INDEX audit_by_account ON audit (account, number) WHERE account IS NOT NULL;
CREATE INDEX audit_by_action ON audit (action, number);

CREATE TABLE meter (
    key          BYTEA  NOT NULL PRIMARY KEY,
    level        BIGINT NOT NULL,
    at_ms        BIGINT NOT NULL,
    forget_at_ms BIGINT NOT NULL
);
CREATE INDEX meter_by_end ON meter (forget_at_ms);

CREATE TABLE secret (
    one   BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    bytes BYTEA   NOT NULL
);

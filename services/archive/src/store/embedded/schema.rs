//! The tables.

use corners_embedded::Schema;

/// Lists of times are JSON arrays, in the order of the plies.
pub(super) const SCHEMA: Schema = Schema(&[
    "
    CREATE TABLE game (
        table_id TEXT NOT NULL PRIMARY KEY,
        variant TEXT NOT NULL,
        time_kind TEXT NOT NULL,
        reserve_ms INTEGER,
        increment_ms INTEGER,
        days_per_move INTEGER,
        takebacks TEXT NOT NULL,
        rated INTEGER NOT NULL,
        creator TEXT NOT NULL,
        white TEXT,
        white_kind TEXT,
        white_rating REAL,
        white_deviation REAL,
        black TEXT,
        black_kind TEXT,
        black_rating REAL,
        black_deviation REAL,
        created_at_ms INTEGER NOT NULL,
        started_at_ms INTEGER,
        finished_at_ms INTEGER NOT NULL,
        start_position TEXT NOT NULL,
        final_position TEXT NOT NULL,
        plies INTEGER NOT NULL,
        white_ms INTEGER,
        black_ms INTEGER,
        reason TEXT NOT NULL,
        result TEXT NOT NULL,
        annulled_at_ms INTEGER,
        annulled_by TEXT,
        annul_note TEXT
    ) STRICT;
    CREATE INDEX game_by_end ON game (finished_at_ms, table_id);
    CREATE INDEX game_by_pair ON game (white, black, finished_at_ms, table_id);
    CREATE INDEX game_by_white ON game (white, finished_at_ms, table_id);
    CREATE INDEX game_by_black ON game (black, finished_at_ms, table_id);
    CREATE INDEX game_by_reason ON game (reason, finished_at_ms, table_id);
    CREATE INDEX game_by_variant ON game (variant, finished_at_ms, table_id);
    CREATE INDEX game_by_result ON game (result, finished_at_ms, table_id);
    CREATE INDEX game_by_rated ON game (rated, finished_at_ms, table_id);
    CREATE TABLE game_moves (
        table_id TEXT NOT NULL PRIMARY KEY,
        paths TEXT NOT NULL,
        remaining_ms TEXT,
        elapsed_ms TEXT,
        think_time_ms TEXT,
        lag_credit_ms TEXT
    ) STRICT;
    CREATE TABLE event (
        position INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        type TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        recorded_at_ms INTEGER NOT NULL,
        data TEXT NOT NULL CHECK (json_valid(data)),
        UNIQUE (table_id, type)
    ) STRICT;
    CREATE INDEX event_by_recording ON event (recorded_at_ms);
    CREATE TABLE epoch (
        number INTEGER PRIMARY KEY,
        epoch TEXT NOT NULL,
        start INTEGER NOT NULL
    ) STRICT;
    ",
    "
    ALTER TABLE game ADD COLUMN aborted_by TEXT;
    ALTER TABLE game ADD COLUMN no_show INTEGER NOT NULL DEFAULT 0;
    ",
]);

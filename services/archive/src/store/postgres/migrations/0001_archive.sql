-- Finished games, their moves, and the feed of what happened to them. Ids, variants, kinds, reasons and results are the texts
-- that clients see, compared by code point, whatever the database's own order is; moments are milliseconds since 1970. These
-- tables are the archive's own: the views in the schema "analysis" are for everybody.

CREATE TABLE game (
    table_id        TEXT    NOT NULL COLLATE "C" PRIMARY KEY,
    variant         TEXT    NOT NULL COLLATE "C",
    time_kind       TEXT    NOT NULL,
    reserve_ms      BIGINT,
    increment_ms    BIGINT,
    days_per_move   INTEGER,
    takebacks       TEXT    NOT NULL,
    rated           BOOLEAN NOT NULL,
    set_up          BOOLEAN NOT NULL,
    creator         TEXT    NOT NULL,
    white           TEXT    COLLATE "C",
    white_kind      TEXT,
    white_rating    DOUBLE PRECISION,
    white_deviation DOUBLE PRECISION,
    black           TEXT    COLLATE "C",
    black_kind      TEXT,
    black_rating    DOUBLE PRECISION,
    black_deviation DOUBLE PRECISION,
    created_at_ms   BIGINT  NOT NULL,
    started_at_ms   BIGINT,
    finished_at_ms  BIGINT  NOT NULL,
    start_position  TEXT    NOT NULL,
    final_position  TEXT    NOT NULL,
    plies           INTEGER NOT NULL,
    white_ms        BIGINT,
    black_ms        BIGINT,
    reason          TEXT    NOT NULL COLLATE "C",
    result          TEXT    NOT NULL COLLATE "C",
    annulled_at_ms  BIGINT,
    annulled_by     TEXT,
    annul_note      TEXT
);
-- Lists go backwards through one or two of these, whatever else they ask. None has all games: those that are rated and those
-- that are not are all.
CREATE INDEX game_by_pair ON game (white, black, finished_at_ms, table_id);
CREATE INDEX game_by_white ON game (white, finished_at_ms, table_id);
CREATE INDEX game_by_black ON game (black, finished_at_ms, table_id);
CREATE INDEX game_by_reason ON game (reason, finished_at_ms, table_id);
CREATE INDEX game_by_variant ON game (variant, finished_at_ms, table_id);
CREATE INDEX game_by_result ON game (result, finished_at_ms, table_id);
CREATE INDEX game_by_rated ON game (rated, finished_at_ms, table_id);

-- Apart from the games, so that lists do not read them. Paths have a space between two; the times have an element for each
-- ply, or are absent where no ply has one; zeros are left out.
CREATE TABLE game_moves (
    table_id      TEXT NOT NULL COLLATE "C" PRIMARY KEY,
    paths         TEXT NOT NULL,
    remaining_ms  BIGINT[],
    elapsed_ms    BIGINT[],
    think_time_ms BIGINT[],
    lag_credit_ms BIGINT[]
);

-- Four times as quick as what Postgres has always had, and as small; not every server is built with it.
DO $$
BEGIN
    ALTER TABLE game_moves
        ALTER COLUMN paths SET COMPRESSION lz4,
        ALTER COLUMN remaining_ms SET COMPRESSION lz4,
        ALTER COLUMN elapsed_ms SET COMPRESSION lz4,
        ALTER COLUMN think_time_ms SET COMPRESSION lz4,
        ALTER COLUMN lag_credit_ms SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;

-- The events of the feed, as Debezium's outbox event router expects them. Nothing is ever changed or deleted. Positions are
-- given under the lock of the row in "feed", which is held until they can be seen: so they have no gaps, and become visible in
-- their order.
CREATE TABLE outbox (
    position       BIGINT NOT NULL PRIMARY KEY,
    id             TEXT   NOT NULL COLLATE "C" UNIQUE,
    aggregatetype  TEXT   NOT NULL,
    aggregateid    TEXT   NOT NULL,
    type           TEXT   NOT NULL,
    at_ms          BIGINT NOT NULL,
    recorded_at_ms BIGINT NOT NULL,
    payload        JSONB  NOT NULL
);
CREATE INDEX outbox_by_recording ON outbox (recorded_at_ms, position);

-- The end of the feed. It has one row.
CREATE TABLE feed (
    one            BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    last           BIGINT  NOT NULL,
    recorded_at_ms BIGINT  NOT NULL
);
INSERT INTO feed VALUES (TRUE, 0, 0);

-- The feed's epochs, each with the database that it was started in. "start" is the last position of the epoch before.
CREATE TABLE epoch (
    number            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    epoch             TEXT   NOT NULL,
    start             BIGINT NOT NULL,
    started_at_ms     BIGINT NOT NULL,
    system_identifier BIGINT NOT NULL,
    timeline          TEXT   NOT NULL,
    outbox            BIGINT NOT NULL
);

-- Which database this is: another one after a backup was restored, whether as a dump (another server, or at least another
-- table of another number) or as files with the log replayed, and after a standby was promoted (another timeline). The timeline
-- is absent on a standby.
CREATE VIEW here AS
    SELECT
        system_identifier,
        CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline,
        'outbox'::regclass::oid::bigint AS outbox
    FROM pg_control_system();

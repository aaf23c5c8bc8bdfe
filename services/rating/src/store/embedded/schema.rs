//! The tables.

use corners_embedded::Schema;

/// What the columns mean is said where Postgres's tables are made: `postgres/migrations`.
pub(super) const SCHEMA: Schema = Schema(&["
    CREATE TABLE standing (
        player TEXT NOT NULL,
        variant TEXT NOT NULL,
        kind TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        changes INTEGER NOT NULL,
        games INTEGER NOT NULL,
        last_game_ms INTEGER NOT NULL,
        bots INTEGER NOT NULL,
        points INTEGER NOT NULL,
        listed_until_ms INTEGER NOT NULL,
        is_listed INTEGER NOT NULL,
        PRIMARY KEY (player, variant)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX standing_by_rating ON standing (variant, bots, rating DESC, player) WHERE is_listed;
    CREATE INDEX standing_by_listing ON standing (listed_until_ms, player, variant) WHERE is_listed;
    CREATE TABLE board_step (
        variant TEXT NOT NULL,
        bots INTEGER NOT NULL,
        points INTEGER NOT NULL,
        listed INTEGER NOT NULL CHECK (listed >= 0),
        players INTEGER NOT NULL CHECK (players >= listed),
        PRIMARY KEY (variant, bots, points)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rating_event (
        position INTEGER PRIMARY KEY,
        table_id TEXT NOT NULL,
        variant TEXT NOT NULL,
        outcome TEXT NOT NULL,
        unrated_reason TEXT,
        low TEXT,
        high TEXT,
        day INTEGER,
        recorded_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX rating_event_by_game ON rating_event (table_id, outcome = 'annulled');
    CREATE INDEX rating_event_by_pair ON rating_event (low, high, variant, day) WHERE low IS NOT NULL;
    CREATE INDEX rating_event_by_recording ON rating_event (recorded_at_ms);
    CREATE TABLE rating_change (
        player TEXT NOT NULL,
        variant TEXT NOT NULL,
        number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        cause TEXT NOT NULL,
        table_id TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        before_rating REAL NOT NULL,
        before_deviation REAL NOT NULL,
        before_volatility REAL NOT NULL,
        live_deviation REAL NOT NULL,
        after_rating REAL NOT NULL,
        after_deviation REAL NOT NULL,
        after_volatility REAL NOT NULL,
        side TEXT NOT NULL,
        score REAL NOT NULL,
        opponent TEXT NOT NULL,
        opponent_kind TEXT NOT NULL,
        opponent_rating REAL NOT NULL,
        opponent_deviation REAL NOT NULL,
        opponent_volatility REAL NOT NULL,
        weight REAL NOT NULL,
        PRIMARY KEY (player, variant, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX rating_change_by_event ON rating_change (position, side);
    CREATE TABLE rating_place (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        cursor TEXT,
        sequence INTEGER,
        last INTEGER NOT NULL,
        recorded_at_ms INTEGER NOT NULL,
        CHECK ((cursor IS NULL) = (sequence IS NULL))
    ) STRICT;
    INSERT INTO rating_place VALUES (1, NULL, NULL, 0, 0);
    CREATE TABLE rating_policy (
        behind INTEGER PRIMARY KEY,
        policy TEXT NOT NULL
    ) STRICT;
    CREATE TABLE rating_epoch (
        number INTEGER PRIMARY KEY,
        epoch TEXT NOT NULL,
        start INTEGER NOT NULL
    ) STRICT;
    "]);

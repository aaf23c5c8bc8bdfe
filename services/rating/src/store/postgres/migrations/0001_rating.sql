-- Ratings, their history, and what became of each game that was to be rated. Ids, variants, kinds, causes and reasons are the
-- texts that clients see, compared by code point, whatever the database's own order is; moments are milliseconds since 1970.
-- These tables are the rating service's own: the views in the schema "analysis" are for everybody.

-- What players are rated: as the last change left it. Whether one is on the leaderboard is also a matter of time: a sweep takes
-- off those whose "listed_until_ms" is over. "points" are the whole points of the rating.
CREATE TABLE standing (
    player          TEXT             NOT NULL COLLATE "C",
    variant         TEXT             NOT NULL COLLATE "C",
    kind            TEXT             NOT NULL,
    rating          DOUBLE PRECISION NOT NULL,
    deviation       DOUBLE PRECISION NOT NULL,
    volatility      DOUBLE PRECISION NOT NULL,
    changes         BIGINT           NOT NULL,
    games           BIGINT           NOT NULL,
    last_game_ms    BIGINT           NOT NULL,
    bots            BOOLEAN          NOT NULL,
    points          INTEGER          NOT NULL,
    listed_until_ms BIGINT           NOT NULL,
    is_listed       BOOLEAN          NOT NULL,
    PRIMARY KEY (player, variant)
)
-- Those with the same points are counted from an index alone where a vacuum has been since they changed.
WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
-- The leaderboards, the best first.
CREATE INDEX standing_by_rating ON standing (variant, bots, rating DESC, player) WHERE is_listed;
CREATE INDEX standing_by_listing ON standing (listed_until_ms, player, variant) WHERE is_listed;

-- How many players have a rating of so many whole points: kept with the standings, so that a rank is a sum over few rows.
CREATE TABLE board_step (
    variant TEXT    NOT NULL COLLATE "C",
    bots    BOOLEAN NOT NULL,
    points  INTEGER NOT NULL,
    listed  BIGINT  NOT NULL CHECK (listed >= 0),
    players BIGINT  NOT NULL CHECK (players >= listed),
    PRIMARY KEY (variant, bots, points)
) WITH (fillfactor = 50);

-- What became of games. Positions are given under the lock of the row in "rating_place", which is held until they can be seen:
-- so they have no gaps, and become visible in their order. The players of a rated game are there, the lower id first, with the
-- day in days since 1970, so that the games of two on a day can be counted.
CREATE TABLE rating_event (
    position       BIGINT NOT NULL PRIMARY KEY,
    table_id       TEXT   NOT NULL COLLATE "C",
    variant        TEXT   NOT NULL COLLATE "C",
    outcome        TEXT   NOT NULL COLLATE "C",
    unrated_reason TEXT,
    low            TEXT   COLLATE "C",
    high           TEXT   COLLATE "C",
    day            BIGINT,
    recorded_at_ms BIGINT NOT NULL
);
-- A game is rated or unrated once, and annulled once.
CREATE UNIQUE INDEX rating_event_by_game ON rating_event (table_id, (outcome = 'annulled'));
CREATE INDEX rating_event_by_pair ON rating_event (low, high, variant, day) WHERE low IS NOT NULL;
CREATE INDEX rating_event_by_recording ON rating_event (recorded_at_ms, position);

-- The changes of ratings: two for each event that has some. Those of a player in a variant form a chain.
CREATE TABLE rating_change (
    player              TEXT             NOT NULL COLLATE "C",
    variant             TEXT             NOT NULL COLLATE "C",
    number              BIGINT           NOT NULL,
    position            BIGINT           NOT NULL,
    cause               TEXT             NOT NULL,
    table_id            TEXT             NOT NULL COLLATE "C",
    at_ms               BIGINT           NOT NULL,
    kind                TEXT             NOT NULL,
    before_rating       DOUBLE PRECISION NOT NULL,
    before_deviation    DOUBLE PRECISION NOT NULL,
    before_volatility   DOUBLE PRECISION NOT NULL,
    live_deviation      DOUBLE PRECISION NOT NULL,
    after_rating        DOUBLE PRECISION NOT NULL,
    after_deviation     DOUBLE PRECISION NOT NULL,
    after_volatility    DOUBLE PRECISION NOT NULL,
    side                TEXT             NOT NULL COLLATE "C",
    score               DOUBLE PRECISION NOT NULL,
    opponent            TEXT             NOT NULL COLLATE "C",
    opponent_kind       TEXT             NOT NULL,
    opponent_rating     DOUBLE PRECISION NOT NULL,
    opponent_deviation  DOUBLE PRECISION NOT NULL,
    opponent_volatility DOUBLE PRECISION NOT NULL,
    weight              DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, variant, number)
);
CREATE UNIQUE INDEX rating_change_by_event ON rating_change (position, side);

-- How far the result feed was taken, and where the events end. It has one row: whoever takes results locks it first.
CREATE TABLE rating_place (
    one            BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    cursor         TEXT,
    sequence       BIGINT,
    last           BIGINT  NOT NULL,
    recorded_at_ms BIGINT  NOT NULL,
    CHECK ((cursor IS NULL) = (sequence IS NULL))
);
INSERT INTO rating_place VALUES (TRUE, NULL, NULL, 0, 0);

-- The policies that ratings were made with, as JSON. Each is in force for the events behind a position, up to that of the next.
CREATE TABLE rating_policy (
    behind BIGINT NOT NULL PRIMARY KEY,
    policy TEXT   NOT NULL
);

-- The epochs of the events. "start" is the last position of the epoch before that is in common.
CREATE TABLE rating_epoch (
    number        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    epoch         TEXT   NOT NULL,
    start         BIGINT NOT NULL,
    started_at_ms BIGINT NOT NULL
);

-- Whose doing it was that a game was aborted: the side in lower case, absent where it was nobody's and in games that ended before
-- this was noted; and whether its first move did not come in time. Both are defaults of old rows, which are not written again.

ALTER TABLE game
    ADD COLUMN aborted_by TEXT,
    ADD COLUMN no_show BOOLEAN NOT NULL DEFAULT FALSE;

CREATE OR REPLACE VIEW analysis.games AS
    SELECT
        table_id AS game,
        variant,
        time_kind AS time_control,
        reserve_ms,
        increment_ms,
        days_per_move,
        takebacks,
        rated,
        set_up,
        creator,
        white,
        white_kind,
        white_rating,
        white_deviation,
        black,
        black_kind,
        black_rating,
        black_deviation,
        'epoch'::timestamptz + created_at_ms * '1 millisecond'::interval AS created_at,
        'epoch'::timestamptz + started_at_ms * '1 millisecond'::interval AS started_at,
        'epoch'::timestamptz + finished_at_ms * '1 millisecond'::interval AS finished_at,
        (finished_at_ms - started_at_ms) * '1 millisecond'::interval AS duration,
        start_position,
        final_position,
        plies,
        white_ms,
        black_ms,
        reason,
        result,
        annulled_at_ms IS NOT NULL AS annulled,
        'epoch'::timestamptz + annulled_at_ms * '1 millisecond'::interval AS annulled_at,
        annul_note,
        aborted_by,
        no_show
    FROM game;

COMMENT ON COLUMN analysis.games.aborted_by IS 'Aborted games: whose doing it was, white or black; absent where it was nobody''s, and in games that ended before this was noted.';
COMMENT ON COLUMN analysis.games.no_show IS 'Aborted games: whether the first move of aborted_by did not come in time. Otherwise its player aborted.';

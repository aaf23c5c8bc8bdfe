-- What analysts may rely on: views, in a schema of their own, which other services have views in as well. An operator whose
-- service may not make schemas makes it beforehand, and lets the service make views in it.

DO $$
BEGIN
    IF to_regnamespace('analysis') IS NULL THEN
        CREATE SCHEMA analysis;
        COMMENT ON SCHEMA analysis IS 'Finished games of Corners and ratings, for reading.';
    END IF;
END
$$;

CREATE VIEW analysis.ratings AS
    SELECT
        player AS account,
        variant,
        kind,
        rating,
        deviation,
        volatility,
        games,
        changes,
        'epoch'::timestamptz + nullif(last_game_ms, 0) * '1 millisecond'::interval AS last_game_at,
        is_listed AS listed
    FROM standing;

COMMENT ON VIEW analysis.ratings IS 'A row for each account and variant that it has a rating in (Glicko-2).';
COMMENT ON COLUMN analysis.ratings.account IS 'The account. Names are asked of the accounts service.';
COMMENT ON COLUMN analysis.ratings.variant IS 'The variant''s id, such as classic-3x3.';
COMMENT ON COLUMN analysis.ratings.kind IS 'What sort of account it was in its last game: guest, player or bot.';
COMMENT ON COLUMN analysis.ratings.rating IS 'The rating.';
COMMENT ON COLUMN analysis.ratings.deviation IS 'Its standard deviation at the end of the last game. It has grown since: the rating service tells by how much.';
COMMENT ON COLUMN analysis.ratings.volatility IS 'How erratic the results are.';
COMMENT ON COLUMN analysis.ratings.games IS 'How many games the rating is made of. Annulled ones do not count.';
COMMENT ON COLUMN analysis.ratings.changes IS 'How many rows there are in rating_changes.';
COMMENT ON COLUMN analysis.ratings.last_game_at IS 'When the last game ended.';
COMMENT ON COLUMN analysis.ratings.listed IS 'Whether the account is on the leaderboard: bots have one of their own.';

CREATE VIEW analysis.rating_changes AS
    SELECT
        player AS account,
        variant,
        number,
        cause,
        table_id AS game,
        'epoch'::timestamptz + at_ms * '1 millisecond'::interval AS changed_at,
        kind,
        before_rating,
        before_deviation,
        before_volatility,
        after_rating,
        after_deviation,
        after_volatility,
        side,
        score,
        opponent,
        opponent_kind,
        opponent_rating,
        opponent_deviation,
        weight
    FROM rating_change;

COMMENT ON VIEW analysis.rating_changes IS 'Two rows, one for each player, for every game that was rated, and two more if it was annulled.';
COMMENT ON COLUMN analysis.rating_changes.account IS 'The account whose rating changed.';
COMMENT ON COLUMN analysis.rating_changes.variant IS 'The variant''s id.';
COMMENT ON COLUMN analysis.rating_changes.number IS 'The place in the chain of the account''s changes in the variant: from 1, without gaps.';
COMMENT ON COLUMN analysis.rating_changes.cause IS 'game, or annulment: the points are given back.';
COMMENT ON COLUMN analysis.rating_changes.game IS 'The game, as in games.game.';
COMMENT ON COLUMN analysis.rating_changes.changed_at IS 'When the game ended or was annulled.';
COMMENT ON COLUMN analysis.rating_changes.kind IS 'What sort of account it was: guest, player or bot.';
COMMENT ON COLUMN analysis.rating_changes.before_rating IS 'The rating before: exactly what the change before left.';
COMMENT ON COLUMN analysis.rating_changes.before_deviation IS 'Its deviation as the change before left it.';
COMMENT ON COLUMN analysis.rating_changes.before_volatility IS 'Its volatility.';
COMMENT ON COLUMN analysis.rating_changes.after_rating IS 'The rating after.';
COMMENT ON COLUMN analysis.rating_changes.after_deviation IS 'Its deviation.';
COMMENT ON COLUMN analysis.rating_changes.after_volatility IS 'Its volatility.';
COMMENT ON COLUMN analysis.rating_changes.side IS 'The side that the account had in the game: white or black.';
COMMENT ON COLUMN analysis.rating_changes.score IS 'The points that it got in the game: 1, 0.5 or 0.';
COMMENT ON COLUMN analysis.rating_changes.opponent IS 'The opponent''s account.';
COMMENT ON COLUMN analysis.rating_changes.opponent_kind IS 'What sort of account the opponent was.';
COMMENT ON COLUMN analysis.rating_changes.opponent_rating IS 'The opponent''s rating that the game was rated with.';
COMMENT ON COLUMN analysis.rating_changes.opponent_deviation IS 'Its deviation at the end of the game.';
COMMENT ON COLUMN analysis.rating_changes.weight IS 'How much the game counts: 1, or less against a bot.';

CREATE VIEW analysis.rating_events AS
    SELECT
        position AS number,
        table_id AS game,
        variant,
        outcome,
        unrated_reason,
        'epoch'::timestamptz + recorded_at_ms * '1 millisecond'::interval AS recorded_at
    FROM rating_event;

COMMENT ON VIEW analysis.rating_events IS 'What became of each game that was to be rated: a row, and another if it was annulled afterwards.';
COMMENT ON COLUMN analysis.rating_events.number IS 'From 1, without gaps, in the order in which games became ratings.';
COMMENT ON COLUMN analysis.rating_events.game IS 'The game, as in games.game.';
COMMENT ON COLUMN analysis.rating_events.variant IS 'The variant''s id.';
COMMENT ON COLUMN analysis.rating_events.outcome IS 'rated, unrated or annulled.';
COMMENT ON COLUMN analysis.rating_events.unrated_reason IS 'Why it is not rated: no-result, variant, set-up, no-opponent, not-both-moved, too-short or pair-limit.';
COMMENT ON COLUMN analysis.rating_events.recorded_at IS 'When it was recorded.';

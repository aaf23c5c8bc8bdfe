-- What analysts may rely on: views, in a schema of their own. An operator whose service may not make schemas makes it
-- beforehand, and lets the service make views in it.

DO $$
BEGIN
    IF to_regnamespace('analysis') IS NULL THEN
        CREATE SCHEMA analysis;
        COMMENT ON SCHEMA analysis IS 'Finished games of Corners, for reading.';
    END IF;
END
$$;

CREATE VIEW analysis.games AS
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
        annul_note
    FROM game;

COMMENT ON VIEW analysis.games IS 'A row for each finished game, also for those that were aborted, closed or annulled.';
COMMENT ON COLUMN analysis.games.game IS 'The id of the table that the game was played at.';
COMMENT ON COLUMN analysis.games.variant IS 'The variant''s id, such as classic-3x3.';
COMMENT ON COLUMN analysis.games.time_control IS 'How time was kept: untimed, real-time or correspondence.';
COMMENT ON COLUMN analysis.games.reserve_ms IS 'Real-time games: the time of each side at the start, in milliseconds.';
COMMENT ON COLUMN analysis.games.increment_ms IS 'Real-time games: the time added after each move, in milliseconds.';
COMMENT ON COLUMN analysis.games.days_per_move IS 'Correspondence games: the days for each move.';
COMMENT ON COLUMN analysis.games.takebacks IS 'What it took to take a move back: free, agreed or off.';
COMMENT ON COLUMN analysis.games.rated IS 'Whether the result was to change ratings.';
COMMENT ON COLUMN analysis.games.set_up IS 'Whether the game started from another position than the variant''s.';
COMMENT ON COLUMN analysis.games.creator IS 'The account that made the table.';
COMMENT ON COLUMN analysis.games.white IS 'The account that played White; absent where nobody did.';
COMMENT ON COLUMN analysis.games.white_kind IS 'What sort of account White was: guest, player or bot.';
COMMENT ON COLUMN analysis.games.white_rating IS 'White''s rating (Glicko-2) when the game was agreed; absent in games that are not rated.';
COMMENT ON COLUMN analysis.games.white_deviation IS 'The standard deviation of white_rating.';
COMMENT ON COLUMN analysis.games.black IS 'The account that played Black; absent where nobody did. It can be the same as white.';
COMMENT ON COLUMN analysis.games.black_kind IS 'What sort of account Black was: guest, player or bot.';
COMMENT ON COLUMN analysis.games.black_rating IS 'Black''s rating (Glicko-2) when the game was agreed; absent in games that are not rated.';
COMMENT ON COLUMN analysis.games.black_deviation IS 'The standard deviation of black_rating.';
COMMENT ON COLUMN analysis.games.created_at IS 'When the table was made.';
COMMENT ON COLUMN analysis.games.started_at IS 'When the second seat was taken; absent when it never was.';
COMMENT ON COLUMN analysis.games.finished_at IS 'When the game ended.';
COMMENT ON COLUMN analysis.games.duration IS 'From started_at to finished_at; absent when the game never started.';
COMMENT ON COLUMN analysis.games.start_position IS 'The position that the game started from, as position text.';
COMMENT ON COLUMN analysis.games.final_position IS 'The position at the end, as position text.';
COMMENT ON COLUMN analysis.games.plies IS 'How many plies were played. Those that were taken back do not count.';
COMMENT ON COLUMN analysis.games.white_ms IS 'White''s time left at the end, in milliseconds; absent in untimed games.';
COMMENT ON COLUMN analysis.games.black_ms IS 'Black''s time left at the end, in milliseconds; absent in untimed games.';
COMMENT ON COLUMN analysis.games.reason IS 'Why the game ended: returned-home, goal, both-goals, home-deadline, move-limit, repetition, no-move, resignation, timeout, draw-agreement, aborted, abandonment or closed.';
COMMENT ON COLUMN analysis.games.result IS '1-0 (White won), 0-1 (Black won), 1/2-1/2 (a draw) or * (no result).';
COMMENT ON COLUMN analysis.games.annulled IS 'Whether an operator has annulled the game: it does not count.';
COMMENT ON COLUMN analysis.games.annulled_at IS 'When it was annulled.';
COMMENT ON COLUMN analysis.games.annul_note IS 'Why, as the operator has put it.';

CREATE VIEW analysis.moves AS
    SELECT
        game.table_id AS game,
        move.ply::integer AS ply,
        -- A position text ends with the side to move and the move number.
        (substring(start_position FROM ' ([0-9]{1,5})$')::integer
            + ((start_position LIKE '% b %')::integer + move.ply - 1) / 2)::integer AS move_number,
        CASE WHEN ((start_position LIKE '% b %')::integer + move.ply) % 2 = 1 THEN 'white' ELSE 'black' END AS side,
        move.path,
        move.remaining_ms,
        coalesce(move.elapsed_ms, 0) AS elapsed_ms,
        move.think_time_ms,
        coalesce(move.lag_credit_ms, 0) AS lag_credit_ms
    FROM game
    JOIN game_moves ON game_moves.table_id = game.table_id
    CROSS JOIN LATERAL unnest(
        string_to_array(game_moves.paths, ' '),
        game_moves.remaining_ms,
        game_moves.elapsed_ms,
        game_moves.think_time_ms,
        game_moves.lag_credit_ms
    ) WITH ORDINALITY AS move (path, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms, ply);

COMMENT ON VIEW analysis.moves IS 'A row for each move that stands, of every game. Ask for some games: there are about eighty moves in each.';
COMMENT ON COLUMN analysis.moves.game IS 'The game, as in games.game.';
COMMENT ON COLUMN analysis.moves.ply IS 'The how manieth ply of the game it is, from 1.';
COMMENT ON COLUMN analysis.moves.move_number IS 'The move number: a pair of plies, White''s and Black''s. It starts with that of the start position.';
COMMENT ON COLUMN analysis.moves.side IS 'Who moved: white or black.';
COMMENT ON COLUMN analysis.moves.path IS 'The move in movetext: the squares that the piece stood on, with hyphens.';
COMMENT ON COLUMN analysis.moves.remaining_ms IS 'The mover''s time left after the move, in milliseconds; absent in untimed games.';
COMMENT ON COLUMN analysis.moves.elapsed_ms IS 'The time from the start of the turn to the move, in milliseconds.';
COMMENT ON COLUMN analysis.moves.think_time_ms IS 'How long the player thought, as its client has said, in milliseconds; absent when it has not.';
COMMENT ON COLUMN analysis.moves.lag_credit_ms IS 'What of elapsed_ms was the move''s way and was not charged, in milliseconds.';

CREATE VIEW analysis.players AS
    SELECT
        account,
        variant,
        count(*) AS games,
        count(*) FILTER (WHERE result = win AND NOT alone) AS wins,
        count(*) FILTER (WHERE result = '1/2-1/2' AND NOT alone) AS draws,
        count(*) FILTER (WHERE result = loss AND NOT alone) AS losses,
        'epoch'::timestamptz + min(finished_at_ms) * '1 millisecond'::interval AS first_game_at,
        'epoch'::timestamptz + max(finished_at_ms) * '1 millisecond'::interval AS last_game_at
    FROM (
        SELECT white AS account, variant, finished_at_ms, result, '1-0' AS win, '0-1' AS loss, white IS NOT DISTINCT FROM black AS alone
            FROM game WHERE white IS NOT NULL AND annulled_at_ms IS NULL
        UNION ALL
        SELECT black, variant, finished_at_ms, result, '0-1', '1-0', FALSE
            FROM game WHERE black IS NOT NULL AND black IS DISTINCT FROM white AND annulled_at_ms IS NULL
    ) AS seat
    GROUP BY account, variant;

COMMENT ON VIEW analysis.players IS 'A row for each account and variant that it has played. Annulled games do not count.';
COMMENT ON COLUMN analysis.players.account IS 'The account. Names are asked of the accounts service.';
COMMENT ON COLUMN analysis.players.variant IS 'The variant''s id.';
COMMENT ON COLUMN analysis.players.games IS 'How many games of the variant the account has finished, rated or not, with and without a result.';
COMMENT ON COLUMN analysis.players.wins IS 'How many it won. Games of an account against itself are no wins, draws or losses.';
COMMENT ON COLUMN analysis.players.draws IS 'How many were drawn.';
COMMENT ON COLUMN analysis.players.losses IS 'How many it lost.';
COMMENT ON COLUMN analysis.players.first_game_at IS 'When the first of them ended.';
COMMENT ON COLUMN analysis.players.last_game_at IS 'When the last of them ended.';

import { fromArchive, fromTable, type ReviewedGame } from '../../domain/reviewed-game';
import { type Table, TableStatus } from '../../gen/corners/game/v1/table_pb';
import type { GetGameRatingResponse } from '../../gen/corners/rating/v1/rating_service_pb';
import { pause, persist } from '../../rpc/calls';
import { archive, game, rating } from '../../rpc/clients';
import { reasonOf } from '../../rpc/failure';

/** What there is to see of a game: all of it, or that it is still on, or that there is none. */
export type Found = { kind: 'finished'; game: ReviewedGame } | { kind: 'on' } | { kind: 'none' };

/** A game is rated a moment after it was recorded: so often it is asked for, so far apart. */
const RATING_TRIES = 5;
const RATING_PAUSE_MS = 2_000;

/** Why there is no such game, and no such table: what is no id at all is nothing's. */
const NO_GAME = ['GAME_NOT_FOUND', 'INVALID_ARGUMENT'];
const NO_TABLE = ['TABLE_NOT_LIVE', 'INVALID_ARGUMENT'];

/** Reads a game: from the archive, or from its table if it has only just ended. */
export async function findGame(table: string): Promise<Found> {
  const archived = await unless(NO_GAME, async () => (await archive.getGame({ table })).game);
  if (archived) return { kind: 'finished', game: fromArchive(archived) };
  const live = await unless(NO_TABLE, async () => (await game.getTable({ table })).table);
  return live ? atTable(live) : { kind: 'none' };
}

function atTable(table: Table): Found {
  return table.state?.status === TableStatus.FINISHED ? { kind: 'finished', game: fromTable(table) } : { kind: 'on' };
}

/** What became of a rated game; undefined where that cannot be told yet. */
export async function findRating(table: string, signal: AbortSignal): Promise<GetGameRatingResponse | undefined> {
  for (let tries = 1; tries <= RATING_TRIES; tries += 1) {
    const found = await unless(NO_GAME, () => rating.getGameRating({ table }, { signal }));
    if (found) return found;
    await pause(RATING_PAUSE_MS, signal);
  }
  return undefined;
}

/** What a call answers; undefined where it is refused for one of the reasons. */
async function unless<T>(reasons: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await persist(call);
  } catch (error) {
    if (reasons.includes(reasonOf(error))) return undefined;
    throw error;
  }
}

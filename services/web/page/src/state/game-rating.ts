import type { GetGameRatingResponse } from '../gen/corners/rating/v1/rating_service_pb';
import { pause } from '../rpc/calls';
import { rating } from '../rpc/clients';
import { unless } from '../rpc/unless';

/** A game is rated a moment after it was recorded: so often it is asked for, so far apart. */
const RATING_TRIES = 6;
const RATING_PAUSE_MS = 2_000;

/** What became of a rated game; undefined where that cannot be told yet. */
export async function findRating(table: string, signal: AbortSignal): Promise<GetGameRatingResponse | undefined> {
  for (let tries = 1; tries <= RATING_TRIES; tries += 1) {
    if (tries > 1) await pause(RATING_PAUSE_MS, signal);
    const found = await unless(['GAME_NOT_FOUND'], () => rating.getGameRating({ table }, { signal }));
    if (found) return found;
  }
  return undefined;
}

import { fromArchive, fromTable, type ReviewedGame } from '../../domain/reviewed-game';
import { type Table, TableStatus } from '../../gen/corners/game/v1/table_pb';
import { archive, game } from '../../rpc/clients';
import { unless } from '../../rpc/unless';

/** What there is to see of a game: all of it, or that it is still on, or that there is none. */
export type Found = { kind: 'finished'; game: ReviewedGame } | { kind: 'on' } | { kind: 'none' };

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

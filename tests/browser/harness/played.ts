import type { Game } from '../games/games';
import { CreatorSeats, Guest, type WantedTable } from './client';
import { eventually } from './eventually';

/** A table with both players, who are nobody's browser. */
export interface PlayedTable {
  readonly table: string;
  readonly white: Guest;
  readonly black: Guest;
}

/** A table of two guests at which so many plies of a game have been played; all of them by default. */
export async function played(url: string, game: Game, plies = game.moves.length): Promise<PlayedTable> {
  const [white, black] = [await Guest.at(url), await Guest.at(url)];
  const { id: table } = await white.makes({ ...setUp(game), seats: CreatorSeats.WHITE });
  await black.joins(table);
  const firstIsBlack = game.start?.includes(' b ') === true;
  for (const [index, path] of game.moves.slice(0, plies).entries()) {
    const mover = (index % 2 === 0) === firstIsBlack ? black : white;
    await mover.plays(table, path, true);
  }
  return { table, white, black };
}

/** A game that is over, and in the archive. */
export async function finished(url: string, game: Game): Promise<PlayedTable> {
  const table = await played(url, game);
  await eventually(() => table.white.archive.getGame({ table: table.table }));
  return table;
}

/** What to ask for to play a game again. */
export function setUp({ variant, start }: Game): WantedTable {
  return start === undefined ? { variant } : { variant, startPosition: start };
}

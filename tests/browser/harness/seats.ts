import type { Page } from 'playwright-core';
import type { Game } from '../games/games';
import { TablePage } from '../pages/table';
import { CreatorSeats, type Guest, type WantedTable } from './client';
import { setUp } from './played';

/** A guest's table with a person in a browser on the other seat, who took it on the page. */
export async function seated(page: Page, rival: Guest, wanted: WantedTable = {}): Promise<TablePage> {
  const { id } = await rival.makes(wanted);
  const table = await TablePage.open(page, id);
  await table.button('Take the free seat').click();
  await table.button('Take the free seat').waitFor({ state: 'detached' });
  return table;
}

/** The same for a game that is played again, with the person on White's seat. */
export function seatedAsWhite(page: Page, rival: Guest, game: Game): Promise<TablePage> {
  return seated(page, rival, { ...setUp(game), seats: CreatorSeats.BLACK });
}

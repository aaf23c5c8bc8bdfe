import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { WHITE_FILLS_THE_GOAL as GAME, HALMA } from '../games/games';
import { CreatorSeats, clock, Guest } from '../harness/client';
import { ROOT } from '../harness/folders';
import { finished, played } from '../harness/played';
import { seated } from '../harness/seats';
import { test } from '../harness/test';
import type { Place } from '../pages/places';
import { visit } from '../pages/visit';

const FOLDER = `${ROOT}/docs/images`;
const DESK = { viewport: { width: 1200, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
});

test('home', async ({ url, person, guest }) => {
  await played(url, GAME, 23);
  await played(url, HALMA, 30);
  await (await guest()).offers('classic-3x3', 10, 5);
  await (await guest()).offers('diagonal-3x3', 3, 2);
  const { page } = await person('reader', DESK);
  await take(page, 'home', { path: '/', element: 'corners-home-page' });
});

test.for(['light', 'dark'] as const)(
  'a player at a table, who looks where a piece can go: %s',
  async (colours, { url, person, guest }) => {
    const rival = await guest();
    const reader = await person('reader', { ...DESK, colorScheme: colours });
    const { board, id } = await seated(reader.page, rival, { seats: CreatorSeats.BLACK, timeControl: clock(300, 3) });
    const own = new Guest(url, await reader.account(), await reader.token());
    for (const [index, path] of GAME.moves.slice(0, 30).entries())
      await (index % 2 === 0 ? own : rival).plays(id, path);
    const { state } = await own.table(id);
    await expect.poll(() => board.placement()).toBe(state?.position.split(' ')[0]);

    const paths = (state?.legalMoves ?? []).map(({ path }) => path.split('-'));
    const longest = paths.reduce((long, path) => (path.length > long.length ? path : long), []);
    await board.square(longest.at(0) ?? '').click();
    await board.square(longest.at(-1) ?? '').hover();
    await reader.page.getByText('Nobody is watching').waitFor();
    await reader.page.screenshot({ path: `${FOLDER}/table${colours === 'dark' ? '-dark' : ''}.png` });
  },
);

test('the large board on a phone', async ({ url, person }) => {
  const { table } = await played(url, HALMA, 40);
  const { page } = await person('reader', PHONE);
  await take(page, 'phone', { path: `/table/${table}`, element: 'corners-table-page' });
});

test('the review of a game', async ({ url, person }) => {
  const { table } = await finished(url, GAME);
  const { page } = await person('reader', DESK);
  await take(page, 'review', { path: `/game/${table}?ply=40`, element: 'corners-game-page' });
});

test('the rules', async ({ person }) => {
  const { page } = await person('reader', DESK);
  await take(page, 'rules', { path: '/rules/classic-3x3', element: 'corners-rules-page' });
});

async function take(page: Page, name: string, place: Omit<Place, 'name'>): Promise<void> {
  await visit(page, { name, ...place });
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

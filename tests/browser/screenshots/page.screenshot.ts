import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { WHITE_FILLS_THE_GOAL as GAME, HALMA } from '../games/games';
import { ROOT } from '../harness/folders';
import { finished, played } from '../harness/played';
import { test } from '../harness/test';
import type { Place } from '../pages/places';
import { visit } from '../pages/visit';

const FOLDER = `${ROOT}/docs/images`;
const DESK = { viewport: { width: 1200, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
});

test('home', async ({ person }) => {
  const { page } = await person('reader', DESK);
  await take(page, 'home', { path: '/', element: 'corners-home-page' });
});

test('a table in the middle of a game', async ({ url, person }) => {
  const { table } = await played(url, GAME, 31);
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await person(`reader-${colorScheme}`, { ...DESK, colorScheme });
    const name = colorScheme === 'light' ? 'table' : 'table-dark';
    await take(page, name, { path: `/table/${table}`, element: 'corners-table-page' });
  }
});

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

import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { WHITE_FILLS_THE_GOAL as GAME } from '../games/games';
import { eventually } from '../harness/eventually';
import { compressedSize, noteLoaded } from '../harness/loaded';
import { played } from '../harness/played';
import { seatedAsWhite } from '../harness/seats';
import { test } from '../harness/test';
import { TablePage } from '../pages/table';
import { arrivals } from './arrivals';
import { heapAfterCollection } from './heap';
import { framesFor, read, watchBoard } from './in-page';
import { LongGame } from './long-game';
import { type Row, row, table } from './table';
import { timeToButton } from './time-to-button';

const rows: Row[] = [];

afterAll(() => {
  const [load] = loadavg();
  process.stdout.write(`\n${table(rows)}\n\nload average of the last minute: ${load?.toFixed(1)}\n`);
});

test('from a press to the frame with the marks, and to the frame with the own move', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna', { reducedMotion: 'no-preference' });
  const { board, id } = await seatedAsWhite(page, rival, GAME);
  await watchBoard(page);
  const [highlight, own]: [number[], number[]] = [[], []];
  const drawn = () => eventually(async () => expect((await read(page)).pressToFrame).toBeDefined());

  for (const [index, path] of GAME.moves.slice(0, 60).entries()) {
    if (index % 2 === 1) {
      await eventually(() => rival.plays(id, path));
      const { state } = await rival.table(id);
      await eventually(async () => expect(await board.placement()).toBe(state?.position.split(' ')[0]));
      continue;
    }
    const squares = path.split('-');
    await board.square(squares[0] ?? '').click();
    await drawn();
    highlight.push((await read(page)).pressToFrame ?? Number.NaN);
    await board.square(squares.at(-1) ?? '').click();
    await drawn();
    own.push((await read(page)).pressToFrame ?? Number.NaN);
  }

  rows.push(row('press on a piece, to the frame with its targets', 'ms', highlight, 'target 50 ms'));
  rows.push(row('press on a target, to the frame with the own move', 'ms', own));
});

test('from an event to the move on the board', async ({ url, person }) => {
  const { table: id, white, black } = await played(url, GAME, 0);
  const { page } = await person('anna', { reducedMotion: 'no-preference' });
  await TablePage.open(page, id);
  await watchBoard(page);
  const { next, stop } = await arrivals(white, id);
  const behind: number[] = [];

  for (const [index, path] of GAME.moves.slice(0, 60).entries()) {
    const before = (await read(page)).shown;
    const came = next();
    await (index % 2 === 0 ? white : black).plays(id, path);
    const at = await came;
    await eventually(async () => expect((await read(page)).shown).toBeGreaterThan(before));
    behind.push((await read(page)).shown - at);
  }
  stop();

  rows.push(row('the event at a bare client, to the frame with the move', 'ms', behind, 'target 100 ms'));
});

test('frames while a piece is on its way', async ({ url, person }) => {
  const { table: id, white, black } = await played(url, GAME, 0);
  const { page } = await person('anna', { reducedMotion: 'no-preference' });
  await TablePage.open(page, id);
  const still = intervals(await framesFor(page, 1_000));
  const moving: number[] = [];
  for (const [index, path] of GAME.moves.slice(0, 30).entries()) {
    const frames = framesFor(page, 400);
    await (index % 2 === 0 ? white : black).plays(id, path);
    moving.push(...intervals(await frames));
  }

  rows.push(row('between two frames while a piece moves', 'ms', moving, 'target 16.7 ms'));
  rows.push(row('between two frames while nothing moves', 'ms', still));
});

test('memory over 200 moves', async ({ guest, person }) => {
  const player = await guest();
  const games = [await LongGame.begin(player), await LongGame.begin(player)];
  const { page } = await person('anna');
  const watching = await TablePage.open(page, games[0]?.table ?? '');
  const heap: number[] = [];
  for (const game of games) {
    await goTo(page, `/table/${game.table}`);
    for (let part = 0; part < 4; part += 1) {
      const placement = await game.play(50);
      await eventually(async () => expect(await watching.board.placement()).toBe(placement));
      heap.push((await heapAfterCollection(page)) / 1e6);
    }
  }

  const each = heap.map((size) => size.toFixed(1)).join(', ');
  rows.push(row('heap after each 50 of 400 plies, two games of 100 moves', 'MB', heap, each));
});

test('time until a game can be asked for', async ({ person }) => {
  const [cold, warm, empty]: [number[], number[], number[]] = [[], [], []];
  for (let visit = 0; visit < 10; visit += 1) {
    const { page } = await person(`visitor-${visit}`);
    cold.push(await timeToButton(page));
    warm.push(await timeToButton(page));
    // A picture names no icon: the browser would look for one.
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.goto('/icon.svg');
    empty.push(await page.evaluate(() => performance.now()));
    await page.close();
  }

  const last = await person('visitor');
  const loaded = noteLoaded(last.context);
  await timeToButton(last.page);
  rows.push(row('first view, compressed', 'kB', [(await compressedSize(loaded())) / 1000], 'target 150 kB'));
  rows.push(row('first visit, until a game can be asked for', 'ms', cold, 'target 1000 ms'));
  rows.push(row('later visit', 'ms', warm));
  rows.push(row('an empty page', 'ms', empty));
});

/** Goes to another place of the page without loading it. */
function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

function intervals(frames: readonly number[]): number[] {
  return frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame));
}

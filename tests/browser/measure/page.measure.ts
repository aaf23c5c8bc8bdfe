import { loadavg } from 'node:os';
import { afterAll, expect } from 'vitest';
import { WHITE_FILLS_THE_GOAL as GAME, HALMA } from '../games/games';
import { eventually } from '../harness/eventually';
import { played } from '../harness/played';
import { seatedAsWhite } from '../harness/seats';
import { test } from '../harness/test';
import { TablePage } from '../pages/table';
import { arrivals } from './arrivals';
import { heapAfterCollection } from './heap';
import { framesFor, read, watchBoard } from './in-page';
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
      continue;
    }
    const squares = path.split('-');
    await page.getByText('Your move').first().waitFor();
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
    const before = (await read(page)).changed;
    const came = next();
    await (index % 2 === 0 ? white : black).plays(id, path);
    const at = await came;
    await eventually(async () => expect((await read(page)).changed).toBeGreaterThan(before));
    behind.push((await read(page)).changed - at);
  }
  stop();

  rows.push(row('the event at a bare client, to the move on a board', 'ms', behind, 'target 100 ms'));
});

test('frames while a piece is on its way', async ({ url, person }) => {
  const { table: id, white, black } = await played(url, GAME, 0);
  const { page } = await person('anna', { reducedMotion: 'no-preference' });
  await page.goto('/nowhere.txt');
  const empty = intervals(await framesFor(page, 1_000));
  await TablePage.open(page, id);
  const moving: number[] = [];
  for (const [index, path] of GAME.moves.slice(0, 30).entries()) {
    const frames = framesFor(page, 400);
    await (index % 2 === 0 ? white : black).plays(id, path);
    moving.push(...intervals(await frames));
  }

  rows.push(row('between two frames while a piece moves', 'ms', moving, 'target 16.7 ms'));
  rows.push(row('between two frames of an empty page', 'ms', empty));
});

test('memory over 200 moves', async ({ url, person }) => {
  const { table: id, white, black } = await played(url, HALMA, 20);
  const { page } = await person('anna');
  const watching = await TablePage.open(page, id);
  const heap = [await heapAfterCollection(page)];
  const play = async (from: number, to: number) => {
    for (let ply = from; ply < to; ply += 1) await (ply % 2 === 0 ? white : black).plays(id, HALMA.moves[ply] ?? '');
    const { state } = await white.table(id);
    await eventually(async () => expect(await watching.board.placement()).toBe(state?.position.split(' ')[0]));
    heap.push(await heapAfterCollection(page));
  };
  await play(20, 70);
  await play(70, 120);
  await play(120, 170);

  rows.push(
    row(
      'heap after 20, 70, 120 and 170 plies',
      'MB',
      heap.map((bytes) => bytes / 1e6),
      heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(', '),
    ),
  );
});

test('time until a game can be asked for', async ({ url, person }) => {
  const [cold, warm, empty]: [number[], number[], number[]] = [[], [], []];
  for (let visit = 0; visit < 10; visit += 1) {
    const { page } = await person(`visitor-${visit}`);
    cold.push(await timeToButton(page));
    warm.push(await timeToButton(page));
    await page.goto(`${url}/nowhere.txt`);
    empty.push(await page.evaluate(() => performance.now()));
    await page.close();
  }

  rows.push(row('first visit, until a game can be asked for', 'ms', cold, 'target 1000 ms'));
  rows.push(row('later visit', 'ms', warm));
  rows.push(row('an empty page', 'ms', empty));
});

function intervals(frames: readonly number[]): number[] {
  return frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame));
}

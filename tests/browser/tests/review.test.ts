import { readFile } from 'node:fs/promises';
import { WHITE_FILLS_THE_GOAL as GAME } from '../games/games';
import { OUTPUT } from '../harness/folders';
import { finished, played } from '../harness/played';
import { expect, test } from '../harness/test';
import { Board } from '../pages/board';

test('a game that is over is looked at move by move, from any move on', async ({ url, person }) => {
  const { table } = await finished(url, GAME);
  const { page } = await person('anna');
  await page.goto(`/game/${table}?ply=0`);
  const board = new Board(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await press('To the end');
  await expect.poll(() => board.picture()).toBe(GAME.final.split(' ')[0]);
  await press('To the start');
  await expect.poll(() => board.picture()).toBe('5bbb/5bbb/5bbb/8/8/www5/www5/www5');
  await press('One move forward');
  await expect.poll(() => board.picture()).not.toBe('5bbb/5bbb/5bbb/8/8/www5/www5/www5');
  await page.getByRole('button', { name: `Move 43, Black: ${GAME.moves.at(-1)}` }).click();

  await expect.poll(() => board.picture()).toBe(GAME.final.split(' ')[0]);
});

test('the address of a place in a game leads there', async ({ url, person }) => {
  const { table } = await finished(url, GAME);
  const { white, table: tableOfOnePly } = await played(url, GAME, 1);
  const { state } = await white.table(tableOfOnePly);
  const { page } = await person('anna');

  await page.goto(`/game/${table}?ply=1`);

  await expect.poll(() => new Board(page).picture()).toBe(state?.position.split(' ')[0]);
});

test('a game is downloaded as game text', async ({ url, person }) => {
  const { table } = await finished(url, GAME);
  const { page } = await person('anna');
  await page.goto(`/game/${table}`);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Game text' }).click(),
  ]);

  await download.saveAs(`${OUTPUT}/game.txt`);
  const text = await readFile(`${OUTPUT}/game.txt`, 'utf8');
  expect(text).toContain('[Variant "classic-3x3"]');
  expect(text).toContain('[Termination "goal"]');
});

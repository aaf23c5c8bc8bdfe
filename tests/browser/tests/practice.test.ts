import { WHITE_FILLS_THE_GOAL, WHITE_RETURNS_HOME } from '../games/games';
import { expect, test } from '../harness/test';
import { Board } from '../pages/board';

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5';
const [FIRST = '', REPLY = ''] = WHITE_FILLS_THE_GOAL.moves;

test('in the practice room one person plays both sides and takes moves back', async ({ person }) => {
  const { page } = await person('anna');
  await page.goto('/practice');
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.waitForURL('**/practice/*');
  const board = new Board(page);

  await board.click(FIRST);
  await expect.poll(() => board.placement()).not.toBe(START);
  const afterFirst = await board.placement();
  await board.click(REPLY);
  await expect.poll(() => board.placement()).not.toBe(afterFirst);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => board.placement()).toBe(afterFirst);
  await page.getByRole('button', { name: 'Take back' }).click();

  await expect.poll(() => board.placement()).toBe(START);
});

test('a position of one’s own is set up and played, with the question before a return home', async ({ person }) => {
  const { page } = await person('anna');
  await page.goto('/practice');
  await page.getByRole('radio', { name: 'Your own position' }).check();
  await page.getByLabel('Position as text').fill(WHITE_RETURNS_HOME.start ?? '');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Start practising' }).click();
  await page.waitForURL('**/practice/*');
  const board = new Board(page);
  const [blackMove = '', back = ''] = WHITE_RETURNS_HOME.moves;

  await board.click(blackMove);
  await page.getByText('White to move').first().waitFor();
  await board.click(back);
  await page.getByRole('button', { name: 'Return and lose' }).click();

  await expect.poll(() => board.placement()).toBe(WHITE_RETURNS_HOME.final.split(' ')[0]);
  await page
    .getByText(/Black wins/)
    .first()
    .waitFor();
});

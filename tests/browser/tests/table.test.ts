import { WHITE_FILLS_THE_GOAL, WHITE_RETURNS_HOME } from '../games/games';
import { CreatorSeats, id } from '../harness/client';
import { eventually } from '../harness/eventually';
import { played } from '../harness/played';
import { seated, seatedAsWhite } from '../harness/seats';
import { expect, test } from '../harness/test';
import { TablePage } from '../pages/table';

const [FIRST = '', REPLY = '', THIRD = ''] = WHITE_FILLS_THE_GOAL.moves;

test('a piece that is clicked shows where it can go, and a click there plays', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const { board, id } = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);

  await board.square('c3').click();
  await expect.poll(() => board.targetNames()).toEqual(['c4', 'd3']);
  await board.square('c4').click();

  await eventually(async () => expect((await rival.table(id)).moves.map(({ path }) => path)).toEqual(['c3-c4']));
});

test('a piece can be dragged to where it goes', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const { board, id } = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);

  await board.drag(FIRST);

  await eventually(async () => expect((await rival.table(id)).moves.map(({ path }) => path)).toEqual([FIRST]));
});

test('a double click plays once', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const { board, id } = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);

  await board.square('c3').dblclick();
  await board.square('c3').click();
  await board.square('c4').dblclick();
  await eventually(async () => expect((await rival.table(id)).moves).toHaveLength(1));
  await rival.plays(id, REPLY);

  // The second click did not count as the next move either.
  await board.square('c4').waitFor();
  await expect.poll(() => board.picked().count()).toBe(0);
  expect((await rival.table(id)).moves.map(({ path }) => path)).toEqual(['c3-c4', REPLY]);
});

test('two tabs of one player show and play the same game', async ({ person, guest }) => {
  const rival = await guest();
  const anna = await person('anna');
  const first = await seatedAsWhite(anna.page, rival, WHITE_FILLS_THE_GOAL);
  const second = await TablePage.open(await anna.tab(), first.id);

  await second.board.click(FIRST);
  await expect.poll(() => first.board.placement()).toBe(await second.board.placement());
  await rival.plays(first.id, REPLY);
  await first.text('Your move').waitFor();
  await first.board.click(THIRD);

  await eventually(async () => expect((await rival.table(first.id)).moves).toHaveLength(3));
  const { state } = await rival.table(first.id);
  for (const { board } of [first, second]) {
    await expect.poll(() => board.placement()).toBe(state?.position.split(' ')[0]);
  }
});

test('a return home is played only after a question', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const table = await seatedAsWhite(page, rival, WHITE_RETURNS_HOME);
  const [blackMove = '', back = ''] = WHITE_RETURNS_HOME.moves;
  await rival.plays(table.id, blackMove);
  await table.text('Your move').waitFor();

  await table.board.click(back);
  await table.dialog('Return home?').getByRole('button', { name: 'Choose another move' }).click();
  expect((await rival.table(table.id)).moves).toHaveLength(1);
  await table.board.click(back);
  await table.dialog('Return home?').getByRole('button', { name: 'Return and lose' }).click();

  await table.text(/returned home|back home/).waitFor();
  await eventually(async () => expect((await rival.table(table.id)).state?.position).toBe(WHITE_RETURNS_HOME.final));
});

test('who watches a game is counted, and cannot move', async ({ url, person }) => {
  const { table, white } = await played(url, WHITE_FILLS_THE_GOAL, 2);
  const { page } = await person('carla');
  const watching = await TablePage.open(page, table);

  await watching.text('1 spectator').waitFor();
  await watching.board.square('c4').click();
  expect(await watching.board.targets().count()).toBe(0);
  await white.plays(table, THIRD);

  const { state } = await white.table(table);
  await expect.poll(() => watching.board.placement()).toBe(state?.position.split(' ')[0]);
});

test('a takeback is asked for and granted', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const table = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);
  await table.board.click(FIRST);
  await eventually(async () => expect((await rival.table(table.id)).moves).toHaveLength(1));

  await table.button('Ask for a takeback').click();
  await eventually(() => rival.game.acceptTakeback({ table: table.id, requestId: id() }));

  await table.text('Your move').waitFor();
  expect((await rival.table(table.id)).moves).toHaveLength(0);
});

test('a resignation asks first', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const table = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);
  await table.board.click(FIRST);
  await eventually(() => rival.plays(table.id, REPLY));

  await table.button('Resign').click();
  await table.dialog('Resign the game?').getByRole('button', { name: 'Resign' }).click();

  await table.text(/Black wins/).waitFor();
});

test('Black has its own home at the bottom', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('boris');
  const { board } = await seated(page, rival, { seats: CreatorSeats.WHITE });

  expect(await board.squareNames()).toHaveLength(64);
  expect((await board.squareNames()).at(0)).toBe('h1');
});

test('a square that is not offered says why', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const { board, id } = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);

  await board.square('c3').click();
  await board.square('e5').click();

  await page.getByRole('status').filter({ hasText: 'No chain of jumps leads there' }).waitFor();
  expect((await rival.table(id)).moves).toHaveLength(0);
});

test('a rematch that both want begins with colours swapped', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna');
  const table = await seatedAsWhite(page, rival, WHITE_FILLS_THE_GOAL);
  const first = table.id;
  await table.board.click(FIRST);
  await eventually(() => rival.plays(first, REPLY));
  await rival.game.resign({ table: first, requestId: id() });

  await table.button('Rematch').click();
  await eventually(() => rival.matchmaking.offerRematch({ table: first, requestId: id() }));

  await expect.poll(() => table.id).not.toBe(first);
  await expect.poll(async () => (await table.board.squareNames()).at(0)).toBe('h1');
});

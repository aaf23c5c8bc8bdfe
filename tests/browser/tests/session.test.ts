import { WHITE_FILLS_THE_GOAL as GAME } from '../games/games';
import { eventually } from '../harness/eventually';
import { seatedAsWhite } from '../harness/seats';
import { expect, test } from '../harness/test';

const [FIRST = '', REPLY = '', THIRD = ''] = GAME.moves;

test('a token that runs out is renewed in time, and nothing is seen of it', async ({ guest, person }) => {
  const rival = await guest();
  const anna = await person('anna');
  const { board, id } = await seatedAsWhite(anna.page, rival, GAME);
  const account = await anna.account();
  const token = await anna.token();

  await board.click(FIRST);
  await eventually(() => rival.plays(id, REPLY));
  await anna.ageToken();
  await anna.page.reload();
  await board.click(THIRD);

  await eventually(async () => expect((await rival.table(id)).moves).toHaveLength(3));
  expect(await anna.token()).not.toBe(token);
  expect(await anna.account()).toBe(account);
});

test('a token that the platform does not take is replaced, and the account stays', async ({ guest, person }) => {
  const rival = await guest();
  const anna = await person('anna');
  const { board, id } = await seatedAsWhite(anna.page, rival, GAME);
  const account = await anna.account();

  await anna.spoilToken();
  await anna.page.reload();
  await board.click(FIRST);

  await eventually(async () => expect((await rival.table(id)).moves).toHaveLength(1));
  expect(await anna.account()).toBe(account);
});

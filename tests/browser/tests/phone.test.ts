import { HALMA, HALMA_END } from '../games/games';
import { eventually } from '../harness/eventually';
import { seatedAsWhite } from '../harness/seats';
import { expect, test } from '../harness/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('the large board is played with a finger on a phone', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna', PHONE);
  const { board, id } = await seatedAsWhite(page, rival, HALMA);

  const { x, width } = (await board.grid.boundingBox()) ?? { x: 0, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width);
  for (const [index, path] of HALMA.moves.slice(0, 12).entries()) {
    if (index % 2 === 0) await board.tap(path);
    else await rival.plays(id, path);
    await eventually(async () => {
      const { moves, state } = await rival.table(id);
      expect(moves).toHaveLength(index + 1);
      expect(await board.placement()).toBe(state?.position.split(' ')[0]);
    });
  }
});

test('a game on the large board is won on a phone', async ({ person, guest }) => {
  const rival = await guest();
  const { page } = await person('anna', PHONE);
  const table = await seatedAsWhite(page, rival, HALMA_END);
  const { board, id } = table;

  for (const [index, path] of HALMA_END.moves.entries()) {
    if (index % 2 === 0) await board.tap(path);
    else await rival.plays(id, path);
    await eventually(async () => expect((await rival.table(id)).moves).toHaveLength(index + 1));
    await eventually(async () => {
      expect(await board.placement()).toBe((await rival.table(id)).state?.position.split(' ')[0]);
    });
  }

  await table.text(/White wins/).waitFor();
});

import { WHITE_FILLS_THE_GOAL as GAME } from '../games/games';
import { tabTo } from '../harness/focus';
import { byKeys, byMouse, Match } from '../harness/player';
import { expect, test } from '../harness/test';
import { HomePage } from '../pages/home';

test('two strangers meet at the press of a button and play to the end, whatever happens meanwhile', async ({
  platform,
  wire,
  person,
  guest,
}) => {
  const server = await platform();
  const [wireOfAnna, wireOfBoris] = [await wire(server.port), await wire(server.port)];
  const anna = await person('anna', { url: wireOfAnna.url });
  const boris = await person('boris', { url: wireOfBoris.url });

  await (await HomePage.open(anna.page)).quick(5, 3).click();
  await tabTo(boris.page, (await HomePage.open(boris.page)).quick(5, 3));
  await boris.page.keyboard.press('Enter');
  const [mouse, keys] = [await byMouse(anna), await byKeys(boris)];
  expect(keys.table.id).toBe(mouse.table.id);
  const match = await Match.of([mouse, keys], GAME, await guest(server.url));
  const { white, black } = match;
  await match.playTo(7);

  // Black offers a draw; White declines, and the game goes on.
  await black.presses('Offer a draw');
  await white.table.text('Your opponent offers a draw.').waitFor();
  await white.presses('Decline');
  await white.table.text('Your opponent offers a draw.').waitFor({ state: 'hidden' });
  await match.playTo(12);

  // A page that is loaded again is where it was.
  await anna.page.reload();
  await mouse.table.ready();
  await match.playTo(16);

  // Who has no connection is told so, and catches up when it is back: here while White is to move.
  const { person: cutOff, table } = black;
  const itsWire = cutOff === anna ? wireOfAnna : wireOfBoris;
  await cutOff.whileCutOff(async () => {
    await itsWire.cut();
    await table.offline().waitFor();
    await white.plays(GAME.moves[16] ?? '');
    await itsWire.mend();
    await match.agreeAt(17);
    await table.offline().waitFor({ state: 'hidden' });
  });
  await match.playTo(22);

  // A platform that is killed and started again costs a moment.
  await anna.whileCutOff(() =>
    boris.whileCutOff(async () => {
      await server.kill();
      for (const player of [white, black]) await player.table.offline().waitFor();
      await server.startAgain();
      for (const player of [white, black]) await player.table.offline().waitFor({ state: 'hidden' });
    }),
  );
  await match.playTo(GAME.moves.length);

  for (const player of [white, black]) await player.table.text(/White wins/).waitFor();
  expect((await match.truth()).position).toBe(GAME.final);
});

import { eventually } from '../harness/eventually';
import { expect, test } from '../harness/test';

test('a platform that is killed comes back at the same address with what it acknowledged', async ({
  platform,
  guest,
}) => {
  const server = await platform();
  const white = await guest(server.url);
  const { id } = await white.makes();

  await server.kill();
  await expect(white.table(id)).rejects.toThrow();
  await server.startAgain();

  expect((await white.table(id)).id).toBe(id);
});

test('a wire that is cut carries nothing until it is mended', async ({ platform, wire, guest }) => {
  const server = await platform();
  const way = await wire(server.port);
  const white = await guest(way.url);
  const { id } = await white.makes();

  await way.cut();
  await expect(white.table(id)).rejects.toThrow();
  await way.mend();

  expect((await eventually(() => white.table(id))).id).toBe(id);
});

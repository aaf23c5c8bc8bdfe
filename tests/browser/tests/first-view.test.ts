import { compressedSize, noteLoaded } from '../harness/loaded';
import { expect, test } from '../harness/test';
import { HomePage } from '../pages/home';

/** How much may be loaded before a game can be asked for, compressed. */
const MOST_BYTES = 150_000;

test('the first view is small', async ({ url, person }) => {
  const { page, context } = await person('anna');
  const loaded = noteLoaded(context);

  await HomePage.open(page);

  expect(loaded()).toContain(`${url}/`);
  expect(loaded().some((file) => file.includes('worker'))).toBe(true);
  expect(await compressedSize(loaded())).toBeLessThan(MOST_BYTES);
});

test('what is asked for again is not sent again', async ({ platform, wire, person }) => {
  const { port } = await platform();
  const way = await wire(port);
  const { page, tab } = await person('anna', { url: way.url });
  await HomePage.open(page);
  const first = way.carried;

  await HomePage.open(await tab());

  expect(way.carried - first).toBeLessThan(first / 4);
});

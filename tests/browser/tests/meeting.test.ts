import { expect, test } from '../harness/test';
import { HomePage } from '../pages/home';
import { TablePage } from '../pages/table';

test('a friend who opens the link of a challenge is at the same table', async ({ person }) => {
  const [anna, boris] = [await person('anna'), await person('boris')];
  await HomePage.open(anna.page);
  await anna.page.getByRole('button', { name: 'Play a friend' }).click();
  await anna.page.getByRole('button', { name: 'Make a link' }).click();
  await anna.page.waitForURL('**/challenge/*');

  await boris.page.goto(anna.page.url());
  await boris.page.getByRole('button', { name: 'Accept' }).click();

  const [hers, his] = [await new TablePage(anna.page).ready(), await new TablePage(boris.page).ready()];
  expect(his.id).toBe(hers.id);
});

test('an offer in the lobby is seen at once by who is there, and taken', async ({ person }) => {
  const [anna, boris] = [await person('anna'), await person('boris')];
  await HomePage.open(boris.page);
  await HomePage.open(anna.page);

  await anna.page.getByRole('button', { name: 'Offer a game' }).click();
  await anna.page.locator('corners-dialog').getByRole('button', { name: 'Put it in the lobby' }).click();
  await boris.page.getByRole('button', { name: 'Play', exact: true }).click();

  const [hers, his] = [await new TablePage(anna.page).ready(), await new TablePage(boris.page).ready()];
  expect(his.id).toBe(hers.id);
});

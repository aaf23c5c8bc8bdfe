import { reachedByTab } from '../harness/focus';
import { expect, test } from '../harness/test';
import { HomePage } from '../pages/home';

test('the keyboard reaches everything on the first page', async ({ person }) => {
  const { page } = await person('anna');
  await HomePage.open(page);

  const reached = await reachedByTab(page);
  const controls = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('combobox'));
  const names = await controls.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility()).map((one) => (one.ariaLabel ?? one.textContent ?? '').trim()),
  );

  expect(names.filter((name) => !reached.includes(name))).toEqual([]);
});

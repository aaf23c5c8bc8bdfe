import { beforeAll, describe, inject } from 'vitest';
import { barriers } from '../harness/axe';
import { OUTPUT } from '../harness/folders';
import { noteShifts, shifts } from '../harness/shifts';
import { expect, test } from '../harness/test';
import { LANGUAGES, textIds } from '../harness/texts';
import { type Place, places } from '../pages/places';
import { visit } from '../pages/visit';

/** How much of a place may jump: a tenth of what is called good (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.01;

let all: Place[] = [];

beforeAll(async () => {
  all = await places(inject('platform'));
});

describe.each(LANGUAGES)('in %s', (locale) => {
  test('every place has a text for everything, and never the id of one', async ({ person }) => {
    const { page } = await person(`reader-${locale}`, { locale });
    const ids = new Set(textIds());
    for (const place of all) {
      await visit(page, place);
      expect(await page.locator('html').getAttribute('lang'), place.name).toBe(locale);
      const read = `${await page.title()} ${await page.locator('body').ariaSnapshot()}`;
      const raw = read.split(/[^\w-]+/).filter((word) => word.includes('-') && ids.has(word));
      expect(raw, `raw ids of texts on ${place.name}`).toEqual([]);
      await page.screenshot({ path: `${OUTPUT}/screens/${locale}-${place.name}.png` });
    }
  });
});

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test('every place meets WCAG 2.2 AA', async ({ person }) => {
    const { page } = await person(`reader-${colorScheme}`, { colorScheme });
    for (const place of all) {
      await visit(page, place);
      expect(await barriers(page), place.name).toEqual([]);
    }
  });
});

test.for([
  { name: 'desk', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])('nothing jumps while a place loads: $name', async ({ name, viewport }, { person }) => {
  const { page, context } = await person(`reader-${name}`, { viewport });
  await noteShifts(context);
  const jumping: Record<string, unknown> = {};
  for (const place of all) {
    await visit(page, place);
    const found = await shifts(page);
    if (found.reduce((sum, { value }) => sum + value, 0) >= MOST_SHIFT) jumping[place.name] = found;
  }
  expect(jumping).toEqual({});
});

test('nothing is wider than a small phone', async ({ person }) => {
  const { page } = await person('reader-small', { viewport: { width: 320, height: 640 } });
  for (const place of all) {
    await visit(page, place);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond, `${place.name} is wider by`).toBe(0);
  }
});

import type { Page } from 'playwright-core';
import type { Place } from './places';

/** Goes to a place, and waits until it shows what it is about: it has a heading, and nothing is still being loaded. */
export async function visit(page: Page, { path, element }: Place): Promise<void> {
  await page.goto(path);
  const place = page.locator(element);
  await place.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await place.locator('corners-spinner, corners-skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}

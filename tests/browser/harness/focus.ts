import type { Locator, Page } from 'playwright-core';

/** How many times Tab is pressed at most. */
const MOST_STOPS = 150;

/** Goes to something with the Tab key, as who has no mouse does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} is not reached with ${MOST_STOPS} presses of Tab`);
}

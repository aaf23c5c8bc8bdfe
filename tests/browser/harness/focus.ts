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

/** What the Tab key goes through, from the top of the page until it comes round: what each stop is called. */
export async function reachedByTab(page: Page): Promise<string[]> {
  const reached: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (element === null || element === document.body) return undefined;
      return (element.ariaLabel ?? element.textContent ?? '').trim();
    });
    if (name === undefined) return reached;
    reached.push(name);
  }
  return reached;
}

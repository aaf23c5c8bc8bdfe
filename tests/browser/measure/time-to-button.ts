import type { Page } from 'playwright-core';
import { HomePage } from '../pages/home';

interface Timed {
  cornersMeasureButton: number | undefined;
}

/** Opens the first page, and gives the time from the start of loading to the frame with a button to play, in milliseconds. */
export async function timeToButton(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const hasButton = (root: ParentNode): boolean => {
      if (root.querySelector('button.pool:not(:disabled)')) return true;
      return [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && hasButton(shadowRoot));
    };
    const look = () => {
      if (hasButton(document)) (window as unknown as Timed).cornersMeasureButton = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await HomePage.open(page);
  return page.evaluate(() => (window as unknown as Timed).cornersMeasureButton ?? Number.NaN);
}

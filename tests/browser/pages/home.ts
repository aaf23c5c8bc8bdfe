import type { Locator, Page } from 'playwright-core';

/** The first page. */
export class HomePage {
  constructor(readonly page: Page) {}

  static async open(page: Page): Promise<HomePage> {
    await page.goto('/');
    const home = new HomePage(page);
    await home.quick(5, 3).waitFor();
    return home;
  }

  /** The button of a pool: minutes, and seconds for each move. */
  quick(minutes: number, seconds: number): Locator {
    return this.page.getByRole('button', { name: `${minutes} min + ${seconds} s` });
  }
}

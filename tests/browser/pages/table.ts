import type { Locator, Page } from 'playwright-core';
import { Board } from './board';

/** A table as a person meets it. */
export class TablePage {
  readonly board: Board;

  constructor(readonly page: Page) {
    this.board = new Board(page);
  }

  /** Opens a table by its address. */
  static async open(page: Page, table: string): Promise<TablePage> {
    await page.goto(`/table/${table}`);
    return new TablePage(page).ready();
  }

  /** Waits until the table is there. */
  async ready(): Promise<TablePage> {
    await this.page.waitForURL('**/table/*');
    await this.board.grid.waitFor();
    return this;
  }

  /** The table's id. */
  get id(): string {
    return new URL(this.page.url()).pathname.split('/')[2] ?? '';
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A question, with its answers: these are slotted, so that the dialog itself does not contain them. */
  dialog(title: string): Locator {
    return this.page.locator('corners-dialog').filter({ has: this.page.getByRole('dialog', { name: title }) });
  }

  /** What tells that the platform cannot be reached. */
  offline(): Locator {
    return this.page.locator('corners-offline').getByText('No connection');
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text).first();
  }
}

// @vitest-environment happy-dom
import { create } from '@bufbuild/protobuf';
import { beforeAll, expect, it, vi } from 'vitest';
import { TableSchema, TableStatus } from '../../../page/src/gen/corners/game/v1/table_pb';
import { tableNews } from '../../../page/src/live/link';
import '../../../page/src/pages/practice/index';
import { speak } from '../../../page/src/texts';

beforeAll(() => speak('en'));

const START = '5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1';

/** The server's first word of a table. */
function tell(id: string): void {
  const value = create(TableSchema, {
    id,
    startPosition: START,
    variant: { id: 'classic-3x3', boardSize: 8, startPosition: START, moveLimit: 80, homeDeadline: 30 },
    state: { status: TableStatus.PLAYING, position: START, moveNumber: 1 },
  });
  tableNews.tell({ table: id, news: { case: 'snapshot', value } });
}

it('the board has the focus at a table that the practice room goes on at, not at the first one', async () => {
  const page = document.createElement('corners-practice-page');
  document.body.append(page);
  const table = () => page.shadowRoot?.querySelector('corners-practice-table') ?? undefined;
  const board = () => table()?.shadowRoot?.querySelector('corners-board') ?? undefined;
  for (const [id, hasFocus] of [
    ['first', false],
    ['second', true],
  ] as const) {
    page.route = { page: 'practice', table: id };
    await page.updateComplete;
    tell(id);
    await vi.waitUntil(board);
    await board()?.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    expect(board()?.shadowRoot?.activeElement?.className.trim(), id).toBe(hasFocus ? 'grid' : undefined);
  }
});

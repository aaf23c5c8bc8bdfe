import type { BrowserContext, Page } from 'playwright-core';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Watched {
  cornersTestShifts: { value: number; what: string[] }[];
}

/** Notes what jumps on the pages of a context without having been asked to. */
export async function noteShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Watched['cornersTestShifts'] = [];
    (window as unknown as Watched).cornersTestShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        // Inside shadow roots it is not told what moved, but from where to where.
        const what = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? node.localName : 'something';
          return `${name} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
        });
        shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has jumped on a page since it was loaded. */
export async function shifts(page: Page): Promise<Watched['cornersTestShifts']> {
  return page.evaluate(() => (window as unknown as Watched).cornersTestShifts);
}

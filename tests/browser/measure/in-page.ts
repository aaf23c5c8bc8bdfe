import type { Page } from 'playwright-core';

/** What the page's own instruments write down. Times are milliseconds since 1970, by the machine's clock. */
export interface Instruments {
  /** When the last frame was drawn after squares of the board had changed. */
  shown: number;
  /** From the last press to the next frame that was drawn after the board had changed. */
  pressToFrame: number | undefined;
}

interface Instrumented {
  cornersMeasure: Instruments;
}

/** Watches the board: when it changes, and how long after a press the change is drawn. */
export async function watchBoard(page: Page): Promise<void> {
  await page.getByRole('grid').evaluate((grid) => {
    const found: Instruments = { shown: 0, pressToFrame: undefined };
    (window as unknown as Instrumented).cornersMeasure = found;
    let pressed: number | undefined;
    document.addEventListener(
      'pointerdown',
      (event) => {
        pressed = event.timeStamp;
        found.pressToFrame = undefined;
      },
      { capture: true },
    );
    const afterFrame = (then: () => void) =>
      requestAnimationFrame(() => {
        // A task after the frame's callbacks: the frame has been drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(undefined);
      });
    new MutationObserver(() => {
      const since = pressed;
      pressed = undefined;
      afterFrame(() => {
        found.shown = performance.timeOrigin + performance.now();
        if (since !== undefined) found.pressToFrame = performance.now() - since;
      });
    }).observe(grid, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] });
  });
}

/** What the instruments have written down. */
export function read(page: Page): Promise<Instruments> {
  return page.evaluate(() => (window as unknown as Instrumented).cornersMeasure);
}

/** Notes the time of every frame for so long, in milliseconds. */
export function framesFor(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const note = (now: number) => {
          frames.push(now);
          if (now - (frames[0] ?? now) < length) requestAnimationFrame(note);
          else resolve(frames);
        };
        requestAnimationFrame(note);
      }),
    milliseconds,
  );
}
